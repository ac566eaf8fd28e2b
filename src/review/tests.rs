//! Tests of whole reviews.

use super::words::ReviewWords;
use super::*;
use crate::go::rules::Preset;
use crate::go::{Game, Strictness};
use crate::html::tests::check_balance;
use crate::sgf;
use std::cmp::Reverse;

fn settings(jobs: usize) -> ReviewSettings {
    ReviewSettings {
        model: None,
        effort: Effort::Visits(400),
        jobs,
        seed: 1,
        language: Language::English,
    }
}

fn review_of(text: &str, jobs: usize) -> Review {
    let record = sgf::read_first(text.as_bytes()).unwrap();
    let rules = RuleSet::from(Preset::find("chinese").unwrap());
    super::review(&record, &rules, &settings(jobs), &mut |_, _| ()).unwrap()
}

/// Black's wall on the left lives with A2, and White's stones live anyhow. Black plays elsewhere, and
/// White kills him.
const BLUNDER: &str = "(;SZ[7:3]KM[-9.5]PB[<b> & \"c\"]
AB[ba][bb][bc]AW[ca][cb][cc][ea][eb][ec]
;B[gb];W[ab];B[ga];W[gc])";

#[test]
fn a_line_is_named_move_by_move() {
    let line = ["A2", "pass", "G3"].map(|name| name.parse().unwrap());
    assert_eq!(
        text::moves(&line, ReviewWords::of(Language::English)),
        "A2 pass G3"
    );
    assert_eq!(
        text::moves(&line, ReviewWords::of(Language::French)),
        "A2 passe G3"
    );
}

#[test]
fn rules_have_their_name_in_each_language() {
    for (language, expected) in [
        (Language::English, "japanese rules"),
        (Language::Spanish, "reglas japonesas"),
        (Language::French, "règle japonaise"),
    ] {
        assert_eq!(ReviewWords::of(language).rules_of("japanese"), expected);
    }
}

#[test]
fn the_blunder_is_the_worst_move() {
    let review = review_of(BLUNDER, 1);
    assert_eq!(review.worst(1), [0], "{:#?}", review.moves);
    let judged = &review.moves[0];
    let better = judged.better.as_ref().unwrap();
    assert_eq!(better.line[0].to_string(), "A2");
    assert_eq!(judged.grade(), Grade::BigMistake, "{judged:?}");
    assert!(judged.chance_lost() > 0.3, "{judged:?}");
    assert_eq!(review.moves[1].better, None, "White kills");
    let sums = review.sums();
    assert_eq!((sums.black.moves, sums.white.moves), (2, 2));
    assert!(sums.black.big_mistakes > 0 && sums.white.big_mistakes == 0);
    assert!(sums.black.share(sums.black.chances) > 2.0 * sums.white.share(sums.white.chances));
    assert!(sums.black.accuracy() < sums.white.accuracy());
}

#[test]
fn jobs_do_not_matter() {
    let [one, three] = [1, 3].map(|jobs| review_of(BLUNDER, jobs));
    assert_eq!(one.moves, three.moves);
    assert_eq!(one.start, three.start);
    let other = super::review(
        &one.record,
        &one.rules,
        &ReviewSettings {
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
    let counts = review
        .moves
        .iter()
        .map(|judged| judged.before.candidates.len());
    assert_eq!(counts.max(), Some(5), "all that are shown");
    for (place, judged) in review.moves.iter().enumerate() {
        let others = &judged.before.candidates[1..];
        assert!(others.is_sorted_by_key(|candidate| Reverse(candidate.visits)));
        let game = Game::replay(
            &review.record,
            review.rules.rules,
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
        let best = judged.after.candidates.first();
        check(&[judged.mv], best.map_or(&[], |best| &best.line));
        for candidate in &judged.before.candidates {
            check(&[], &candidate.line);
        }
        match &judged.better {
            Some(better) => {
                assert_ne!(better.line[0], judged.mv);
                check(&[], &better.line);
            }
            None => assert!(judged.chance_lost() == 0.0 && judged.points_lost() == 0.0),
        }
        assert!((0.0..=1.0).contains(&judged.after.estimate.chance));
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
        check_balance(&page_of(&review, 10));
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
    let rules = RuleSet::from(Preset::find("chinese").unwrap());
    let error = super::review(&record, &rules, &settings(1), &mut |_, _| ()).unwrap_err();
    assert_eq!(error.to_string(), "move 2: A5 is occupied");
}

fn page_of(review: &Review, mistakes: usize) -> String {
    page_with(review, mistakes, None)
}

fn page_with(review: &Review, mistakes: usize, tree: Option<&sgf::SgfTree>) -> String {
    let summary = Summary::of(review, "key".to_owned(), "sum".to_owned());
    let file = ReviewedFile {
        text: "(;C[</script>])",
        name: "<b>.sgf",
        tree,
    };
    page(review, mistakes, &file, &summary)
}

/// The steps of a page, as its script reads them.
fn steps_of(page: &str) -> Vec<serde_json::Value> {
    let (_, rest) = page
        .split_once("<script class=\"steps-text\" type=\"application/json\">")
        .unwrap();
    let (json, _) = rest.split_once("</script>").unwrap();
    serde_json::from_str(json).unwrap()
}

/// The page of a text with its variations.
fn varied(text: &str) -> String {
    let review = review_of(text, 1);
    let tree = sgf::load_trees(text.as_bytes(), 1, MOST_NODES).remove(0);
    let page = page_with(&review, 3, Some(&tree.unwrap()));
    check_balance(&page);
    page
}

#[test]
fn the_page_needs_nothing_from_outside_and_shows_the_mistakes() {
    let review = review_of(BLUNDER, 2);
    let page = page_of(&review, 1);
    check_balance(&page);
    // Shades of stones stand on the page itself.
    let elsewhere = page.replace("url(#", "");
    for link in ["href=\"http", "url(", "src=", "@import", "<link"] {
        assert!(!elsewhere.contains(link), "{link}");
    }
    assert!(page.contains("<h1>&lt;b&gt; &amp; &quot;c&quot; – White</h1>"));
    assert_eq!(page.matches("<li tabindex").count(), 1);
    assert!(page.contains("<b>Move 1, G2</b> loses "));
    assert!(page.contains("Better: <b>A2</b>"));
    // The record that can be saved ends no element.
    assert!(page.contains("(;C[\\u003c/script>])") && page.contains("data-name=\"&lt;b&gt;.sgf\""));
}

#[test]
fn the_page_knows_every_move_and_what_was_seen_there() {
    let review = review_of(BLUNDER, 2);
    let page = page_of(&review, 10);
    let steps = steps_of(&page);
    // Of the ways on from a step the first one is that of the game.
    let mut step = 0;
    for (place, judged) in review.moves.iter().enumerate() {
        let seen = &steps[step]["seen"];
        assert_eq!(seen[0], judged.color.to_string());
        assert_eq!(
            seen[3].as_str().unwrap().len(),
            21,
            "a letter for each point"
        );
        let choice = judged
            .better
            .as_ref()
            .map_or(judged.mv, |better| better.line[0]);
        assert_eq!(seen[4][0][0], choice.to_string());
        let goes_on = |next: &serde_json::Value| next["before"] == step;
        step = steps.iter().position(goes_on).unwrap();
        let text = steps[step]["text"].as_str().unwrap();
        assert!(
            text.starts_with(&format!(
                "{}. {} {}.",
                place + 1,
                judged.color.name(),
                judged.mv
            )),
            "{text}"
        );
        let is_blamed = steps[step].get("grade").is_some();
        assert_eq!(is_blamed, review.worst(10).contains(&place));
        // Better moves can be played.
        let other = steps
            .iter()
            .any(|next| next["before"] == steps[step]["before"] && next != &steps[step]);
        assert!(other || judged.better.is_none());
    }
    assert_eq!(steps[step]["seen"][0], "black");
}

#[test]
fn an_index_reads_what_pages_keep() {
    let review = review_of(BLUNDER, 1);
    let summary = Summary::of(&review, "key".to_owned(), "sum".to_owned());
    assert_eq!(
        Summary::in_page(&page_of(&review, 1)),
        Some(summary.clone())
    );
    assert_eq!(Summary::in_page("<p>nothing</p>"), None);
    let index = index(&[("a&b.html".to_owned(), summary)]);
    check_balance(&index);
    assert!(index.contains("<a href=\"a&amp;b.html\">&lt;b&gt; &amp; &quot;c&quot; – White</a>"));
}

fn estimate(chance: f64, lead: f64) -> PositionValue {
    PositionValue {
        chance,
        lead,
        deviation: 1.0,
    }
}

/// A move that has lost points and a part of the chance, with a better one if that is named.
fn judged(color: Color, mv: &str, better: Option<&str>, points: f64, chance: f64) -> JudgedMove {
    let found = |estimate| FoundMoves {
        turn: color,
        estimate,
        candidates: Vec::new(),
        owners: Ownership::new(),
        evidence: RankEvidence::default(),
    };
    let sign = f64::from(color.sign());
    JudgedMove {
        color,
        mv: mv.parse().unwrap(),
        before: found(estimate(0.5, 0.0)),
        after: found(estimate(0.5 - sign * chance, -sign * points)),
        better: better.map(|mv| Better {
            estimate: estimate(0.5, 0.0),
            line: vec![mv.parse().unwrap()],
            owners: Ownership::new(),
            passed: None,
            shape: None,
        }),
        evidence: RankEvidence::default(),
        reasons: Vec::new(),
        opening: None,
    }
}

#[test]
fn the_loss_is_that_of_the_mover_and_never_a_gain() {
    for color in Color::ALL {
        let worse = judged(color, "A1", Some("B1"), 5.0, 0.2);
        assert!((worse.chance_lost() - 0.2).abs() < 1e-12);
        assert!((worse.points_lost() - 5.0).abs() < 1e-12);
        let better = judged(color, "A1", Some("B1"), -5.0, -0.2);
        assert!(better.chance_lost() == 0.0 && better.points_lost() == 0.0);
        assert!(better.size() == 0.0 && better.grade() == Grade::Fine);
        // One may be lost while the other is won.
        let mixed = judged(color, "A1", Some("B1"), -5.0, 0.2);
        assert!(mixed.points_lost() == 0.0 && (mixed.chance_lost() - 0.2).abs() < 1e-12);
    }
}

#[test]
fn points_decide_how_bad_a_move_is_or_chances_where_few_points_matter() {
    for (points, chance, grade) in [
        (0.9, 0.07, Grade::Fine),
        (1.0, 0.0, Grade::Doubtful),
        (0.0, 0.08, Grade::Doubtful),
        (1.9, 0.14, Grade::Doubtful),
        (2.0, 0.0, Grade::Mistake),
        (0.0, 0.16, Grade::Mistake),
        (4.9, 0.37, Grade::Mistake),
        (5.0, 0.0, Grade::BigMistake),
        (1.0, 0.38, Grade::BigMistake),
    ] {
        let judged = judged(Color::Black, "A1", Some("B1"), points, chance);
        assert_eq!(judged.grade(), grade, "{points} {chance}");
    }
}

#[test]
fn a_move_that_is_missed_again_is_one_mistake_until_somebody_plays_there() {
    use Color::{Black, White};
    let missed = |color, mv, better| judged(color, mv, Some(better), 6.0, 0.0);
    let mut review = review_of("(;SZ[7:3];B[ga];W[gb];B[gc];W[fa];B[fb];W[fc];B[ea])", 1);
    review.moves = vec![
        missed(Black, "A1", "C1"),
        // What the opponent misses is another mistake.
        missed(White, "A2", "C1"),
        missed(Black, "A3", "C1"),
        missed(White, "B3", "C2"),
        missed(Black, "B2", "C1"),
        missed(White, "C1", "C2"),
        missed(Black, "B1", "C1"),
    ];
    let again = [None, None, Some(0), None, Some(0), Some(3), None];
    assert_eq!(review.missed_before(), again);
    assert_eq!(review.worst(10), [0, 1, 3, 6]);
    let sums = review.sums();
    assert_eq!((sums.black.mistakes, sums.black.big_mistakes), (2, 2));
    assert!(
        (sums.black.points - 24.0).abs() < 1e-9,
        "all of them cost points"
    );
    assert!((sums.black.accuracy() - 0.75_f64.powi(6)).abs() < 1e-9);
    let page = page_of(&review, 10);
    assert!(page.contains("Missed again at 3, 5."), "{page}");
}

#[test]
fn the_worst_mistakes_are_those_that_cost_the_game() {
    let mut review = review_of(BLUNDER, 1);
    review.moves = vec![
        judged(Color::Black, "A1", Some("B1"), 30.0, 0.001),
        judged(Color::White, "A2", Some("B2"), 3.0, 0.2),
        judged(Color::Black, "A3", Some("B3"), 8.0, 0.0),
        judged(Color::White, "C1", Some("C2"), 2.5, 0.6),
    ];
    assert_eq!(review.worst(10), [3, 1, 0, 2]);
    assert_eq!(review.worst(2), [3, 1]);
}

#[test]
fn a_review_speaks_one_language() {
    let record = sgf::read_first(BLUNDER.as_bytes()).unwrap();
    let rules = RuleSet::from(Preset::find("chinese").unwrap());
    let english = [
        "Black", "White", "loses", "Mistake", "visits", "rules", "Move",
    ];
    for (language, own) in [
        (
            Language::Spanish,
            [
                "Negro gana",
                "Gran error: pierde",
                "Los peores errores",
                "Precisión",
            ],
        ),
        (
            Language::French,
            [
                "Noir gagne",
                "Grosse erreur : perd",
                "Les pires erreurs",
                "Précision",
            ],
        ),
    ] {
        let settings = ReviewSettings {
            language,
            ..settings(1)
        };
        let review = super::review(&record, &rules, &settings, &mut |_, _| ()).unwrap();
        let (page, notes) = (page_of(&review, 10), annotations(&review, 10));
        check_balance(&page);
        let all = format!("{page}{}{}", summary(&review, 10), notes.comment);
        for text in own {
            assert!(all.contains(text), "{text}");
        }
        assert!(page.contains(&format!("<html lang=\"{}\">", language.code())));
        // Scripts and the summary that an index reads speak no language.
        let shown = page
            .split("<script")
            .map(|part| part.split_once("</script>").map_or(part, |(_, rest)| rest));
        let shown: String = shown.collect();
        for text in english {
            let comments = notes.moves.iter().map(|note| note.comment.as_str());
            let comments: Vec<&str> = comments.chain([notes.comment.as_str(), &shown]).collect();
            assert!(
                comments.iter().all(|comments| !comments.contains(text)),
                "{text}: {comments:#?}"
            );
        }
        // It is known as a review again.
        let text = sgf::annotate(BLUNDER.as_bytes(), 0, &notes).unwrap();
        assert!(
            is_reviewed(&sgf::read_first(text.as_bytes()).unwrap()),
            "{text}"
        );
    }
    assert!(!is_reviewed(&record));
}

#[test]
fn a_pass_has_a_word_in_each_language() {
    let text = BLUNDER.replace(
        ";B[gb];W[ab];B[ga];W[gc])",
        "(;B[];W[ab];B[];W[])(;B[gb];W[]))",
    );
    let record = sgf::read_first(text.as_bytes()).unwrap();
    let rules = RuleSet::from(Preset::find("chinese").unwrap());
    let tree = sgf::load_trees(text.as_bytes(), 1, MOST_NODES)
        .remove(0)
        .unwrap();
    for (language, own) in [
        (Language::English, "pass"),
        (Language::Spanish, "paso"),
        (Language::French, "passe"),
    ] {
        let settings = ReviewSettings {
            language,
            ..settings(1)
        };
        let review = super::review(&record, &rules, &settings, &mut |_, _| ()).unwrap();
        let first = &review.moves[0];
        assert!(
            first.better.is_some() && !first.reasons.is_empty(),
            "{first:#?}"
        );
        let notes = annotations(&review, 10);
        let page = page_with(&review, 10, Some(&tree));
        let steps = steps_of(&page);
        let mut said: Vec<&str> = first
            .reasons
            .iter()
            .map(|reason| reason.text.as_str())
            .collect();
        let of_steps = steps.iter().filter_map(|step| step["text"].as_str());
        said.extend(of_steps);
        said.extend(notes.moves.iter().map(|note| note.comment.as_str()));
        let summary = summary(&review, 10);
        said.extend(summary.lines());
        let is_word = |text: &str, word: &str| {
            let mut words = text.split(|letter: char| !letter.is_alphabetic());
            words.any(|is| is == word)
        };
        for other in ["pass", "paso", "passe"] {
            let found: Vec<&&str> = said.iter().filter(|text| is_word(text, other)).collect();
            assert_eq!(!found.is_empty(), other == own, "{language:?}: {found:#?}");
        }
        // In the list of mistakes, and in that of variations.
        assert!(page.contains(&format!("1, {own}</b>")), "{page}");
        assert!(page.contains(&format!("G2 {own}")), "{page}");
    }
}

#[test]
fn reasons_and_comments_of_the_record_stand_beside_the_verdict() {
    let text = BLUNDER.replace(";B[gb]", ";B[gb]C[A teacher: live first!]");
    let review = review_of(&text, 1);
    let reasons = &review.moves[0].reasons;
    assert!(!reasons.is_empty(), "{:#?}", review.moves[0]);
    assert!(review.moves[1].reasons.is_empty(), "no mistake");
    let page = page_of(&review, 10);
    let notes = annotations(&review, 10);
    for reason in reasons {
        assert!(
            page.matches(&reason.text).count() >= 2,
            "at the move and in the list"
        );
        assert!(notes.moves[0].comment.contains(&reason.text));
        assert!(summary(&review, 10).contains(&reason.text));
    }
    assert!(page.contains("\\n\\nA teacher: live first!"), "{page}");
    // The first mistake leads to the position before it.
    assert!(page.contains("data-step=\"0\" data-through="));
}

#[test]
fn variations_of_the_record_can_be_played_on_the_page() {
    let page = varied(
        "(;SZ[7:3]KM[-9.5]AB[ba][bb][bc]AW[ca][cb][cc][ea][eb][ec]\
        ;B[gb]LB[ab:key](;W[ab];B[ga];W[gc])\
        (;W[gc]C[</script><b>Too small & slow]TR[gc]SQ[zz];B[ab](;W[ga])(;AE[gb]AW[da]C[Shape];W[fb])))",
    );
    let steps = steps_of(&page);
    let find = |text: &str| {
        let starts = |step: &serde_json::Value| step["text"].as_str().unwrap().starts_with(text);
        steps.iter().position(starts).unwrap()
    };
    let after = |step: usize| usize::try_from(steps[step]["before"].as_u64().unwrap()).unwrap();
    let first = find("1. Black G2");
    assert_eq!(steps[first]["labels"][0][1], "key");
    // White's answer beside the game's, what follows it, and another variation within.
    let is_way = |step: &serde_json::Value| step["before"] == first && step["varies"] == true;
    let white = steps.iter().position(is_way).unwrap();
    let text = steps[white]["text"].as_str().unwrap();
    assert!(text.ends_with("\n\n</script><b>Too small & slow"), "{text}");
    assert_eq!(steps[white]["marks"], serde_json::json!([[20, "triangle"]]));
    let shape = find("\n\nShape");
    assert_eq!(
        steps[shape]["changes"].as_array().unwrap().len(),
        2,
        "a setup"
    );
    let end = find("Variation: White G3");
    assert_eq!(after(shape), after(end));
    assert_eq!(after(after(end)), white);
    // The list leads to where the variation begins, and to its end.
    let link = format!("data-step=\"{first}\" data-through=\"{end}\"");
    let (_, item) = page.split_once(&link).unwrap();
    assert!(
        item.starts_with("><b>Move 2</b>: G1 A2 G3<p>&lt;/script&gt;&lt;b&gt;Too small &amp; slow"),
        "{}",
        &item[..200]
    );
    assert!(!page.contains("in the record alone"));
}

#[test]
fn a_page_holds_a_bounded_part_of_a_record_that_can_be_played() {
    let huge = "x".repeat(100_000);
    let many = "(;W[ba]C[HUGE])".replace("HUGE", &huge) + &"(;W[aa])(;W[zz])".repeat(10);
    let page = varied(&format!("(;SZ[5];B[aa](;W[bb]){many})"));
    assert_eq!(page.matches("<b>Move 2</b>").count(), 1);
    assert!(page.contains("20 nodes of variations are in the record alone"));
    assert!(page.len() < 100_000, "{}", page.len());
    // Of more variations than a page has room for the first ones are shown.
    let all = "abcde"
        .chars()
        .flat_map(|c| "abcde".chars().map(move |r| (c, r)));
    let answers: Vec<String> = all
        .map(|(c, r)| format!("(;W[{c}{r}];B[];W[];B[])"))
        .collect();
    let wide = answers.concat().repeat(120);
    let page = varied(&format!("(;SZ[5];B[aa](;W[bb]){wide})"));
    let steps = steps_of(&page);
    assert!(steps.len() < 200, "equal moves are one: {}", steps.len());
    assert!(page.contains(" nodes of variations are in the record alone"));
    let deep = ";W[bb];B[]".repeat(100) + &";W[];B[]".repeat(4000);
    let page = varied(&format!("(;SZ[5];B[aa](;W[bb])(;W[cc];B[]{deep}))"));
    assert!(steps_of(&page).len() < 2100);
}

#[test]
fn variations_of_another_game_are_not_mixed_in() {
    let review = review_of("(;SZ[5];B[aa];W[bb])", 1);
    for (other, ways) in [
        ("(;SZ[5];B[aa](;W[bb])(;W[cc]))", 1),
        ("(;SZ[5](;B[ab](;W[bb])(;W[cc]))(;B[dd]))", 1),
        ("(;SZ[7];B[aa](;W[bb])(;W[cc]))", 0),
        ("(;SZ[5];AB[dd];B[aa](;W[bb])(;W[cc]))", 0),
    ] {
        let tree = sgf::load_trees(other.as_bytes(), 1, MOST_NODES).remove(0);
        let page = page_with(&review, 3, Some(&tree.unwrap()));
        assert_eq!(page.matches("\"varies\":true").count(), ways, "{other}");
    }
}

#[test]
fn a_move_is_found_if_the_next_best_one_would_have_been_a_mistake() {
    for color in Color::ALL {
        let candidate = |(points, visits): (f64, u32)| CandidateMove {
            visits,
            estimate: estimate(0.5, points * f64::from(color.sign())),
            line: vec![Move::Pass],
        };
        for (second, better, is_found) in [
            (Some((-2.0, 5)), None, true),
            (Some((-2.0, 4)), None, false),
            (Some((-1.9, 5)), None, false),
            (Some((-2.0, 5)), Some("B1"), false),
            (None, None, false),
        ] {
            let mut judged = judged(color, "A1", better, 0.0, 0.0);
            let others = second.map(candidate);
            judged.before.candidates = [candidate((0.0, 10))].into_iter().chain(others).collect();
            assert_eq!(judged.is_found(), is_found, "{color} {second:?} {better:?}");
        }
    }
}

#[test]
fn a_game_has_three_phases() {
    use Phase::{End, Middle, Opening};
    let phases = [0, 50, 51, 144, 145, 400].map(|place| Phase::of(place, 361));
    assert_eq!(phases, [Opening, Opening, Middle, Middle, End, End]);
    let mut review = review_of(BLUNDER, 1);
    review.moves = vec![judged(Color::Black, "A1", Some("B1"), 3.0, 0.0); 4];
    let sum = review.sums().black;
    // 14 % of 21 points are three moves.
    assert_eq!(sum.phases.map(|(moves, _)| moves), [3, 1, 0]);
    assert_eq!(sum.in_phase(Opening), Some(3.0));
    assert_eq!(sum.in_phase(End), None);
}
