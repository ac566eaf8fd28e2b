//! The fields of a request, read by name and type.

use serde_json::{Map, Value};
use std::ops::RangeInclusive;

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

/// The fields of a request, and which of them anybody has asked for. `null` is a missing field.
#[derive(Debug)]
pub(super) struct Fields<'a> {
    object: &'a Map<String, Value>,
    known: Vec<&'static str>,
}

impl<'a> Fields<'a> {
    pub(super) const fn new(object: &'a Map<String, Value>) -> Fields<'a> {
        Fields {
            object,
            known: Vec::new(),
        }
    }

    /// The value of a field, whatever it is.
    pub(super) fn get(&mut self, name: &'static str) -> Option<&'a Value> {
        self.known.push(name);
        self.object.get(name).filter(|value| !value.is_null())
    }

    /// What a field means; `None` if it is missing.
    ///
    /// # Errors
    /// It means nothing; the text says what it must be.
    pub(super) fn read<T>(
        &mut self,
        name: &'static str,
        expected: &str,
        parse: impl FnOnce(&'a Value) -> Option<T>,
    ) -> Result<Option<T>, Remark> {
        let Some(value) = self.get(name) else {
            return Ok(None);
        };
        let meaning = parse(value).map(Some);
        meaning.ok_or_else(|| Remark::new(name, expected))
    }

    /// What a field means that must be there.
    pub(super) fn required<T>(
        &mut self,
        name: &'static str,
        expected: &str,
        parse: impl FnOnce(&'a Value) -> Option<T>,
    ) -> Result<T, Remark> {
        let meaning = self.read(name, expected, parse)?;
        meaning.ok_or_else(|| Remark::new(name, expected))
    }

    /// True or false; false if it is missing.
    pub(super) fn flag(&mut self, name: &'static str) -> Result<bool, Remark> {
        let flag = self.read(name, "Must be a boolean", Value::as_bool)?;
        Ok(flag.unwrap_or(false))
    }

    /// A whole number between two bounds.
    pub(super) fn integer(
        &mut self,
        name: &'static str,
        range: &RangeInclusive<i64>,
    ) -> Result<Option<i64>, Remark> {
        let (least, most) = (range.start(), range.end());
        let expected = format!("Must be an integer from {least} to {most}");
        let number = |value| whole(value).filter(|number| range.contains(number));
        self.read(name, &expected, number)
    }

    /// A list of whole numbers.
    pub(super) fn integers(&mut self, name: &'static str) -> Result<Option<Vec<i64>>, Remark> {
        self.read(name, "Must be an array of integers", |value| {
            value.as_array()?.iter().map(whole).collect()
        })
    }

    /// The fields that are unknown.
    pub(super) fn unknown(&self) -> impl Iterator<Item = &'a str> {
        let names = self.object.keys().map(String::as_str);
        names.filter(|name| !self.known.contains(name))
    }
}

/// A whole number from 1 to a bound.
pub(super) fn count(value: &Value, most: usize) -> Option<usize> {
    let number = usize::try_from(whole(value)?).ok()?;
    (1..=most).contains(&number).then_some(number)
}

/// 2^53: below it each whole number has a float of its own.
const EXACT_BELOW: f64 = 9_007_199_254_740_992.0;

/// A whole number, also one that is written with a decimal point.
pub(super) fn whole(value: &Value) -> Option<i64> {
    value.as_i64().or_else(|| {
        let number = value.as_f64()?;
        let is_exact = number.fract() == 0.0 && number.abs() < EXACT_BELOW;
        is_exact.then_some(number as i64)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn values_are_of_their_types() {
        let value = json!({"a": true, "b": 7, "c": 7.0, "d": 7.5, "e": "7", "f": [1, 2.0], "g": null,
            "h": [1, "2"], "i": 1e300, "j": 18_446_744_073_709_551_615_u64});
        let mut fields = Fields::new(value.as_object().unwrap());
        assert_eq!(fields.flag("a"), Ok(true));
        assert_eq!(fields.flag("g"), Ok(false));
        assert!(fields.flag("b").is_err());
        for (name, number) in [("b", Some(7)), ("c", Some(7)), ("g", None), ("z", None)] {
            assert_eq!(fields.integer(name, &(0..=7)), Ok(number));
        }
        for name in ["d", "e", "f", "i", "j"] {
            assert!(fields.integer(name, &(i64::MIN..=i64::MAX)).is_err());
        }
        let error = fields.integer("b", &(8..=9)).unwrap_err();
        assert_eq!(error, Remark::new("b", "Must be an integer from 8 to 9"));
        assert_eq!(fields.integers("f"), Ok(Some(vec![1, 2])));
        assert!(fields.integers("h").is_err() && fields.integers("b").is_err());
        assert!(fields.required("g", "Must be there", Some).is_err());
        assert!(fields.unknown().next().is_none());
    }
}
