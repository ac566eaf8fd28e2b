//! Rows from games, labeled by a small network of random weights.

use super::*;
use crate::eval::NetEvaluator;
use crate::go::record::Action;
use crate::go::rules::{PRESETS, Preset};
use crate::go::{Color, Game, Move, Outcome};
use crate::net::tests::tiny_network;
use crate::train::analyst::place_of;
use crate::train::leaves::Leaves;
use crate::train::row::Row;
use std::fs;
use std::path::PathBuf;

fn settings() -> RowsSettings {
    RowsSettings {
        positions: 3,
        visits: 1,
        detours: 30,
        strange: 30,
        leaves: Leaves::default(),
        rules: "chinese".to_owned(),
        shard_games: 2,
        seed: 5,
        backend: "best".to_owned(),
    }
}

/// A folder that goes when it is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("kosumi-rows-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Folder(path)
    }

    /// The names and bytes of all shards.
    fn shards(&self) -> BTreeMap<String, Vec<u8>> {
        let files = fs::read_dir(&self.0)
            .unwrap()
            .map(|file| file.unwrap().path());
        let shards = files.filter(|path| path.extension().is_some_and(|it| it == "npy"));
        let name = |path: &PathBuf| path.file_name().unwrap().to_str().unwrap().to_owned();
        shards
            .map(|path| (name(&path), fs::read(&path).unwrap()))
            .collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A game of random moves.
fn random_game(width: u64, height: u64, rng: &mut Rng) -> Record {
    let mut game = Game::new(Size::new(width, height).unwrap(), PRESETS[0].rules);
    for _ in 0..12 {
        let color = game.position().to_move();
        let points: Vec<Move> = game.board().empty_points().map(Move::Play).collect();
        let legal: Vec<Move> = points
            .into_iter()
            .filter(|&mv| game.check(color, mv).is_ok())
            .collect();
        let mv = legal
            .get(rng.below(legal.len()))
            .copied()
            .unwrap_or(Move::Pass);
        game.play(color, mv).unwrap();
    }
    let mut record = game.record();
    record.result = Some(Outcome::Resignation(Color::White));
    record
}

fn random_games() -> Vec<Record> {
    let mut rng = Rng::new(3);
    let sizes = [(5, 5), (5, 4), (5, 5), (5, 5), (21, 21), (5, 5), (5, 5)];
    sizes
        .map(|(width, height)| random_game(width, height, &mut rng))
        .to_vec()
}

fn make_in(folder: &Folder, settings: &RowsSettings, jobs: usize) -> Result<(), RowsError> {
    let network = NetEvaluator::from(tiny_network());
    let cast = Labelers {
        teacher: Some(&network),
        player: Some(&network),
    };
    make_with(cast, folder, settings, jobs)
}

fn make_with(
    cast: Labelers<'_>,
    folder: &Folder,
    settings: &RowsSettings,
    jobs: usize,
) -> Result<(), RowsError> {
    make(
        &random_games(),
        cast,
        settings,
        &folder.0,
        jobs,
        &mut |_, _| {},
    )
}

#[test]
fn rows_do_not_depend_on_threads_and_interruptions() {
    let folder = Folder::new("same");
    let settings = RowsSettings {
        leaves: Leaves {
            count: 2,
            visits: 9,
        },
        ..settings()
    };
    make_in(&folder, &settings, 3).unwrap();
    let shards = folder.shards();
    let names: Vec<&String> = shards.keys().collect();
    // Five games on 5x5, one on 5x4; networks do not know 21x21.
    assert_eq!(
        names,
        [
            "5x4-00000.npy",
            "5x5-00000.npy",
            "5x5-00001.npy",
            "5x5-00002.npy"
        ]
    );
    fs::remove_file(folder.0.join(names[2])).unwrap();
    fs::write(folder.0.join(names[0]), "kept").unwrap();
    make_in(&folder, &settings, 1).unwrap();
    let again = folder.shards();
    assert_eq!(again[names[2]], shards[names[2]]);
    assert_eq!(again[names[0]], b"kept");
    assert_ne!(shards[names[1]], shards[names[2]]);
}

#[test]
fn a_folder_with_other_rows_is_refused() {
    let folder = Folder::new("other");
    make_in(&folder, &settings(), 1).unwrap();
    let before = folder.shards();
    let other = RowsSettings {
        seed: 6,
        ..settings()
    };
    let error = make_in(&folder, &other, 1).unwrap_err();
    assert!(error.to_string().contains("other settings"), "{error}");
    assert_eq!(folder.shards(), before);
    let teacher = &NetEvaluator::from(tiny_network());
    let nothing = make(
        &[],
        Labelers {
            teacher: Some(teacher),
            player: None,
        },
        &settings(),
        &folder.0,
        1,
        &mut |_, _| {},
    );
    assert!(matches!(nothing, Err(RowsError::NoGames)));
}

#[test]
fn a_file_has_a_header_that_numpy_knows_and_rows_of_one_length() {
    let mut teacher = Analyst::new(&NetEvaluator::from(tiny_network()));
    let game = Game::new(Size::new(5, 3).unwrap(), PRESETS[0].rules);
    let row = teacher.label(&game, Color::Black, 1);
    let size = game.board().size();
    let files = [0, 1, 3].map(|count| row::file(size, &vec![row.clone(); count]));
    let length = usize::from(u16::from_le_bytes([files[2][8], files[2][9]])) + 10;
    assert_eq!(
        (&files[2][..8], length % 64),
        (&b"\x93NUMPY\x01\x00"[..], 0)
    );
    let text = std::str::from_utf8(&files[2][10..length]).unwrap();
    let start = "{'descr': [('planes', '|u1', (22, 2)), ('globals', '<f4', (19,)), ('policy', '<u2', (16,)), \
                 ('played', '<i2', ()), ";
    assert!(text.starts_with(start) && text.ends_with('\n'), "{text}");
    assert!(text.trim_end().ends_with("'shape': (3,), }"), "{text}");
    let lengths = files.each_ref().map(|file| file.len() - length);
    let each = 22 * 2 + 19 * 4 + 16 * 2 + 2 + 3 * 4 + 4 + 3 * 4 + 15;
    assert_eq!(lengths, [0, each, 3 * each]);
}

#[test]
fn rows_without_a_teacher_have_the_same_positions_and_no_labels() {
    let (labeled, unlabeled) = (Folder::new("labeled"), Folder::new("unlabeled"));
    let settings = RowsSettings {
        leaves: Leaves {
            count: 2,
            visits: 9,
        },
        ..settings()
    };
    let network = NetEvaluator::from(tiny_network());
    let cast = Labelers {
        teacher: None,
        player: Some(&network),
    };
    make_in(&labeled, &settings, 1).unwrap();
    make_with(cast, &unlabeled, &settings, 1).unwrap();
    let rest = 26 * 2 + 2 + 3 * 4 + 4 + 3 * 4 + 25;
    let inputs = 22 * 4 + 19 * 4;
    let [one, other] = [labeled, unlabeled].map(|folder| folder.shards()["5x5-00000.npy"].clone());
    assert_eq!(one.len(), other.len());
    let start = usize::from(u16::from_le_bytes([one[8], one[9]])) + 10;
    assert_eq!(one[..start], other[..start], "the header");
    let rows = |file: &[u8]| -> Vec<Vec<u8>> {
        let rows = file[start..].chunks(inputs + rest);
        rows.map(<[u8]>::to_vec).collect()
    };
    let (one, other) = (rows(&one), rows(&other));
    assert!(!one.is_empty());
    let share = 65_535_u16.div_ceil(26).to_le_bytes();
    for (labeled, unlabeled) in one.iter().zip(&other) {
        assert_eq!(labeled[..inputs], unlabeled[..inputs]);
        let policy = unlabeled[inputs..inputs + 52].chunks(2);
        assert!(policy.clone().all(|it| it == share), "{policy:?}");
        let played = inputs + 52..inputs + 54;
        assert_eq!(labeled[played.clone()], unlabeled[played]);
        assert!(
            unlabeled[inputs + rest - 25..]
                .iter()
                .all(|&owner| owner == 0)
        );
        assert_ne!(labeled, unlabeled);
    }
    let none = Labelers {
        teacher: None,
        player: None,
    };
    let failed = make_with(none, &Folder::new("none"), &settings, 1);
    assert!(matches!(failed, Err(RowsError::NoPlayer)));
}

#[test]
fn labels_are_those_of_the_teacher_or_of_its_search() {
    let mut game = Game::new(Size::square(5), Preset::find("japanese").unwrap().rules);
    game.play(Color::Black, "C3".parse().unwrap()).unwrap();
    let network = NetEvaluator::from(tiny_network());
    let [plain, searched] = [1, 40].map(|visits| {
        let row = Analyst::new(&network).label(&game, Color::White, visits);
        assert!((row.policy.iter().sum::<f32>() - 1.0).abs() < 1e-4);
        assert!((row.chances.iter().sum::<f32>() - 1.0).abs() < 1e-4);
        assert_eq!((row.policy.len(), row.owners.len()), (26, 25));
        assert!(row.policy[place_of(Size::square(5), "C3".parse().unwrap())] <= 0.0);
        assert!(row.owners.iter().all(|owner| owner.abs() <= 1.0));
        row
    });
    assert_eq!(plain.inputs, searched.inputs);
    assert_ne!(plain.policy, searched.policy);
    let sums = [&plain, &searched].map(|row| row.policy.iter().sum::<f32>());
    assert!(sums.iter().all(|sum| (sum - 1.0).abs() < 1e-4), "{sums:?}");
    assert!((plain.chances[2] - searched.chances[2]).abs() < 1e-6);
}

#[test]
fn a_row_knows_its_game_unless_it_has_been_changed() {
    let mut rng = Rng::new(1);
    let record = random_game(5, 5, &mut rng);
    let network = NetEvaluator::from(tiny_network());
    let mut searcher = Analyst::new(&network);
    let mut teacher = Labeler::new(Some(&network));
    let mut rows = |detours: usize, strange: usize, leaves: usize| -> Vec<Row> {
        let settings = RowsSettings {
            positions: 100,
            detours,
            strange,
            leaves: Leaves {
                count: leaves,
                visits: 10,
            },
            ..settings()
        };
        let analysts = (Some(&mut searcher), &mut teacher);
        sample::rows_of(&record, &Rules::default(), &settings, analysts, &mut rng)
    };
    let moves: Vec<usize> = record
        .nodes
        .iter()
        .filter_map(|node| match node.action {
            Action::Move(_, mv) => Some(place_of(record.size, mv)),
            Action::Setup(_) => None,
        })
        .collect();
    let plain = rows(0, 0, 0);
    let played: Vec<usize> = plain.iter().filter_map(|row| row.played).collect();
    assert_eq!(played, moves);
    // White has won; Black is to move first.
    let outcomes: Vec<Option<f32>> = plain.iter().map(|row| row.outcome).collect();
    assert_eq!(outcomes[..4], [Some(0.0), Some(1.0), Some(0.0), Some(1.0)]);
    let strange = rows(0, 100, 0);
    assert!(
        strange
            .iter()
            .all(|row| row.played.is_some() && row.outcome.is_none())
    );
    assert!(
        strange
            .iter()
            .zip(&plain)
            .any(|(one, other)| one.inputs != other.inputs)
    );
    let left = rows(100, 0, 0);
    assert!(
        left.iter()
            .all(|row| row.played.is_none() && row.outcome.is_none())
    );
    assert!(
        left.iter()
            .zip(&plain)
            .all(|(one, other)| one.inputs.planes != other.inputs.planes)
    );
    // Of each search up to three positions besides, which no game has.
    let more = rows(0, 0, 3);
    let most = 4 * plain.len();
    assert!(
        more.len() >= most / 2 && more.len() <= most,
        "{}",
        more.len()
    );
    let of_game: Vec<usize> = more.iter().filter_map(|row| row.played).collect();
    assert_eq!(of_game, moves);
}
