//! Lines that are no reports of searches: refusals, warnings, echoes.

use super::queue::Task;
use serde_json::{Map, Value, json};

/// What is to be said of a field of a query, as the reason for refusing it or as a warning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Remark {
    pub(super) field: String,
    pub(super) text: String,
}

impl Remark {
    pub(super) fn new(field: &str, text: impl Into<String>) -> Remark {
        Remark {
            field: field.to_owned(),
            text: text.into(),
        }
    }

    /// The line of a warning.
    pub(super) fn warning(&self, id: &str) -> String {
        json!({"warning": self.text, "field": self.field, "id": id}).to_string()
    }
}

/// Why a request is not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Refusal {
    id: Option<String>,
    field: Option<String>,
    text: String,
}

impl Refusal {
    /// Of a line that cannot be answered by an id.
    pub(super) fn of_line(text: impl Into<String>) -> Refusal {
        Refusal {
            id: None,
            field: None,
            text: text.into(),
        }
    }

    /// Of a field of a request.
    pub(super) fn of_field(id: &str, remark: Remark) -> Refusal {
        Refusal {
            id: Some(id.to_owned()),
            field: Some(remark.field),
            text: remark.text,
        }
    }

    /// Its line.
    pub(super) fn line(&self) -> String {
        let mut object = Map::new();
        object.insert("error".to_owned(), self.text.clone().into());
        for (name, value) in [("field", &self.field), ("id", &self.id)] {
            if let Some(value) = value {
                object.insert(name.to_owned(), value.clone().into());
            }
        }
        Value::Object(object).to_string()
    }
}

/// A position that was given up before it was searched.
pub(super) fn no_results(task: &Task) -> String {
    json!({
        "id": task.query.id,
        "isDuringSearch": false,
        "noResults": true,
        "turnNumber": task.turn,
    })
    .to_string()
}

/// A position that kosumi could not search, which is a bug of kosumi.
pub(super) fn internal_error(task: &Task) -> String {
    json!({
        "error": "internal error",
        "id": task.query.id,
        "isDuringSearch": false,
        "turnNumber": task.turn,
    })
    .to_string()
}

/// The answer to `query_version`.
pub(super) fn add_version(echo: &mut Map<String, Value>) {
    echo.insert("version".to_owned(), env!("CARGO_PKG_VERSION").into());
    echo.insert("git_hash".to_owned(), "<omitted>".into());
}

/// The answer to `query_models`: the learned prior is part of the program.
pub(super) fn add_models(echo: &mut Map<String, Value>) {
    let model = json!({
        "name": "kosumi",
        "internalName": concat!("kosumi-", env!("CARGO_PKG_VERSION")),
        "maxBatchSize": 1,
        "usesHumanSLProfile": false,
        "usingFP16": "false",
        "version": 1,
    });
    echo.insert("models".to_owned(), json!([model]));
}
