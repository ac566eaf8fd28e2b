//! From a line to a request.

use super::Config;
use super::fields::{Fields, Remark};
use super::query::Query;
use super::queue::Target;
use crate::lines::Line;
use serde_json::{Map, Value};

/// Bytes of a bad line that a refusal quotes.
const QUOTED: usize = 80;

/// What a line asks for.
#[derive(Debug)]
pub(super) enum QueryOrAction {
    /// To analyze positions.
    Query(Box<Query>),
    /// Something else; the object comes back.
    Action(ServerAction, Map<String, Value>),
}

/// What can be asked for besides analysis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ServerAction {
    QueryVersion,
    QueryModels,
    ClearCache,
    Terminate(Target),
}

impl QueryOrAction {
    /// Reads a line.
    ///
    /// # Errors
    /// The line that refuses it.
    pub(super) fn parse(line: &Line, config: &Config) -> Result<QueryOrAction, String> {
        let object = object(line).map_err(|remark| {
            let refusal = remark.refusal(None);
            match raw_id(&line.bytes) {
                Some(id) => format!("{{\"id\":{id},{}", &refusal[1..]),
                None => refusal,
            }
        })?;
        let Some(id) = object.get("id").and_then(Value::as_str) else {
            let text = "Request must have a string \"id\" field";
            return Err(Remark::new("", text).refusal(None));
        };
        let refusal = |remark: Remark| remark.refusal(Some(id));
        if object.get("action").is_some_and(|action| !action.is_null()) {
            let action = action(&object).map_err(refusal)?;
            return Ok(QueryOrAction::Action(action, object));
        }
        let query = Query::read(id, &object, config).map_err(refusal)?;
        Ok(QueryOrAction::Query(Box::new(query)))
    }
}

fn object(line: &Line) -> Result<Map<String, Value>, Remark> {
    if line.is_too_long {
        return Err(Remark::new("", "line too long"));
    }
    let text = quote(&line.bytes);
    let value = serde_json::from_slice(&line.bytes);
    let text = match value {
        Ok(Value::Object(object)) => return Ok(object),
        Ok(_) => format!("Request line was valid json but was not an object: {text}"),
        Err(reason) => format!("{reason} - could not parse input line as json request: {text}"),
    };
    Err(Remark::new("", text))
}

/// Returns the id in a line that is no JSON here, as the line writes it, if the id has half of a surrogate pair. Some
/// programs send such texts. A Rust string cannot hold them, but the refusal can repeat their letters.
fn raw_id(line: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(line).ok()?;
    let (_, rest) = text.split_once("\"id\"")?;
    let rest = rest.trim_start().strip_prefix(':')?.trim_start();
    // The first quotation mark begins the id, so it does not end it.
    let mut is_escaped = true;
    let is_end = |letter: char| {
        let is_end = letter == '"' && !is_escaped;
        is_escaped = letter == '\\' && !is_escaped;
        is_end
    };
    let (end, _) = rest.match_indices(is_end).next()?;
    let id = &rest[..=end];
    // Whole but for its surrogates, and not without any.
    let (mut whole, mut parts) = (String::new(), id.split("\\u"));
    whole += parts.next()?;
    let mut has_half = false;
    for part in parts {
        let code = part.get(..4)?;
        let is_surrogate = (0xd800..0xe000).contains(&u16::from_str_radix(code, 16).ok()?);
        has_half |= is_surrogate;
        whole += if is_surrogate { &part[4..] } else { part };
    }
    let is_text = serde_json::from_str::<String>(&whole).is_ok();
    (has_half && is_text).then_some(id)
}

fn action(object: &Map<String, Value>) -> Result<ServerAction, Remark> {
    let mut fields = Fields::new(object);
    let name = fields.get("action").and_then(Value::as_str);
    match name.unwrap_or_default() {
        "query_version" => Ok(ServerAction::QueryVersion),
        "query_models" => Ok(ServerAction::QueryModels),
        "clear_cache" => Ok(ServerAction::ClearCache),
        "terminate" | "terminate_all" => {
            let expected = "Must be the string id of earlier queries";
            let id = match name {
                Some("terminate") => {
                    Some(fields.required("terminateId", expected, Value::as_str)?)
                }
                _ => None,
            };
            Ok(ServerAction::Terminate(Target {
                id: id.map(str::to_owned),
                turns: fields.integers("turnNumbers")?,
            }))
        }
        _ => Err(Remark::new(
            "action",
            "Must be query_version, query_models, clear_cache, terminate or terminate_all",
        )),
    }
}

/// The beginning of a line, fit to be shown.
fn quote(bytes: &[u8]) -> String {
    let shown = &bytes[..bytes.len().min(QUOTED)];
    let dots = if shown.len() < bytes.len() { "..." } else { "" };
    format!("{}{dots}", String::from_utf8_lossy(shown))
}

#[cfg(test)]
mod tests {
    use super::super::settings::tests::config;
    use super::*;

    fn parse(text: &[u8]) -> Result<QueryOrAction, String> {
        let line = Line {
            bytes: text.to_vec(),
            is_too_long: false,
        };
        QueryOrAction::parse(&line, &config())
    }

    fn refusal(text: &str) -> Value {
        serde_json::from_str(&parse(text.as_bytes()).unwrap_err()).unwrap()
    }

    fn action(text: &str) -> ServerAction {
        match parse(text.as_bytes()) {
            Ok(QueryOrAction::Action(action, _)) => action,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn actions_are_read() {
        let target = |id: Option<&str>, turns: Option<&[i64]>| {
            ServerAction::Terminate(Target {
                id: id.map(str::to_owned),
                turns: turns.map(<[i64]>::to_vec),
            })
        };
        for (text, expected) in [
            (
                r#"{"id":"a","action":"query_version"}"#,
                ServerAction::QueryVersion,
            ),
            (
                r#"{"id":"a","action":"query_models"}"#,
                ServerAction::QueryModels,
            ),
            (
                r#"{"id":"a","action":"clear_cache","x":1}"#,
                ServerAction::ClearCache,
            ),
            (
                r#"{"id":"a","action":"terminate","terminateId":"b"}"#,
                target(Some("b"), None),
            ),
            (
                r#"{"id":"a","action":"terminate","terminateId":"b","turnNumbers":[1,-2]}"#,
                target(Some("b"), Some(&[1, -2])),
            ),
            (
                r#"{"id":"a","action":"terminate_all","turnNumbers":[]}"#,
                target(None, Some(&[])),
            ),
        ] {
            assert_eq!(action(text), expected, "{text}");
        }
    }

    #[test]
    fn half_a_surrogate_pair_is_answered_under_its_own_name() {
        for id in [
            r#""\ud800""#,
            r#""a\"b\udfff\n""#,
            r#""\uD83D\uDE00\uD83D""#,
        ] {
            let line = format!(r#"{{"moves":[],"id" : {id},"boardXSize":5}}"#);
            let refusal = parse(line.as_bytes()).unwrap_err();
            assert!(
                refusal.starts_with(&format!("{{\"id\":{id},\"error\":\""))
                    && refusal.ends_with("\"}"),
                "{refusal}"
            );
        }
        for id in [r#""a"#, r#""\x\ud800""#, "7", r#""\ud8""#] {
            let line = format!(r#"{{"id":{id}"#);
            let refusal = parse(line.as_bytes()).unwrap_err();
            assert!(refusal.starts_with("{\"error\":"), "{refusal}");
        }
    }

    #[test]
    fn bad_actions_name_the_field() {
        for (text, field) in [
            (r#"{"id":"a","action":"dance"}"#, "action"),
            (r#"{"id":"a","action":7}"#, "action"),
            (r#"{"id":"a","action":"terminate"}"#, "terminateId"),
            (
                r#"{"id":"a","action":"terminate","terminateId":1}"#,
                "terminateId",
            ),
            (
                r#"{"id":"a","action":"terminate_all","turnNumbers":"1"}"#,
                "turnNumbers",
            ),
        ] {
            let refusal = refusal(text);
            assert_eq!(
                (&refusal["field"], &refusal["id"]),
                (&field.into(), &"a".into())
            );
        }
    }

    #[test]
    fn lines_that_are_no_requests_are_refused() {
        let deep = "[".repeat(100_000);
        for text in [
            "{",
            "nonsense",
            "[]",
            "7",
            "{}",
            r#"{"id":7}"#,
            r#"{"id":null}"#,
            &deep,
        ] {
            let refusal = refusal(text);
            assert!(refusal["error"].is_string() && refusal["id"].is_null());
            assert!(refusal.to_string().len() < 300);
        }
        assert!(parse(b"{\"id\":\"\xff\"}").is_err());
        let long = Line {
            bytes: b"{".to_vec(),
            is_too_long: true,
        };
        let refusal = QueryOrAction::parse(&long, &config()).unwrap_err();
        assert_eq!(refusal, r#"{"error":"line too long"}"#);
    }
}
