//! Tests of whole reviews.

use super::*;
use crate::go::{Game, Strictness};
use crate::html::tests::check_balance;
use crate::sgf;

fn settings(jobs: usize) -> Settings {
    Settings {
        model: None,
        effort: Effort::Playouts(400),
        jobs,
        seed: 1,
    }
}

fn review_of(text: &str, jobs: usize) -> Review {
    let record = sgf::read_first(text.as_bytes()).unwrap();
    let preset = Preset::find("chinese").unwrap();
    super::review(&record, preset, &settings(jobs), &mut |_, _| ()).unwrap()
}

/// Black's wall on the left lives with A2, and White's stones live anyhow. Black plays elsewhere, and
/// White kills him.
const BLUNDER: &str = "(;SZ[7:3]KM[-9.5]PB[<b> & \"c\"]
AB[ba][bb][bc]AW[ca][cb][cc][ea][eb][ec]
;B[gb];W[ab];B[ga];W[gc])";

#[test]
fn the_blunder_is_the_worst_move() {
    let review = review_of(BLUNDER, 1);
    assert_eq!(review.worst(1), [0], "{:#?}", review.moves);
    let judged = &review.moves[0];
    let better = judged.better.as_ref().unwrap();
    assert_eq!(better.line[0].to_string(), "A2");
    assert!(
        judged.loss() > 2.0 * BIG_MISTAKE && judged.points_lost() > 2.0,
        "{judged:?}"
    );
    assert_eq!(review.moves[1].better, None, "White kills");
    let sums = review.sums();
    assert_eq!((sums.black.moves, sums.white.moves), (2, 2));
    assert!(sums.black.big_mistakes > 0 && sums.white.big_mistakes == 0);
    assert!(sums.black.share(sums.black.loss) > 2.0 * sums.white.share(sums.white.loss));
}

#[test]
fn jobs_do_not_matter() {
    let [one, three] = [1, 3].map(|jobs| review_of(BLUNDER, jobs));
    assert_eq!(one.moves, three.moves);
    assert_eq!(one.start, three.start);
    let other = super::review(
        &one.record,
        one.preset,
        &Settings {
            seed: 2,
            ..settings(1)
        },
        &mut |_, _| (),
    );
    assert_ne!(one.moves, other.unwrap().moves);
}

#[test]
fn kosumis_own_choice_costs_nothing_and_lines_are_legal() {
    let review = review_of(BLUNDER, 2);
    for (place, judged) in review.moves.iter().enumerate() {
        let game = Game::replay(
            &review.record,
            review.preset.rules,
            place,
            Strictness::Lenient,
        );
        let check = |first: &[Move], rest: &[Move]| {
            let (mut game, mut turn) = (game.clone().unwrap(), judged.color);
            for &mv in first.iter().chain(rest) {
                game.play(turn, mv).unwrap();
                turn = !turn;
            }
        };
        check(&[judged.mv], &judged.reply);
        match &judged.better {
            Some(better) => {
                assert_ne!(better.line[0], judged.mv);
                check(&[], &better.line);
            }
            None => assert!(judged.loss().abs() + judged.points_lost().abs() < 1e-12),
        }
        assert!((0.0..=1.0).contains(&judged.after.chance));
    }
}

#[test]
fn games_without_moves_and_odd_ones_have_reviews() {
    for (text, moves) in [
        ("(;SZ[5])", 0),
        ("(;SZ[1];B[];W[])", 2),
        ("(;SZ[3:2]AB[aa];W[ba];W[bb];AE[aa]PL[W];W[ca];B[])", 4),
        ("(;SZ[5]B[aa]W[bb];B[cc];B[];W[];B[])", 6),
    ] {
        let review = review_of(text, 2);
        assert_eq!(review.moves.len(), moves);
        let page = page(&review, 10);
        check_balance(&page);
        let notes = annotations(&review, 10);
        let text = sgf::annotate(text.as_bytes(), 0, &notes).unwrap();
        let again = sgf::read_first(text.as_bytes()).unwrap();
        assert!(again.moves().eq(review.record.moves()));
        assert!(summary(&review, 10).contains("At first: Black wins"));
    }
}

#[test]
fn a_move_on_a_stone_is_an_error() {
    let record = sgf::read_first(b"(;SZ[5];B[aa];W[aa])").unwrap();
    let preset = Preset::find("chinese").unwrap();
    let error = super::review(&record, preset, &settings(1), &mut |_, _| ()).unwrap_err();
    assert_eq!(error.to_string(), "move 2: A5 is occupied");
}

#[test]
fn the_page_needs_nothing_from_outside_and_shows_the_mistakes() {
    let review = review_of(BLUNDER, 2);
    let page = page(&review, 1);
    check_balance(&page);
    for link in ["href=\"http", "url(", "src=", "@import", "<script"] {
        assert!(!page.contains(link), "{link}");
    }
    assert!(page.contains("<h1>&lt;b&gt; &amp; &quot;c&quot; – White</h1>"));
    let number = review.worst(1)[0] + 1;
    assert!(page.contains(&format!("<article id=\"move-{number}\">")));
    assert_eq!(page.matches(&format!("href=\"#move-{number}\"")).count(), 2);
    assert_eq!(page.matches("<article").count(), 1);
    assert_eq!(page.matches("class=\"board\"").count(), 2);
}

#[test]
fn the_loss_is_that_of_the_mover() {
    let estimate = |chance, lead| Estimate {
        chance,
        lead,
        deviation: 1.0,
    };
    let judged = |color| Judged {
        color,
        mv: Move::Pass,
        after: estimate(0.4, -2.0),
        reply: Vec::new(),
        better: Some(Better {
            estimate: estimate(0.6, 3.0),
            line: vec!["A1".parse().unwrap()],
        }),
    };
    for (color, sign) in [(Color::Black, 1.0), (Color::White, -1.0)] {
        let judged = judged(color);
        assert!((judged.loss() - 0.2 * sign).abs() < 1e-12);
        assert!((judged.points_lost() - 5.0 * sign).abs() < 1e-12);
        assert_eq!(judged.is_mistake(), sign > 0.0);
    }
}
