//! `kosumi solve`: problems of life and death from files.

use crate::engine::kosumi;
use crate::files::Directory;
use ::kosumi::sgf;
use std::fs;
use std::process::Output;

/// A rectangular six in the corner, with Black to play: B2 captures.
pub(crate) const CORNER: &str =
    "(;FF[4]GM[1]SZ[9]PL[B]AB[ae][be][ce][df][dg][dh][di]AW[af][bf][cf][cg][ch][ci])";

fn solve(folder: &Directory, arguments: &[&str]) -> Output {
    let arguments = [&["solve"], arguments].concat();
    kosumi(folder.path(), &arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn a_problem_is_solved_and_its_proof_written() {
    let folder = Directory::new("problem");
    fs::write(folder.path().join("corner.sgf"), CORNER).unwrap();
    let output = solve(
        &folder,
        &["corner.sgf", "--seconds", "100", "--out", "solved"],
    );
    assert!(output.status.success(), "{}", text(&output.stderr));
    let said = text(&output.stdout);
    assert!(said.contains("Black captures, with B2."), "{said}");
    let tree = fs::read(folder.path().join("solved/corner-1.solved.sgf")).unwrap();
    let trees = sgf::load_trees(&tree, 9, 100_000);
    let tree = trees[0].as_ref().unwrap();
    assert!(tree.nodes.len() > 100, "{}", tree.nodes.len());
    let comment = tree.nodes[1].find("C").unwrap().text();
    assert_eq!(comment, "Black captures.");
}

#[test]
fn a_collection_is_compared_with_its_answers() {
    let folder = Directory::new("problems");
    let right = CORNER.replace("ci])", "ci];B[bh])");
    let wrong = CORNER.replace("ci])", "ci];B[ah])");
    fs::write(folder.path().join("two.sgf"), right + "\n" + &wrong).unwrap();
    let output = solve(&folder, &["two.sgf", "--check", "--seconds", "100"]);
    let said = text(&output.stdout);
    assert!(
        said.contains("The record begins with B2, which agrees."),
        "{said}"
    );
    assert!(
        said.contains("The record begins with A2, which does not agree."),
        "{said}"
    );
    assert!(
        said.ends_with("2 of 2 problems solved; 1 of 2 agree with the record\n"),
        "{said}"
    );
}

#[test]
fn the_record_goes_on_with_the_proof_and_no_file_takes_anothers_place() {
    let folder = Directory::new("problem-out");
    let record = CORNER.replace("ci])", "ci];B[ah];W[bh])");
    for name in ["corner.sgf", "other/corner.sgf"] {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, &record).unwrap();
    }
    let arguments = ["corner.sgf", "--seconds", "100", "--out", "solved"];
    assert!(solve(&folder, &arguments).status.success());
    let tree = fs::read_to_string(folder.path().join("solved/corner-1.solved.sgf")).unwrap();
    let after = tree.split("PL[B]").nth(1).unwrap();
    assert!(
        after.trim_start().starts_with("(;B[bh]C[Black captures.]"),
        "{tree}"
    );
    let output = solve(
        &folder,
        &["corner.sgf", "other/corner.sgf", "--out", "solved"],
    );
    assert!(!output.status.success() && output.stdout.is_empty());
    assert!(text(&output.stderr).contains("other/corner.sgf"));
}

#[test]
fn what_is_no_problem_is_said() {
    let folder = Directory::new("no-problem");
    fs::write(folder.path().join("empty.sgf"), "(;SZ[9])").unwrap();
    fs::write(folder.path().join("corner.sgf"), CORNER).unwrap();
    let output = solve(&folder, &["empty.sgf"]);
    assert!(output.status.success());
    let said = text(&output.stdout);
    assert!(
        said.contains("no stones live or die by the first move"),
        "{said}"
    );
    let output = solve(&folder, &["corner.sgf", "--target", "J9"]);
    assert!(text(&output.stdout).contains("there is no stone at J9"));
    for arguments in [
        &["missing.sgf"] as &[&str],
        &["corner.sgf", "--target", "T19"],
        &["corner.sgf", "--target", "pass"],
        &["corner.sgf", "--seconds", "0"],
        &["corner.sgf", "--first", "green"],
        &[],
    ] {
        let output = solve(&folder, arguments);
        assert!(!output.status.success(), "{arguments:?}");
        assert!(!output.stderr.is_empty(), "{arguments:?}");
    }
}
