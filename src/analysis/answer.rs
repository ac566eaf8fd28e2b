//! Lines that are no reports of searches: refusals, warnings, echoes.

use super::queue::Task;
use crate::engine::Settings;
use serde_json::{Map, Value, json};

/// What is to be said of a request, as the reason for refusing it or as a warning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Remark {
    /// The field that it is about; empty for the request as a whole.
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

    /// The line that refuses a request, which has an id if it could be read so far.
    pub(super) fn refusal(self, id: Option<&str>) -> String {
        self.line("error", id)
    }

    /// The line of a warning.
    pub(super) fn warning(self, id: &str) -> String {
        self.line("warning", Some(id))
    }

    fn line(self, kind: &str, id: Option<&str>) -> String {
        let mut object = Map::new();
        object.insert(kind.to_owned(), self.text.into());
        if !self.field.is_empty() {
            object.insert("field".to_owned(), self.field.into());
        }
        object.extend(id.map(|id| ("id".to_owned(), id.into())));
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

/// The answer to `query_models`: the network, if there is one.
pub(super) fn add_models(echo: &mut Map<String, Value>, player: &Settings) {
    let models = player.model.iter().map(|model| {
        let (network, backend) = (model.network(), player.backend);
        json!({
            "name": model.name(),
            "internalName": network.name(),
            "maxBatchSize": backend.open(network).largest_batch(),
            "usesHumanSLProfile": false,
            "usingFP16": "false",
            "version": network.version(),
        })
    });
    echo.insert("models".to_owned(), models.collect());
}
