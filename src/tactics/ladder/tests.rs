//! Ladders of diagrams, and of random boards against a reader without any thought.

use super::*;
use crate::go::Size;
use crate::rng::Rng;
use proptest::prelude::*;

fn board(diagram: &str) -> Board {
    diagram.parse().expect("a diagram")
}

fn point(name: &str) -> Point {
    name.parse().expect("a point")
}

/// Every variation, without any thought; `None` if there are too many or one is too long. The
/// owner tries all moves of the board.
struct Naive {
    kos: LadderKos,
    moves_left: usize,
    depth_left: usize,
}

impl Naive {
    /// `is_first` is true if the owner has made no move yet.
    fn is_lost(&mut self, board: &Board, chain: Point, is_first: bool) -> Option<bool> {
        let owner = board.color_at(chain)?;
        let is_out = match self.kos {
            LadderKos::ByRule => !board.is_playable(board.atari_liberty(chain)?, !owner),
            LadderKos::ForOwner => !is_first && board.ko().is_some(),
        };
        if is_out {
            return Some(false);
        }
        let retakes = self.kos == LadderKos::ForOwner && is_first;
        let may_play = |at: &Point| {
            board.is_playable(*at, owner) || retakes && board.ko().is_some_and(|(ko, _)| ko == *at)
        };
        for at in board.empty_points().filter(may_play) {
            let mut next = Box::new(board.clone());
            next.play(at, owner);
            if !self.is_caught(&next, chain)? {
                return Some(false);
            }
        }
        Some(true)
    }

    fn is_caught(&mut self, board: &Board, chain: Point) -> Option<bool> {
        self.moves_left = self.moves_left.checked_sub(1)?;
        self.depth_left = self.depth_left.checked_sub(1)?;
        let is_caught = self.is_caught_soon(board, chain)?;
        self.depth_left += 1;
        Some(is_caught)
    }

    fn is_caught_soon(&mut self, board: &Board, chain: Point) -> Option<bool> {
        let attacker = !board.color_at(chain)?;
        let liberties = board.liberty_set(chain);
        match liberties.len() {
            1 if self.kos == LadderKos::ForOwner => Some(true),
            1 => Some(liberties.iter().any(|at| board.is_playable(at, attacker))),
            2 if self.kos == LadderKos::ForOwner && has_two_kos(board, chain) => Some(true),
            2 => self.falls(board, chain, false),
            _ => Some(false),
        }
    }

    /// Returns true if an atari captures a chain of two liberties.
    fn falls(&mut self, board: &Board, chain: Point, is_first: bool) -> Option<bool> {
        let attacker = !board.color_at(chain)?;
        let bars = self.kos == LadderKos::ForOwner && is_first;
        for at in board.liberty_set(chain).iter() {
            let is_barred = bars && board.ko().is_some_and(|(ko, _)| ko == at);
            if board.is_playable(at, attacker) && !is_barred {
                let mut next = Box::new(board.clone());
                next.play(at, attacker);
                if self.is_lost(&next, chain, is_first)? {
                    return Some(true);
                }
            }
        }
        Some(false)
    }
}

/// Returns true if a chain has nothing but two mouths of kos, and can capture nothing.
fn has_two_kos(board: &Board, chain: Point) -> bool {
    let owner = board.color_at(chain).unwrap();
    let is_mouth = |at: Point| {
        let near: Vec<Point> = board.neighbors(at).collect();
        let in_atari: Vec<Point> = near
            .iter()
            .copied()
            .filter(|&at| board.is_atari(at))
            .collect();
        let mut after = board.clone();
        after.play(at, owner);
        near.iter().all(|&near| board.color_at(near) == Some(owner))
            && in_atari.len() == 1
            && board.chain(in_atari[0]).count() == 1
            && after.liberty_count(at) <= 2
    };
    let beside = |at: Point| {
        board
            .chain(chain)
            .any(|stone| board.neighbors(stone).any(|near| near == at))
    };
    let captures = board.chains(!owner).filter(|&other| board.is_atari(other));
    let mut captures = captures.filter(|&other| board.chain(other).any(beside));
    board.liberty_set(chain).iter().all(is_mouth) && captures.next().is_none()
}

impl Ladders {
    /// Returns true if what was seen is what there is. A reader that gave up need not see a capture.
    fn agrees(&self, is_seen: bool, is_captured: bool) -> bool {
        is_seen == is_captured || !is_seen && self.variations.gave_up
    }
}

/// Asks for every chain in one or two liberties; how many answers could be compared.
fn compare(board: &Board, reader: &mut Ladders) -> usize {
    let chains = Color::ALL.into_iter().flat_map(|color| board.chains(color));
    let compared = chains.filter(|&chain| {
        let mut naive = Naive {
            kos: reader.kos,
            moves_left: 20_000,
            depth_left: 40,
        };
        reader.variations.gave_up = false;
        match board.liberty_count(chain) {
            1 => naive.is_lost(board, chain, true).is_some_and(|is_lost| {
                // A ko keeps a chain in atari on the board, as in `is_lost`.
                let is_seen = !reader.escapes(board, chain);
                assert!(reader.agrees(is_seen, is_lost), "{chain}\n{board}");
                true
            }),
            2 => naive.falls(board, chain, true).is_some_and(|is_caught| {
                let atari = reader.captures(board, chain);
                assert!(
                    reader.agrees(atari.is_some(), is_caught),
                    "{chain}\n{board}"
                );
                let proof = atari.map(|at| {
                    let mut after = board.clone();
                    after.play(at, !board.color_at(chain).unwrap());
                    !reader.escapes(&after, chain)
                });
                assert_ne!(proof, Some(false), "{chain}\n{board}");
                true
            }),
            _ => false,
        }
    });
    compared.count()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_reader_sees_what_there_is(
        side in 4..9u8,
        draws in prop::collection::vec((0..81usize, any::<bool>()), 5..60),
    ) {
        let mut board = Board::new(Size::square(side));
        let mut readers = [Ladders::new(), Ladders::with_kos_for_owner()];
        for (place, is_black) in draws {
            let color = if is_black { Color::Black } else { Color::White };
            let at = board.points().nth(place % board.size().area()).unwrap();
            if board.is_empty_at(at) && board.is_playable(at, color) {
                board.play(at, color);
                for reader in &mut readers {
                    compare(&board, reader);
                }
            }
        }
    }
}

#[test]
fn kos_may_all_be_the_owners() {
    let mut readers = [Ladders::new(), Ladders::with_kos_for_owner()];
    let mut rng = Rng::new(1);
    let mut differences = 0;
    for _ in 0..200 {
        let mut board = Board::new(Size::square(5));
        for number in 0..40 {
            let color = Color::ALL[number % 2];
            let at = board.points().nth(rng.below(25)).unwrap();
            if board.is_empty_at(at) && board.is_playable(at, color) {
                board.play(at, color);
            }
        }
        for chain in Color::ALL.into_iter().flat_map(|color| board.chains(color)) {
            let [by_rule, for_owner] = readers
                .each_mut()
                .map(|reader| reader.escapes(&board, chain));
            differences += usize::from(by_rule != for_owner);
        }
    }
    assert!(differences > 0);
    // Black has nothing but the mouths of two kos. White takes one of them, Black takes it back, and that is no way
    // out: it could go on for ever.
    let kos = board(
        "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        O . . . . . O
        X O O O O O X
        . X X X X X .
    ",
    );
    for reader in &mut readers {
        assert!(reader.captures(&kos, point("D1")).is_some());
        compare(&kos, reader);
    }
}

const OPEN: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . X . . . . .
    . . X O . . . . .
    . . X O X . . . .
    . . . X . . . . .
";

#[test]
fn a_ladder_runs_to_the_border() {
    let open = board(OPEN);
    assert_eq!(Ladders::new().captures(&open, point("D3")), None); // one liberty already
    assert!(!Ladders::new().escapes(&open, point("D3")));
    for breaker in ["F5", "G6", "H7"] {
        let mut broken = open.clone();
        broken.play(point(breaker), Color::White);
        assert!(Ladders::new().escapes(&broken, point("D3")), "{broken}");
    }
}

#[test]
fn the_right_atari_is_found() {
    let mut long = Board::new(Size::square(19));
    for (at, color) in [
        ("D4", Color::White),
        ("C4", Color::Black),
        ("D3", Color::Black),
        ("C5", Color::Black),
    ] {
        long.play(point(at), color);
    }
    assert_eq!(
        Ladders::new().captures(&long, point("D4")),
        Some(point("E4"))
    );
    let liberties = long.two_liberties(point("D4")).unwrap();
    assert_eq!(
        Ladders::new().traps_at_both(&long, point("D4")),
        liberties.map(|at| at == point("E4"))
    );
    long.play(point("Q16"), Color::White);
    assert_eq!(Ladders::new().captures(&long, point("D4")), None);
}

#[test]
fn capturing_an_attacker_ends_the_ladder() {
    let mut held = board(OPEN);
    held.play(point("C4"), Color::White);
    held.play(point("D5"), Color::White);
    assert!(Ladders::new().escapes(&held, point("D3")));
    let mut reader = Ladders::new();
    assert!(reader.survives(&held, point("D3"), point("E4"), Color::White));
}

#[test]
fn a_ko_that_may_not_be_retaken_is_no_atari() {
    let mut ko = board(
        "
        . . . . .
        . X O . .
        X . X O .
        . X O . .
        . . . . .
    ",
    );
    ko.play(point("B3"), Color::White);
    assert_eq!(ko.ko(), Some((point("C3"), Color::Black)));
    assert!(Ladders::new().escapes(&ko, point("B3")));
    ko.pass();
    assert!(compare(&ko, &mut Ladders::new()) > 0);
}

#[test]
fn a_chain_in_atari_at_a_forbidden_ko_is_out_for_now() {
    let mut ko = board(
        "
        . . . . . . . . .
        . . . . . . . X .
        . . . . . . X O X
        . . . . . . . . .
        . . . . . . . . .
        . X O . . . . . .
        X . X O . . . . .
        . X O . . . . . .
        . . . . . . . . .
    ",
    );
    ko.play(point("B3"), Color::White);
    assert_eq!(ko.ko(), Some((point("C3"), Color::Black)));
    let mut reader = Ladders::new();
    for (chain, fate) in [("B3", LadderFate::Escaped), ("H7", LadderFate::Unsettled)] {
        assert_eq!(reader.fate(&ko, point(chain)), fate, "{chain}");
    }
    ko.pass();
    assert_eq!(reader.fate(&ko, point("B3")), LadderFate::Unsettled);
}

#[test]
fn questions_without_a_ladder_have_answers() {
    let open = board(OPEN);
    assert!(Ladders::new().escapes(&open, point("C3")));
    assert!(Ladders::new().escapes(&open, point("A9")));
    assert_eq!(Ladders::new().captures(&open, point("A9")), None);
    assert_eq!(Ladders::new().captures(&open, point("E2")), None);
}

#[test]
fn a_ladder_has_three_fates() {
    let open = board(OPEN);
    assert_eq!(
        Ladders::new().fate(&open, point("D3")),
        LadderFate::Captured
    );
    let mut broken = open.clone();
    broken.play(point("F5"), Color::White);
    assert_eq!(
        Ladders::new().fate(&broken, point("D3")),
        LadderFate::Unsettled
    );
    assert_eq!(
        Ladders::new().fate(&broken, point("F5")),
        LadderFate::Escaped
    );
    let cornered = board(
        "
        . . . . .
        . . . . .
        X . . . .
        . X . . .
        O . X . .
    ",
    );
    assert_eq!(
        Ladders::new().fate(&cornered, point("A1")),
        LadderFate::Captured,
        "neither of its two liberties leads out"
    );
    let mut long = Board::new(Size::square(19));
    for (at, color) in [
        ("D4", Color::White),
        ("C4", Color::Black),
        ("D3", Color::Black),
        ("C5", Color::Black),
    ] {
        long.play(point(at), color);
    }
    assert_eq!(
        Ladders::new().fate(&long, point("D4")),
        LadderFate::Unsettled
    );
    long.play(point("Q16"), Color::White);
    assert_eq!(Ladders::new().fate(&long, point("D4")), LadderFate::Escaped);
}

#[test]
fn a_search_that_is_given_up_claims_nothing() {
    let mut long = Board::new(Size::square(19));
    for (at, color) in [
        ("D4", Color::White),
        ("C4", Color::Black),
        ("D3", Color::Black),
        ("C5", Color::Black),
    ] {
        long.play(point(at), color);
    }
    let mut hasty = Ladders {
        kos: LadderKos::ByRule,
        variations: Variations::new(20),
    };
    assert_eq!(hasty.captures(&long, point("D4")), None);
    assert_eq!(hasty.fate(&long, point("D4")), LadderFate::Unknown);
    // What is clear at once is clear with any limit, also after a search that was given up.
    assert_eq!(hasty.fate(&long, point("C4")), LadderFate::Escaped);
    assert_eq!(hasty.fate(&board(OPEN), point("D3")), LadderFate::Captured);
}

#[test]
fn a_reader_that_gives_up_is_one_that_sees_no_capture() {
    let tangled = board(
        "
        . . O . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        O . . . . . . .
        X O X . . . . .
        X . X O . . . .
    ",
    );
    let mut readers = [Ladders::new(), Ladders::with_kos_for_owner()];
    let [by_rule, for_owner] = readers.each_mut().map(|reader| {
        compare(&tangled, reader);
        reader.fate(&tangled, point("A3"))
    });
    assert_eq!(by_rule, LadderFate::Unknown);
    assert_eq!(for_owner, LadderFate::Unsettled);
}
