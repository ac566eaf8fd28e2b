//! The fields of a request, read by name and type.

use super::answer::Remark;
use serde_json::{Map, Value};
use std::ops::RangeInclusive;

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

    /// The value of a field that must be there.
    pub(super) fn required(
        &mut self,
        name: &'static str,
        expected: &str,
    ) -> Result<&'a Value, Remark> {
        self.get(name).ok_or_else(|| Remark::new(name, expected))
    }

    /// True or false; false if it is missing.
    pub(super) fn flag(&mut self, name: &'static str) -> Result<bool, Remark> {
        match self.get(name) {
            None => Ok(false),
            Some(value) => value
                .as_bool()
                .ok_or_else(|| Remark::new(name, "Must be a boolean")),
        }
    }

    /// A whole number between two bounds.
    pub(super) fn integer(
        &mut self,
        name: &'static str,
        range: &RangeInclusive<i64>,
    ) -> Result<Option<i64>, Remark> {
        let Some(value) = self.get(name) else {
            return Ok(None);
        };
        let number = whole(value).filter(|number| range.contains(number));
        number.map(Some).ok_or_else(|| {
            let (least, most) = (range.start(), range.end());
            Remark::new(name, format!("Must be an integer from {least} to {most}"))
        })
    }

    /// A whole number from 1 to a bound.
    pub(super) fn count(
        &mut self,
        name: &'static str,
        most: usize,
    ) -> Result<Option<usize>, Remark> {
        let Some(value) = self.get(name) else {
            return Ok(None);
        };
        let number = count(value, most).map(Some);
        number.ok_or_else(|| Remark::new(name, format!("Must be an integer from 1 to {most}")))
    }

    /// A list of whole numbers.
    pub(super) fn integers(&mut self, name: &'static str) -> Result<Option<Vec<i64>>, Remark> {
        let Some(value) = self.get(name) else {
            return Ok(None);
        };
        let numbers = value
            .as_array()
            .and_then(|items| items.iter().map(whole).collect());
        numbers
            .map(Some)
            .ok_or_else(|| Remark::new(name, "Must be an array of integers"))
    }

    /// The fields that nobody has asked for.
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

/// A whole number, also one that is written with a decimal point.
pub(super) fn whole(value: &Value) -> Option<i64> {
    value.as_i64().or_else(|| {
        let number = value.as_f64()?;
        let is_exact = number.fract() == 0.0 && number.abs() < 2_f64.powi(53);
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
        assert!(fields.required("g", "Must be there").is_err());
        assert!(fields.unknown().next().is_none());
    }
}
