//! Who plays, as KataGo's network of human play sees it: profiles by name, and the 192 numbers that a network sees of one.

use crate::go::Color;
use std::f64::consts::TAU;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use thiserror::Error;

/// The numbers by which a network sees the players and their game.
pub(super) const PLAYER_NUMBERS: usize = 192;

/// Two players and when they play. A network of human play imitates the one to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Profile {
    /// Amateurs on a server.
    Ranks {
        /// Black's rank.
        black: InverseRank,
        /// White's rank.
        white: InverseRank,
        /// When they play.
        era: Era,
    },
    /// Professionals in the middle of a year.
    Professionals {
        /// The year, one of [`Profile::YEARS`].
        year: u16,
    },
}

/// When amateurs play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Era {
    /// In 2020, with openings that programs have taught.
    Modern,
    /// In 2016, before programs changed openings.
    BeforePrograms,
}

/// The rank of an amateur, from 20k to 9d.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct InverseRank {
    /// 1 for 9d, 9 for 1d, 10 for 1k, 29 for 20k.
    below_ten_dan: u8,
}

/// A text is not the name of a profile.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "there is no profile '{0}', but rank_5k, rank_5k_3d for Black and White, both from 20k to 9d, preaz_ in place of rank_, and \
     proyear_1800 to proyear_2023"
)]
pub struct ParseProfileError(String);

/// The days from 1970-01-01 to the days on which profiles play.
const MODERN_DAY: i64 = 18_322; // 2020-03-01
const EARLY_DAY: i64 = 17_045; // 2016-09-01

/// The last year of which the games of professionals come from one source of records, and not from another.
const LAST_OF_GOGOD: u16 = 2020;

/// Where games come from: the places of the numbers that say so.
const KGS: usize = 2;
const GOGOD: usize = 5;
const GO4GO: usize = 6;

/// The dan ranks.
const DANS: u8 = 9;
/// The kyu ranks that have a name.
const KYUS: u8 = 20;

/// Places of the numbers, in their order.
const HUMAN: usize = 0;
const RANKS: usize = 6;
const RATED: usize = 74;
const TIME_UNKNOWN: usize = 75;
const BYO_YOMI: usize = 79;
const TIMES: usize = 82;
const AREA: usize = 86;
const DATE: usize = 87;
const SOURCE: usize = 151;

/// The most ranks that a player can be below the highest.
const RANK_NUMBERS: usize = 34;

/// Waves that tell a date, the days of the shortest one, and by how much the longest is longer.
const WAVES: i32 = 32;
const SHORTEST_WAVE: f64 = 7.0;
const LONGEST_WAVES: f64 = 80_000.0;

/// The main time, the seconds of a period and the periods of a player.
type TimeLimit = (f64, f64, f64);

/// What a network sees of a game besides who plays.
struct GameFacts {
    /// Days from 1970-01-01.
    day: i64,
    source: usize,
    /// From 0 for sure to 1 for surely not.
    unrated: f32,
    /// The place of the kind of the time limit.
    time_kind: usize,
    time: TimeLimit,
}

impl Profile {
    /// The strongest amateurs: whom a network imitates where nobody says whom.
    pub const STRONGEST: Profile = Profile::Ranks {
        black: InverseRank { below_ten_dan: 1 },
        white: InverseRank { below_ten_dan: 1 },
        era: Era::Modern,
    };

    /// The years of which there are professionals.
    pub const YEARS: RangeInclusive<u16> = 1800..=2023;

    /// What a network sees where a color is to move on a board of a number of points.
    #[expect(clippy::cast_possible_truncation, reason = "a network sees floats")]
    #[expect(clippy::cast_precision_loss, reason = "boards are small")]
    pub(super) fn numbers(self, to_move: Color, area: usize) -> [f32; PLAYER_NUMBERS] {
        let mut numbers = [0.0; PLAYER_NUMBERS];
        numbers[HUMAN..HUMAN + 2].fill(1.0);
        for (side, ranks) in [to_move, !to_move].into_iter().zip([0, RANK_NUMBERS]) {
            numbers[RANKS + ranks..][..self.ranks_below(side)].fill(1.0);
        }
        let game = self.game();
        numbers[RATED] = game.unrated;
        numbers[game.time_kind] = 1.0;
        numbers[TIMES..AREA].copy_from_slice(&time_numbers(game.time));
        numbers[AREA] = (0.5 * (area as f64 / 361.0).ln()) as f32;
        write_day(game.day, &mut numbers[DATE..SOURCE]);
        numbers[SOURCE + game.source] = 1.0;
        numbers
    }

    /// The game that the players play.
    fn game(self) -> GameFacts {
        match self {
            Profile::Ranks { era, .. } => GameFacts {
                day: match era {
                    Era::Modern => MODERN_DAY,
                    Era::BeforePrograms => EARLY_DAY,
                },
                source: KGS,
                // Not known.
                unrated: 0.5,
                time_kind: BYO_YOMI,
                time: (1200.0, 30.0, 5.0),
            },
            Profile::Professionals { year } => GameFacts {
                day: first_of_june(year),
                source: if year <= LAST_OF_GOGOD { GOGOD } else { GO4GO },
                unrated: 0.0,
                time_kind: TIME_UNKNOWN,
                time: (0.0, 0.0, 0.0),
            },
        }
    }

    /// How many ranks a player is below a professional who plays like a program.
    fn ranks_below(self, color: Color) -> usize {
        match self {
            Profile::Ranks { black, white, .. } => {
                let rank = if color == Color::Black { black } else { white };
                usize::from(rank.below_ten_dan)
            }
            Profile::Professionals { .. } => 1,
        }
    }
}

/// The numbers of a time limit without Canadian periods.
#[expect(clippy::cast_possible_truncation, reason = "a network sees floats")]
fn time_numbers((main, period, periods): TimeLimit) -> [f32; AREA - TIMES] {
    let numbers = [
        0.4 * ((main + 60.0).ln() - 6.5),
        0.3 * ((period + 1.0).ln() - 3.0),
        0.5 * ((periods + 2.0).ln() - 1.5),
        // Stones of a Canadian period.
        0.25 * (2_f64.ln() - 1.5),
    ];
    numbers.map(|number| number as f32)
}

/// Tells a day by waves, each longer than the one before it.
#[expect(clippy::cast_possible_truncation, reason = "a network sees floats")]
#[expect(clippy::cast_precision_loss, reason = "days are few")]
fn write_day(day: i64, numbers: &mut [f32]) {
    let growth = LONGEST_WAVES.powf(f64::from(WAVES - 1).recip());
    for (wave, numbers) in (0..WAVES).zip(numbers.chunks_exact_mut(2)) {
        let angle = day as f64 / (SHORTEST_WAVE * growth.powi(wave)) * TAU;
        numbers.copy_from_slice(&[angle.cos() as f32, angle.sin() as f32]);
    }
}

/// The days from 1970-01-01 to the first of June of a year, 1800 or later.
fn first_of_june(year: u16) -> i64 {
    let leap_days = |year: i64| year / 4 - year / 100 + year / 400;
    let year = i64::from(year);
    let is_leap = leap_days(year) > leap_days(year - 1);
    let new_year = 365 * (year - 1970) + leap_days(year - 1) - leap_days(1969);
    new_year + 151 + i64::from(is_leap)
}

impl FromStr for InverseRank {
    type Err = ();

    fn from_str(text: &str) -> Result<InverseRank, ()> {
        let split = text.len().checked_sub(1).ok_or(())?;
        let (number, kind) = text.split_at_checked(split).ok_or(())?;
        // No sign, and no zero in front.
        if !number.starts_with(|first| matches!(first, '1'..='9')) {
            return Err(());
        }
        let number: u8 = number.parse().map_err(drop)?;
        let below_ten_dan = match kind {
            "d" if number <= DANS => DANS + 1 - number,
            "k" if number <= KYUS => DANS + number,
            _ => return Err(()),
        };
        Ok(InverseRank { below_ten_dan })
    }
}

impl fmt::Display for InverseRank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.below_ten_dan {
            dan @ ..=DANS => write!(f, "{}d", DANS + 1 - dan),
            kyu => write!(f, "{}k", kyu - DANS),
        }
    }
}

impl FromStr for Profile {
    type Err = ParseProfileError;

    fn from_str(text: &str) -> Result<Profile, ParseProfileError> {
        let ranks = |text: &str, era| {
            let (black, white) = text.split_once('_').unwrap_or((text, text));
            let (black, white) = (black.parse().ok()?, white.parse().ok()?);
            Some(Profile::Ranks { black, white, era })
        };
        let year = |text: &str| {
            let digits = text.len() == 4 && text.bytes().all(|digit| digit.is_ascii_digit());
            let year = text.parse().ok().filter(|_| digits)?;
            let known = Profile::YEARS.contains(&year);
            known.then_some(Profile::Professionals { year })
        };
        let profile = match text.split_once('_') {
            Some(("rank", names)) => ranks(names, Era::Modern),
            Some(("preaz", names)) => ranks(names, Era::BeforePrograms),
            Some(("proyear", name)) => year(name),
            _ => None,
        };
        profile.ok_or_else(|| ParseProfileError(text.to_owned()))
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Profile::Ranks { black, white, era } => {
                let era = match era {
                    Era::Modern => "rank",
                    Era::BeforePrograms => "preaz",
                };
                write!(f, "{era}_{black}")?;
                if white == black {
                    Ok(())
                } else {
                    write!(f, "_{white}")
                }
            }
            Profile::Professionals { year } => write!(f, "proyear_{year}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(profile: &str, color: Color, area: usize) -> [f32; PLAYER_NUMBERS] {
        profile.parse::<Profile>().unwrap().numbers(color, area)
    }

    /// What differs from 0 in a range of numbers, by its place.
    fn set(numbers: &[f32], places: std::ops::Range<usize>) -> Vec<(usize, f32)> {
        let found = places.map(|place| (place, numbers[place]));
        found.filter(|&(_, x)| x != 0.0).collect()
    }

    /// A profile, and some of what its numbers have to say.
    struct KnownProfile {
        name: &'static str,
        color: Color,
        /// Of the player to move and of the opponent.
        ranks: [usize; 2],
        day: f64,
        source: usize,
    }

    const KNOWN_PROFILES: &[KnownProfile] = &[
        known("rank_9d", Color::Black, [1, 1], 18_322.0, 153),
        known("rank_1d_1k", Color::Black, [9, 10], 18_322.0, 153),
        known("rank_1d_1k", Color::White, [10, 9], 18_322.0, 153),
        known("preaz_20k_5k", Color::White, [14, 29], 17_045.0, 153),
        known("proyear_1800", Color::Black, [1, 1], -61_940.0, 156),
        known("proyear_2020", Color::White, [1, 1], 18_414.0, 156),
        known("proyear_2021", Color::White, [1, 1], 18_779.0, 157),
        known("proyear_2023", Color::Black, [1, 1], 19_509.0, 157),
    ];

    const fn known(
        name: &'static str,
        color: Color,
        ranks: [usize; 2],
        day: f64,
        source: usize,
    ) -> KnownProfile {
        KnownProfile {
            name,
            color,
            ranks,
            day,
            source,
        }
    }

    fn assert_near(found: f32, expected: f64, what: &str) {
        assert!(
            (f64::from(found) - expected).abs() < 1e-6,
            "{what}: {found} {expected}"
        );
    }

    #[test]
    fn players_and_their_games_are_told() {
        for profile in KNOWN_PROFILES {
            let (name, found) = (profile.name, numbers(profile.name, profile.color, 169));
            let is_amateur = !name.starts_with("pro");
            assert_eq!(set(&found, 0..6), [(0, 1.0), (1, 1.0)], "{name}");
            let own = (6..6 + profile.ranks[0]).map(|place| (place, 1.0));
            let others = (40..40 + profile.ranks[1]).map(|place| (place, 1.0));
            assert_eq!(set(&found, 6..74), own.chain(others).collect::<Vec<_>>());
            let rated = if is_amateur {
                vec![(74, 0.5)]
            } else {
                Vec::new()
            };
            assert_eq!(set(&found, 74..75), rated);
            let kind = if is_amateur { 79 } else { 75 };
            assert_eq!(set(&found, 75..82), [(kind, 1.0)], "{name}");
            let (main, period, periods) = if is_amateur {
                (1200.0, 30.0, 5.0)
            } else {
                (0.0, 0.0, 0.0)
            };
            assert_near(found[82], 0.4 * (f64::ln(main + 60.0) - 6.5), name);
            assert_near(found[83], 0.3 * (f64::ln(period + 1.0) - 3.0), name);
            assert_near(found[84], 0.5 * (f64::ln(periods + 2.0) - 1.5), name);
            assert_near(found[85], 0.25 * (2_f64.ln() - 1.5), name);
            assert_near(found[86], 0.5 * (169.0 / 361_f64).ln(), name);
            assert_eq!(set(&found, 151..192), [(profile.source, 1.0)], "{name}");
        }
        assert_near(numbers("rank_5k", Color::Black, 361)[86], 0.0, "19x19");
    }

    #[test]
    fn days_are_told_by_waves() {
        for profile in KNOWN_PROFILES {
            let found = numbers(profile.name, profile.color, 361);
            let mut period = 7.0;
            for wave in 0..32 {
                let angle = profile.day / period * TAU;
                assert_near(found[87 + 2 * wave], angle.cos(), profile.name);
                assert_near(found[88 + 2 * wave], angle.sin(), profile.name);
                period *= 80_000_f64.powf(1.0 / 31.0);
            }
        }
    }

    #[test]
    fn names_are_read_and_written() {
        for name in [
            "rank_9d",
            "rank_10k",
            "rank_20k_1d",
            "preaz_1k",
            "preaz_3d_4d",
            "proyear_1800",
            "proyear_2023",
        ] {
            assert_eq!(name.parse::<Profile>().unwrap().to_string(), name);
        }
        let both: Profile = "rank_5k_5k".parse().unwrap();
        assert_eq!(both.to_string(), "rank_5k");
        for name in [
            "",
            "_",
            "rank",
            "rank_",
            "rank_0k",
            "rank_21k",
            "rank_10d",
            "rank_+5k",
            "rank_05k",
            "rank_5k_",
            "rank_5k_4k_3k",
            "rank_5K",
            "rank_5é",
            "Rank_5k",
            "preaz_1",
            "proyear_1799",
            "proyear_2024",
            "proyear_02000",
            "proyear_+200",
            "rank_256k",
        ] {
            let error = name.parse::<Profile>().unwrap_err().to_string();
            assert!(error.contains(&format!("'{name}'")), "{error}");
        }
    }
}
