//! The end of a game: what is still to be done, and what is left alone.

use super::super::decide::Decision;
use super::super::{Ending, Worth};
use super::ask::{choose, clean_up, report};
use super::{SETTLED, WITH_DAME, WITH_PREY, after_pass, game_of, name, settings, without_filling};
use crate::engine::{Choice, Settings};
use crate::go::tests::DAME_TO_PREPARE;
use crate::go::{Color, Game, Move, Point, Points};
use crate::life::Judge;
use crate::search::{MoveReport, Purpose, Report};

fn quiet() -> Settings {
    Settings {
        dead_playouts: 400,
        resign: false,
        ..settings()
    }
}

/// A report in which a move comes first, with so much of a chance, and all others have less.
fn report_with_best(game: &Game, color: Color, best: Move, value: f64, others: f64) -> Report {
    let mut report = report(&quiet(), game, color, 200);
    let place = report.moves.iter().position(|found| found.mv == best);
    let first = match place {
        Some(place) => report.moves.remove(place),
        None => MoveReport {
            mv: best,
            ..report.moves[0].clone()
        },
    };
    report.moves.insert(0, first);
    for (place, found) in report.moves.iter_mut().enumerate() {
        found.value = if place == 0 { value } else { others };
    }
    report
}

/// The choice after a report by which all other moves are a little worse than the best.
fn decide(game: &Game, color: Color, purpose: Purpose, best: Move, value: f64) -> Choice {
    let report = report_with_best(game, color, best, value, value * 0.98);
    decide_by(&report, game, color, purpose)
}

/// The choice after a report.
fn decide_by(report: &Report, game: &Game, color: Color, purpose: Purpose) -> Choice {
    let ending = Ending::of(game, color, &Judge::of_playouts(400));
    decide_at(&ending, report, game, color, purpose)
}

/// The choice after a report, if so much is known of the end.
fn decide_at(
    ending: &Ending,
    report: &Report,
    game: &Game,
    color: Color,
    purpose: Purpose,
) -> Choice {
    let decision = Decision {
        game,
        color,
        purpose,
        report,
        ending: Some(ending),
        judge: Judge::of_playouts(400),
    };
    decision.choose()
}

/// Plays on after two passes until the game is over. Returns the moves.
fn play_on(diagram: &str) -> Vec<Move> {
    let mut game = game_of(diagram, "japanese", 0.5, Color::Black);
    for color in Color::ALL {
        game.play(color, Move::Pass).unwrap();
    }
    while !game.position().is_over() && game.moves().len() < 20 {
        let color = game.position().to_move();
        let choice = choose(&quiet(), &game, color, 3000);
        game.play(color, choice.mv).unwrap();
    }
    game.moves()[2..].iter().map(|&(_, mv)| mv).collect()
}

#[test]
fn a_ko_that_matters_is_closed_before_the_end() {
    let half_point = "
        . X . X O O O . O
        X X X . X O O O O
        . X X X O O . O .";
    assert_eq!(play_on(half_point)[0], name("D2"));
}

#[test]
fn kos_in_a_seki_or_among_dead_stones_do_not_keep_a_game_from_ending() {
    let double_ko = "
        . O O O O O X . X . X
        O O . O X O X X X X X
        X X O X . X O O O O O
        . X X X X X O . O . O";
    let moonshine = "
        . O O O O O X . X . X . X . X
        O O . O X O X X X X X X X X X
        X X O X . X O O O O O X O O O
        . X X X X X O . O . O X . O .";
    for diagram in [double_ko, moonshine] {
        assert_eq!(play_on(diagram), [Move::Pass; 2], "{diagram}");
    }
}

#[test]
fn nobody_plays_on_beside_a_double_ko_seki() {
    // Playouts do not see it.
    let diagram = "
        . O O O O O X . X . X . . .
        O O . O X O X X X X X X X X
        X X O X . X O O O O O O O O
        . X X X X X O . O . O . . .";
    for komi in [-2.5, 0.5, 6.5] {
        for color in Color::ALL {
            let game = game_of(diagram, "japanese", komi, color);
            let choice = choose(&quiet(), &game, color, 600);
            assert_eq!(choice.mv, Move::Pass, "{color} {komi}");
        }
    }
}

#[test]
fn dame_are_filled_in_a_game_that_is_won_anyway() {
    // E8, E5 and E2 lie between the colors. Everything else is settled, and Black has won.
    let diagram = "
        . . . X X O . . .
        . . . X . O . . .
        . . . X X O . . .
        . . . X O O . . .
        . . . X . O . . .
        X X X X O O O O O
        . . . X O . . . .
        . . . X . O . . .
        . . . X X O . . .";
    for rules in ["chinese", "japanese", "aga", "tromp-taylor", "wagc", "ing"] {
        let game = game_of(diagram, rules, -10.5, Color::Black);
        let mv = choose(&quiet(), &game, Color::Black, 300).mv;
        assert!(
            [name("E8"), name("E5"), name("E2")].contains(&mv),
            "{rules}: {mv}"
        );
    }
}

#[test]
fn dame_are_filled_before_a_pass_that_is_as_good() {
    for rules in ["chinese", "japanese", "aga", "tromp-taylor"] {
        let game = game_of(WITH_DAME, rules, 0.5, Color::Black);
        let choice = decide(&game, Color::Black, Purpose::Play, Move::Pass, 0.9);
        assert_eq!(choice.mv, name("D4"), "{rules}");
    }
}

#[test]
fn a_won_game_does_not_go_round_in_a_cycle() {
    let diagram = "
        . X O . .
        X O . O .
        . X O . .
        . X O . .
        . X O . .";
    for rules in ["japanese", "japanese-2003", "korean", "chinese"] {
        // Black takes the ko, both pass, and White could take back.
        let mut game = game_of(diagram, rules, 6.5, Color::Black);
        for (color, mv) in [
            (Color::Black, "C4"),
            (Color::White, "pass"),
            (Color::Black, "pass"),
        ] {
            game.play(color, name(mv)).unwrap();
        }
        let choice = |value| decide(&game, Color::White, Purpose::Play, name("B4"), value).mv;
        assert_ne!(choice(0.9), name("B4"), "{rules}: no win");
        assert_eq!(choice(0.5), name("B4"), "{rules}: no promise");
        assert_eq!(choice(0.4), name("B4"), "{rules}: better than a loss");
    }
}

/// Black has won, whatever White tries in the corners.
const WON: &str = "
    . . X X O . O
    . X . X O O O
    X . X X O . O
    . X X X O O O
    X . X X O . O
    . X . X O O O
    . . X X O . O";

#[test]
fn a_lost_game_in_which_nothing_is_open_is_not_prolonged() {
    for preset in without_filling() {
        let game = game_of(WON, preset.name, -20.5, Color::White);
        let choice = choose(&quiet(), &game, Color::White, 200);
        assert_eq!(choice, Choice::at_once(Move::Pass), "{}", preset.name);
    }
}

#[test]
fn only_a_game_that_cannot_be_turned_any_more_is_hopeless() {
    for (diagram, purpose, komi, best, value, passes) in [
        (WON, Purpose::Play, -20.5, "A6", 0.19, true),
        // There is some chance.
        (WON, Purpose::Play, -20.5, "A6", 0.2, false),
        // Dead stones are still to be captured.
        (WON, Purpose::CleanUp, -20.5, "A6", 0.19, false),
        // White has won, or it is a draw.
        (WON, Purpose::Play, 20.5, "A6", 0.19, false),
        (WON, Purpose::Play, 7.0, "A6", 0.19, false),
        // A dame is left.
        (WITH_DAME, Purpose::Play, -20.5, "D4", 0.19, false),
    ] {
        let game = game_of(diagram, "chinese", komi, Color::White);
        let choice = decide(&game, Color::White, purpose, name(best), value);
        let expected = if passes { Move::Pass } else { name(best) };
        assert_eq!(choice.mv, expected, "{purpose:?} {komi} {value}");
    }
}

#[test]
fn a_play_that_is_nearly_as_good_comes_before_a_pass_that_does_not_win() {
    // Nothing is open, and Black has 7 points more; he may fill his own eye spaces of four points.
    let diagram = "
        . . X X O . O
        . . X X O O O
        X X X X O . O
        . . X X O O O
        . . X X O . O
        X X X X O O O
        X X X X O . O";
    for (komi, value, plays) in [
        (7.5, 0.45, true),
        (7.5, 0.35, false),
        (7.0, 0.45, true),
        (7.0, 0.35, false),
        (6.5, 0.45, false),
        (6.5, 0.35, false),
    ] {
        let game = game_of(diagram, "chinese", komi, Color::Black);
        let report = report_with_best(&game, Color::Black, Move::Pass, 0.5, value);
        let choice = decide_by(&report, &game, Color::Black, Purpose::Play);
        assert_eq!(choice.mv != Move::Pass, plays, "{komi} {value}");
    }
}

#[test]
fn what_a_pass_leads_to_is_looked_at_before_it_is_made() {
    let decide = |diagram, best: &str, value| {
        let game = game_of(diagram, "chinese", -20.5, Color::White);
        let report = report_with_best(&game, Color::White, name(best), value, value);
        let decision = Decision {
            game: &game,
            color: Color::White,
            purpose: Purpose::Play,
            report: &report,
            ending: None,
            judge: Judge::of_playouts(400),
        };
        decision.choose().mv
    };
    assert_eq!(decide(WITH_DAME, "pass", 0.5), name("D4"));
    // It is not known whether the game is lost.
    assert_eq!(decide(WON, "A6", 0.1), name("A6"));
}

#[test]
fn dead_stones_come_first_in_a_clean_up_however_little_it_promises() {
    for (purpose, mv) in [(Purpose::CleanUp, name("A6")), (Purpose::Play, Move::Pass)] {
        let game = game_of(WITH_PREY, "chinese", 0.5, Color::Black);
        let report = report_with_best(&game, Color::Black, Move::Pass, 0.9, 0.1);
        let choice = decide_by(&report, &game, Color::Black, purpose);
        assert_eq!(choice.mv, mv, "{purpose:?}");
    }
}

#[test]
fn own_eyes_are_not_filled() {
    for preset in without_filling() {
        for purpose in [Purpose::Play, Purpose::CleanUp] {
            let game = game_of(SETTLED, preset.name, 0.5, Color::Black);
            let choice = decide(&game, Color::Black, purpose, name("A7"), 0.9);
            assert_eq!(choice.mv, Move::Pass, "{} {purpose:?}", preset.name);
        }
    }
}

#[test]
fn a_pass_is_not_made_while_the_opponent_can_still_turn_the_game() {
    // All is clear to playouts. But White at C2 takes C1, saves two stones and wins; Black prevents it
    // there or by taking B1.
    let diagram = "
        X . X . X O .
        . X O X X O .
        O X O X O O .
        X X . X O . .
        . O X O O . .";
    let game = game_of(diagram, "chinese", 5.5, Color::Black);
    for playouts in [40, 400] {
        let ending = Ending::of(&game, Color::Black, &Judge::of_playouts(playouts));
        assert!(
            ending.is_decided && ending.is_exhausted(&game),
            "{playouts}"
        );
        assert_eq!(ending.at_least, Worth::Win, "{playouts}");
    }
    let mv = choose(&quiet(), &game, Color::Black, 600).mv;
    assert!([name("C2"), name("A1")].contains(&mv), "{mv}");
}

#[test]
fn prices_of_passes_are_handed_to_white_for_playouts() {
    // Two groups of White with two eyes each, one of Black with three.
    let groups = "
        . X O . O . O
        X X O O O O O
        . X X X X X X
        X X O O O O O
        . X O . O . O";
    for (diagram, rules, color, handed) in [
        (SETTLED, "chinese", Color::Black, 0),
        // Playouts know the tax of groups, and that stones are filled in where these count.
        (groups, "ming", Color::Black, 0),
        (groups, "ancient-territory", Color::White, 0),
        (groups, "stones", Color::Black, 0),
        // Black owes a point if White passes first.
        (SETTLED, "wmsg", Color::Black, 0),
        (SETTLED, "wmsg", Color::White, 2),
        // The first pass earns half a point.
        (SETTLED, "aga-button", Color::Black, -1),
        (SETTLED, "aga-button", Color::White, 1),
    ] {
        let game = game_of(diagram, rules, 0.5, color);
        let ending = Ending::of(&game, color, &Judge::of_playouts(400));
        assert_eq!(
            ending.handed_to_white(),
            Points::halves(handed),
            "{rules} {color}"
        );
    }
}

#[test]
fn where_stones_count_all_is_filled_but_two_points_of_each_group() {
    // Both have 18 stones. Black has 22 points in one group, White 23 in two.
    let start = "
        . . . O X . . . .
        . . . O X . . . .
        . . . O X . . X X
        . . O O X X X X O
        O O O O X O O O O
        X X X X X O . . .
        . . . . X O . . .
        . . . . X O . . .
        . . . . X O . . .";
    let mut game = game_of(start, "stones", 0.0, Color::Black);
    while !game.position().is_over() && game.moves().len() < 100 {
        let color = game.position().to_move();
        let choice = choose(&quiet(), &game, color, 100);
        game.play(color, choice.mv).unwrap();
    }
    let stones = Color::ALL.map(|color| game.board().stone_count(color));
    assert_eq!(stones, [38, 37], "{}", game.board());
    // Where area counts, White has a point more, unless groups pay a tax.
    for (rules, at_least) in [("ancient-area", Worth::Win), ("chinese", Worth::Loss)] {
        let game = game_of(start, rules, 0.0, Color::Black);
        assert_eq!(ending(&game, Color::Black).at_least, at_least, "{rules}");
    }
}

#[test]
fn a_clean_up_takes_every_dead_stone_and_then_passes() {
    // White's stone at C3 is dead; C2 takes it.
    let diagram = "
        . X . X O . O
        X X X X O O O
        . X . X O O O
        X X X X O . O
        . X O X O O O
        X X . X O . O
        . X X X O O O";
    for rules in ["chinese", "japanese", "aga"] {
        let mut game = game_of(diagram, rules, 0.5, Color::Black);
        let first = clean_up(&quiet(), &game, Color::Black, 100).mv;
        assert_eq!(first, name("C2"), "{rules}");
        game.play(Color::Black, first).unwrap();
        game.play(Color::White, Move::Pass).unwrap();
        assert_eq!(
            clean_up(&quiet(), &game, Color::Black, 100).mv,
            Move::Pass,
            "{rules}"
        );
    }
}

#[test]
fn dead_stones_are_preferred_to_other_good_moves_where_they_must_be_captured() {
    // B7 is as good as any other move to the search, but C2 takes a dead stone. Black is ahead by four
    // with it on the board and by seven without it.
    let diagram = "
        . . . X O . O
        X X X X O O O
        . X . X O O O
        X X X X O . O
        . X O X O O O
        X X . X O . O
        . X X X O O O";
    for (rules, purpose, komi, mv) in [
        ("chinese", Purpose::CleanUp, 0.5, "C2"),
        ("japanese", Purpose::CleanUp, 0.5, "C2"),
        ("aga", Purpose::CleanUp, 0.5, "C2"),
        ("tromp-taylor", Purpose::Play, 5.5, "C2"),
        // It would be enough with the stone as well, but the points are to be had.
        ("tromp-taylor", Purpose::Play, 0.5, "C2"),
        // The stone counts as dead.
        ("chinese", Purpose::Play, 5.5, "B7"),
    ] {
        let game = game_of(diagram, rules, komi, Color::Black);
        let choice = decide(&game, Color::Black, purpose, name("B7"), 0.9);
        assert_eq!(choice.mv, name(mv), "{rules} {purpose:?} {komi}");
    }
}

fn ending(game: &Game, color: Color) -> Ending {
    Ending::of(game, color, &Judge::of_playouts(400))
}

#[test]
fn a_pass_wins_now_only_after_a_pass_and_if_the_count_wins() {
    for (komi, wins) in [(6.5, true), (7.5, false)] {
        let game = after_pass(SETTLED, "chinese", komi, Color::Black);
        assert_eq!(ending(&game, Color::Black).wins_by_passing_now(), wins);
        let game = game_of(SETTLED, "chinese", komi, Color::Black);
        assert!(!ending(&game, Color::Black).wins_by_passing_now());
    }
}

#[test]
fn a_game_is_exhausted_when_nothing_is_left_to_play_for() {
    let empty = ". . . . .\n".repeat(5);
    for (diagram, rules, komi, is_exhausted) in [
        (SETTLED, "chinese", 0.5, true),
        (SETTLED, "chinese", 20.5, true),
        (WITH_DAME, "chinese", 0.5, false),
        (&empty, "chinese", 0.5, false),
        // Filling in is worth points.
        (SETTLED, "stones", 20.5, false),
        // The dead stone counts as it stands, is taken off, or would cost a point of territory.
        (WITH_PREY, "tromp-taylor", 0.5, false),
        (WITH_PREY, "chinese", 0.5, true),
        (WITH_PREY, "lasker-maas", 0.5, true),
    ] {
        let game = game_of(diagram, rules, komi, Color::Black);
        let found = ending(&game, Color::Black).is_exhausted(&game);
        assert_eq!(found, is_exhausted, "{rules} {komi}\n{diagram}");
    }
}

#[test]
fn a_pass_gives_points_away_where_area_counts_and_all_is_clear() {
    // White's group in the corner lives or dies by B7; D4 of WITH_DAME is K4 here.
    let undecided = "
        . . . O X . X . X . X O . O
        O O O O X X X X X X X O O O
        X X X X X . X . X . X O . O
        X . X X X X X X X X . O O O
        X X X X X . X . X . X O . O
        X . X . X X X X X X X O O O
        X X X X X . X . X . X O . O";
    for (diagram, rules, expected) in [
        (WITH_DAME, "chinese", true),
        (WITH_DAME, "japanese", false),
        (WITH_PREY, "tromp-taylor", true),
        (WITH_PREY, "chinese", false),
        (SETTLED, "tromp-taylor", false),
        (undecided, "chinese", false),
    ] {
        let game = game_of(diagram, rules, 0.5, Color::Black);
        let found = ending(&game, Color::Black);
        assert_eq!(
            found.gives_points_away(&game),
            expected,
            "{rules}\n{diagram}"
        );
    }
    let game = game_of(undecided, "chinese", 0.5, Color::Black);
    let found = ending(&game, Color::Black);
    assert!(!found.is_decided && !found.dame().is_empty());
}

/// White's stones in the first three columns are dead. Black can take them once he has connected at A4.
const TO_HUNT: &str = "
    O O O O O O O
    . O X X X O .
    X O O X X O X
    . X O X O O O
    X X X X O X O
    . X X X X X X
    X X . . . X .";

/// The end of a game in which some stones are taken to be dead.
fn ending_with_dead(game: &Game, color: Color, dead: &[&str], is_decided: bool) -> Ending {
    let mut found = ending(game, color);
    let chains = dead.iter().map(|at| at.parse().unwrap());
    found.dead = chains.flat_map(|at| game.board().chain(at)).collect();
    found.is_decided = is_decided;
    found
}

#[test]
fn dame_that_touch_only_one_player_are_filled_too() {
    // White's G7 forces Black to connect at C7, and then F7 is White's, too.
    let start = "
        . X . X X . .
        . . X O X X O
        . X X O O O .
        . O O X O O X
        . X X X X O .
        . . . X O . O
        . . . X O O .";
    for (color, expected) in [(Color::White, "G7"), (Color::Black, "F7")] {
        let game = game_of(start, "beginners-area", 0.0, color);
        let mut ending = ending_with_dead(&game, color, &["B4", "C4", "G4"], true);
        assert_eq!(ending.dame(), [name(expected).point().unwrap()]);
        ending.at_least = Worth::Win;
        let report = report_with_best(&game, color, Move::Pass, 0.9, 0.88);
        let choice = decide_at(&ending, &report, &game, color, Purpose::Play);
        assert_eq!(choice.mv, name(expected));
    }
}

#[test]
fn a_move_inside_may_prepare_a_dame_or_a_capture() {
    let names =
        |points: Vec<Point>| -> Vec<String> { points.iter().map(Point::to_string).collect() };
    for (rules, expected) in [("chinese", &["E1"][..]), ("japanese", &[])] {
        let game = game_of(DAME_TO_PREPARE, rules, 0.5, Color::Black);
        let found = ending_with_dead(&game, Color::Black, &["C3"], true);
        assert_eq!(names(found.preparing_moves(&game)), expected, "{rules}");
        assert_eq!(
            found.gives_points_away(&game),
            !expected.is_empty(),
            "{rules}"
        );
    }
    let game = game_of(TO_HUNT, "tromp-taylor", 0.5, Color::Black);
    let found = ending_with_dead(&game, Color::Black, &["A7"], true);
    assert_eq!(names(found.hunting_moves(&game)), ["A4"]);
    assert!(found.gives_points_away(&game));
}

#[test]
fn dead_stones_that_count_keep_a_player_from_resting_though_they_are_not_sure() {
    for (rules, dead, is_decided, expected) in [
        ("tromp-taylor", vec!["A7"], false, true),
        ("tromp-taylor", vec![], false, false),
        ("chinese", vec!["A7"], false, false),
        ("chinese", vec!["A7"], true, false),
    ] {
        let game = game_of(TO_HUNT, rules, 0.5, Color::Black);
        let found = ending_with_dead(&game, Color::Black, &dead, is_decided);
        assert_eq!(
            found.gives_points_away(&game),
            expected,
            "{rules} {dead:?} {is_decided}"
        );
    }
}

#[test]
fn a_capture_or_what_prepares_a_dame_comes_before_a_pass_that_is_as_good() {
    for (diagram, dead, rules, best, is_decided, expected) in [
        (TO_HUNT, "A7", "tromp-taylor", "pass", false, "A4"),
        (TO_HUNT, "A7", "tromp-taylor", "pass", true, "A4"),
        // The search knows better what is not clear.
        (TO_HUNT, "A7", "tromp-taylor", "D1", false, "D1"),
        (TO_HUNT, "A7", "chinese", "pass", false, "pass"),
        (DAME_TO_PREPARE, "C3", "chinese", "pass", true, "E1"),
        (DAME_TO_PREPARE, "C3", "chinese", "pass", false, "pass"),
        (DAME_TO_PREPARE, "C3", "japanese", "pass", true, "pass"),
    ] {
        let game = game_of(diagram, rules, 0.5, Color::Black);
        // A short search has not tried E1.
        let report = report_with_best(&game, Color::Black, name(best), 0.9, 0.88);
        let mut ending = ending_with_dead(&game, Color::Black, &[dead], is_decided);
        ending.at_least = Worth::Win;
        let choice = decide_at(&ending, &report, &game, Color::Black, Purpose::Play);
        assert_eq!(
            choice.mv,
            name(expected),
            "{rules} {best} {is_decided}\n{diagram}"
        );
    }
}

#[test]
fn dead_stones_that_count_are_worth_capturing() {
    // The stone at A7 is worth three points to Black, who is ahead by four with it on the board.
    for (rules, at_least) in [("tromp-taylor", Worth::Loss), ("chinese", Worth::Win)] {
        let game = game_of(WITH_PREY, rules, 5.5, Color::Black);
        let found = ending(&game, Color::Black);
        assert_eq!(
            (found.at_least, found.at_most),
            (at_least, Worth::Win),
            "{rules}"
        );
        assert_eq!(Move::Play(found.hunting_moves(&game)[0]), name("A6"));
    }
    // Where the board counts as it stands, White has won with the stone, although it may be captured.
    let game = game_of(WITH_PREY, "tromp-taylor", 5.5, Color::White);
    let found = ending(&game, Color::White);
    assert_eq!((found.at_least, found.at_most), (Worth::Win, Worth::Win));
}

#[test]
fn a_group_that_may_live_or_die_leaves_both_results_open() {
    // White lives at B7 or dies there. She has 8 points, or none.
    let diagram = "
        . . . O X . X
        O O O O X X X
        X X X X X . X
        X . X X X X X
        X X X X X . X
        X . X . X X X
        X X X X X . X";
    for color in Color::ALL {
        let game = game_of(diagram, "chinese", 40.5, color);
        let found = ending(&game, color);
        assert!(!found.is_decided);
        assert_eq!(
            (found.at_least, found.at_most),
            (Worth::Loss, Worth::Win),
            "{color}"
        );
    }
}

#[test]
fn dead_chains_with_the_fewest_liberties_are_hunted_first() {
    let diagram = "
        . . . X O . O
        X X X X O O O
        . O . X O . O
        X X X X O O O
        . X O X O . O
        X X . X O O O
        . X X X O O O";
    let game = game_of(diagram, "chinese", 0.5, Color::Black);
    let moves = ending(&game, Color::Black).hunting_moves(&game);
    let moves: Vec<Move> = moves.into_iter().map(Move::Play).collect();
    assert_eq!(moves, [name("C2")]);
}
