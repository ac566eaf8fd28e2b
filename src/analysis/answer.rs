//! Answers without a search: refusals, warnings, echoes.

use super::queue::QueuedPosition;
use crate::engine::Settings;
use serde_json::{Map, Value, json};

/// A position that was given up before it was searched.
pub(super) fn no_results(task: &QueuedPosition) -> String {
    json!({
        "id": task.query.id,
        "isDuringSearch": false,
        "noResults": true,
        "turnNumber": task.turn,
    })
    .to_string()
}

/// A position that kosumi could not search, which is a bug of kosumi.
pub(super) fn internal_error(task: &QueuedPosition) -> String {
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
