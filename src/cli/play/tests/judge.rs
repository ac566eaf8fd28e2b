//! The end of a game: its count, disputes about it, and explanations.

use super::*;
use crate::go::Point;
use crate::life::Ground;
use crate::sgf;

#[test]
fn the_end_is_counted_disputed_and_resumed() {
    let rows = "d5\ne4\nc4\nd4\nc3\nd3\nc2\nd2\nc1\nd1\na1\n";
    let first = format!("{rows}a3\npass\npass\ndead a3\ndead a1 a3\ndead b5\ndead z9\ndead\n");
    let text = talk("--as both --boardsize 5 --komi 0.5", &first);
    for answer in [
        "x, o: dead stones   b, w: territory",
        "there is no stone at B5",
        "Z9 is not on a board of 5x5: columns A to E, rows 1 to 5",
        "a stone is needed: dead D4",
        "If you do not agree",
        "explain shows why",
    ] {
        assert!(text.contains(answer), "{answer}\n{text}");
    }
    // What comes after a dispute depends on the rules.
    let again = format!("{rows}a3\npass\npass\nresume\npass\npass\nscore\ndead a3\n");
    let later = format!("{rows}a3\npass\npass\nresume\nb1\npass\npass\nscore\n");
    for (rules, verdict, lives_at_once, lives_later) in [
        ("wmsg", "next time all stones", true, true),
        ("aga", "If both pass at once, all stones", true, false),
        ("chinese", "Play goes on.\n", false, false),
    ] {
        let flags = format!("--as both --boardsize 5 --komi 0.5 --rules {rules}");
        for (moves, lives) in [(&again, lives_at_once), (&later, lives_later)] {
            let text = talk(&flags, moves);
            assert!(text.contains(verdict), "{text}");
            let end = text.rsplit("Play goes on.").next().unwrap();
            assert!(end.contains("game over: "), "{end}");
            assert_eq!(!end.contains("\ndead  "), lives, "{rules}\n{end}");
        }
        let refusal = "so all stones live; resume goes on";
        assert_eq!(
            talk(&flags, &again).contains(refusal),
            lives_at_once,
            "{rules}"
        );
    }
}

#[test]
fn a_dead_chain_counts_for_the_opponent() {
    let moves = "c5\nd5\nc4\nd4\nc3\nd3\nc2\nd2\nc1\nd1\nb4\ne4\nb2\ne2\npass\na3\n";
    let mut table = options("--as both --boardsize 5 --komi 0.5 --rules aga")
        .table()
        .unwrap();
    for line in moves.lines() {
        commands::execute(&mut table, line).unwrap();
    }
    assert!(!table.is_over() && commands::execute(&mut table, "dead a3").is_err());
    for _ in 0..2 {
        commands::execute(&mut table, "pass").unwrap();
    }
    assert!(table.is_over());
    let stone = "A3".parse().unwrap();
    let before = table.count().verdict.dead().contains(stone);
    assert!(before, "a lone stone in Black's area is dead");
    assert_eq!(table.outcome().unwrap().to_string(), "B+4.5");
    commands::execute(&mut table, "dead a3").unwrap();
    assert_eq!(table.outcome().unwrap().to_string(), "W+4.5");
    commands::execute(&mut table, "dead a3").unwrap();
    assert_eq!(table.outcome().unwrap().to_string(), "B+4.5");
    commands::execute(&mut table, "resume").unwrap();
    assert!(!table.is_over() && table.outcome().is_none());
    // One pass does not stop play again at once.
    commands::execute(&mut table, "pass").unwrap();
    assert!(!table.is_over());
    commands::execute(&mut table, "pass").unwrap();
    assert!(table.is_over() && table.count().verdict.dead().is_empty());
    assert_eq!(table.outcome().unwrap().to_string(), "W+4.5");
    // Before the resumption there was no second stop.
    for _ in 0..3 {
        commands::execute(&mut table, "undo").unwrap();
    }
    commands::execute(&mut table, "pass").unwrap();
    assert_eq!(table.outcome().unwrap().to_string(), "B+4.5");
}

#[test]
fn the_board_shows_what_is_counted() {
    let file = Scratch::new("counted");
    // In the first position White fills E1, so that Black has to defend at C1. In the second both have an eye in a seki.
    for (rows, shown, verdict, black) in [
        (
            "....XO... ....XO... ....XO... ....XO... XXXXXO... XXXXOO... ...XO.... XXXOO.... ...X.O...",
            " 1 b b X X O O w w w 1",
            "filled                E1\ndefended              C1\n",
            "A1 B1 A3 B3 C3 A6 B6 C6 D6 A7 B7 C7 D7 A8 B8 C8 D8 A9 B9 C9 D9",
        ),
        ("OOXXX OOXXX O.OX. OOOXX OO.XX", " 3 O = O X = 3", "", ""),
    ] {
        let board: Board = rows.replace(' ', "\n").parse().unwrap();
        let game = crate::go::tests::game(&board, Color::Black, "japanese".parse().unwrap());
        fs::write(&file.0, sgf::write(&game.record())).unwrap();
        let mut table = options("--as both --rules japanese").table().unwrap();
        let kept = format!("load {}\npass\npass\n", file.0.display());
        let text = talk("--as both --rules japanese", &kept);
        let (_, end) = text.split_once("=: in seki").unwrap();
        assert!(text.contains(shown) && end.contains(verdict), "{text}");
        for line in kept.lines() {
            commands::execute(&mut table, line).unwrap();
        }
        let marks = table.count().territory_marks();
        let mut expected: Vec<Point> = black
            .split_whitespace()
            .map(|at| at.parse().unwrap())
            .collect();
        expected.sort_unstable();
        assert_eq!(marks.black.iter().collect::<Vec<_>>(), expected);
        assert_eq!(marks.white.is_empty(), black.is_empty());
    }
}

#[test]
fn what_was_agreed_is_saved_and_loaded() {
    let file = Scratch::new("agreed");
    let name = file.0.display();
    let moves = "c5\nd5\nc4\nd4\nc3\nd3\nc2\nd2\nc1\nd1\nb4\ne4\nb2\ne2\npass\na3\npass\npass\n";
    let flags = "--as both --boardsize 5 --komi 0.5 --rules aga";
    for (disputed, result, dead) in [("", "B+4.5", 1), ("dead a3\n", "W+4.5", 0)] {
        let _ = fs::remove_file(&file.0);
        talk(flags, format!("{moves}{disputed}save {name}\n"));
        let text = fs::read_to_string(&file.0).unwrap();
        assert!(text.contains(&format!("RE[{result}]")), "{text}");
        assert!(text.contains("TW["), "{text}");
        let mut table = options("--as both --boardsize 19").table().unwrap();
        commands::execute(&mut table, &format!("load {name}")).unwrap();
        assert_eq!(table.outcome().unwrap().to_string(), result);
        assert_eq!(table.count().verdict.dead().len(), dead);
        let board = table.session.game.board().clone();
        let ground = table.count().verdict.ground(&board, "A3".parse().unwrap());
        assert_eq!(ground, Some(Ground::Agreed));
        // It can be gone on with.
        commands::execute(&mut table, "resume").unwrap();
        assert!(table.outcome().is_none());
    }
}

#[test]
fn rules_without_dead_stones_say_so() {
    let text = talk(
        "--as both --boardsize 5 --rules tromp-taylor",
        "c3\npass\npass\ndead c3\n",
    );
    assert!(text.contains("under tromp-taylor rules dead stones are captured"));
    assert!(text.contains("B+17.5") && text.contains("Black wins by 17.5 points."));
}

#[test]
fn the_judge_explains_itself_in_its_languages() {
    let rows = "d5\ne4\nc4\nd4\nc3\nd3\nc2\nd2\nc1\nd1\na1\na3\npass\npass\n";
    let flags = "--as both --boardsize 5 --komi 0.5 --lang en";
    let text = talk(flags, format!("{rows}explain\ndead a3\nexplain es\n"));
    for words in [
        "X O living stones, x o dead ones",
        "Black C4 (4 stones) lives",
        "White A3 is dead",
        "Blanco A3 vive: así se ha indicado.",
        "negro",
        "resultado",
    ] {
        let found = text.to_lowercase().contains(&words.to_lowercase());
        assert!(found, "{words}\n{text}");
    }
    assert!(!text.contains("if the game ended now"));
    let french = talk(&flags.replace("en", "fr"), "c3\nexplain\n");
    assert!(french.contains("Noir C3 vit") && french.contains("if the game ended now"));
    assert_eq!(
        answer(flags, "explain xx"),
        "the judge has no language 'xx'; it has en, es, fr"
    );
    let of = |variables: &[(&str, &str)]| {
        language(|name| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        })
    };
    assert_eq!(of(&[("LANG", "es_AR.UTF-8")]), Language::Spanish);
    assert_eq!(
        of(&[("LC_ALL", "fr"), ("LANG", "es_ES.UTF-8")]),
        Language::French
    );
    assert_eq!(of(&[("LANG", "ja_JP.UTF-8")]), Language::English);
    assert_eq!(of(&[]), Language::English);
}
