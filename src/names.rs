//! The name that was probably meant by a wrong one.

use crate::go::rules::{PRESETS, Preset};

/// How near, from 0 to 1, a name must be to be what somebody meant.
const NEAR: f64 = 0.85;

/// Returns the nearest of some names, if one is near, whatever the case of their letters.
pub fn nearest<'a>(text: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let text = text.to_lowercase();
    let nearness = |name: &str| strsim::jaro_winkler(&text, &name.to_lowercase());
    let near = names.into_iter().map(|name| (nearness(name), name));
    near.filter(|(nearness, _)| *nearness >= NEAR)
        .max_by(|one, other| one.0.total_cmp(&other.0))
        .map(|(_, name)| name)
}

/// Returns the name of the rule set that may have been meant.
pub fn near_rules(text: &str) -> Option<&'static str> {
    nearest(text, PRESETS.iter().flat_map(Preset::names))
}

/// Returns the end of a sentence that asks whether a near name was meant, or nothing where none is near.
pub fn did_you_mean(name: Option<&str>) -> String {
    name.map_or_else(String::new, |name| format!("; did you mean '{name}'?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_of_the_near_names_is_found() {
        let names = ["playouts", "reg_playouts", "wideRootNoise"];
        for (text, near) in [
            ("plaouts", Some("playouts")),
            ("reg_playout", Some("reg_playouts")),
            ("PLAYOUTS", Some("playouts")),
            ("widerootnoise", Some("wideRootNoise")),
            ("xyz", None),
            ("", None),
        ] {
            assert_eq!(nearest(text, names), near, "{text}");
        }
        assert_eq!(near_rules("Japnese"), Some("japanese"));
        assert_eq!(did_you_mean(Some("x")), "; did you mean 'x'?");
        assert_eq!(did_you_mean(None), "");
    }
}
