//! Games that are written after every change.

use super::*;

/// A folder of a test's own that is removed afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let name = format!("kosumi-games-{}-{name}", std::process::id());
        let path = env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&path);
        Folder(path)
    }

    fn keeper(&self) -> Keeper {
        Keeper::autosaving(Some(self.0.clone()))
    }

    /// The contents of the files in it, in order of their names.
    fn games(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).into_iter().flatten();
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        let read = |path: &PathBuf| fs::read_to_string(path).unwrap();
        paths.iter().map(read).collect()
    }

    /// The name of a file in it.
    fn file(&self, name: &str) -> String {
        fs::create_dir_all(&self.0).unwrap();
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_game_is_written_after_every_change() {
    let folder = Folder::new("change");
    let flags = "--as both --boardsize 9";
    talk_keeping(folder.keeper(), flags, "board\nhint\nkomi 5\nquit\n");
    assert!(folder.games().is_empty(), "nothing was played");
    let text = talk_keeping(folder.keeper(), flags, "e5\nboard\nc3\nkomi 5.5\n");
    assert_eq!(text.matches("The game is saved in ").count(), 1);
    let (_, end) = text.rsplit_once("Black to play: \n").unwrap();
    assert!(end.starts_with("The game is saved. Go on with it by:\nkosumi play "));
    let games = folder.games();
    assert_eq!(games.len(), 1);
    assert!(games[0].contains(";B[ee];W[cg]") && games[0].contains("KM[5.5]"));
    // A resignation, and what is taken back.
    talk_keeping(folder.keeper(), flags, "e5\nresign\n");
    talk_keeping(folder.keeper(), flags, "e5\nc3\nundo\n");
    let games = folder.games();
    assert_eq!(games.len(), 3, "every game has its own file");
    assert!(games.iter().any(|game| game.contains("RE[B+R]")));
    assert!(games.iter().any(|game| game.contains(";B[ee]\n)")));
}

#[test]
fn a_new_game_leaves_the_old_one_where_it_is() {
    let folder = Folder::new("new");
    let lines = "e5\nnew\nc3\nsize 5\nb2\nhandicap 0\na1\n";
    let text = talk_keeping(folder.keeper(), "--as both --boardsize 9", lines);
    assert_eq!(text.matches("The game is saved in ").count(), 4);
    let games = folder.games();
    assert_eq!(games.len(), 4);
    for moves in [";B[ee]\n)", ";B[cg]\n)", ";B[bd]\n)", ";B[ae]\n)"] {
        let holds = |game: &String| game.contains(moves);
        assert_eq!(games.iter().filter(|game| holds(game)).count(), 1);
    }
}

#[test]
fn a_named_game_is_gone_on_with() {
    let folder = Folder::new("named");
    let other = Folder::new("other");
    let name = folder.file("a game.sgf");
    let go_on = |more: &str, lines: &str| {
        let mut options = options(&format!("--boardsize 9 {more}"));
        options.file = Some(name.clone());
        converse(other.keeper(), &options, lines)
    };
    let text = go_on("--as white --rules aga --komi 3.5", "c3\n");
    assert!(text.contains("a game.sgf is a new game."), "{text}");
    let quote = if cfg!(windows) { '"' } else { '\'' };
    let command = format!("by:\nkosumi play {quote}{name}{quote}");
    assert!(text.contains(&command), "{text}");
    let first = fs::read_to_string(&name).unwrap();
    // Nothing is written where nothing changes.
    let text = go_on("", "board\n");
    assert!(
        text.contains("You play White (O) on 9x9, aga rules, komi 3.5."),
        "{text}"
    );
    assert_eq!(fs::read_to_string(&name).unwrap(), first);
    let text = go_on("--as both", "pass\nnew\ne5\n");
    assert!(text.contains("You play both colors on 9x9, aga rules"));
    assert!(fs::read_to_string(&name).unwrap().contains(";W[]\n)"));
    // The game after it has a file of its own.
    assert_eq!(other.games().len(), 1);
}

#[test]
fn a_file_is_not_written_if_that_would_lose_anything() {
    let folder = Folder::new("strangers");
    let name = folder.file("own.sgf");
    let flags = "--as both --boardsize 9";
    talk(flags, format!("e5\nc3\nsave {name}\n"));
    let own = fs::read_to_string(&name).unwrap();
    let strangers = [
        own.replace("AP[kosumi", "AP[other"),
        own.replace(";W[cg]", ";W[cg]C[A comment.]"),
        own.replace(";W[cg]", "(;W[cg])(;W[gc])"),
        own.replace("PB[human]", "BR[9d]PB[human]"),
        own.replace("PB[human]", "DT[1846]PB[human]"),
        format!("{own}{own}"),
        own.replace('\n', "\r\n"),
    ];
    for (number, stranger) in strangers.iter().enumerate() {
        assert_ne!(*stranger, own);
        let name = folder.file(&format!("{number}.sgf"));
        fs::write(&name, stranger).unwrap();
        let kept = Folder::new("kept");
        let lines = format!("load {name}\nsave\ne4\nsave {name}\n");
        let text = talk_keeping(kept.keeper(), flags, lines);
        assert!(text.contains("it stays as it is"), "{stranger}\n{text}");
        assert!(text.contains("a file name is needed"), "{text}");
        assert!(text.contains("exists already"), "{text}");
        assert_eq!(fs::read_to_string(&name).unwrap(), *stranger);
        assert!(kept.games()[0].contains(";B[ee];W[cg];B[ef]"));
    }
    // Another version is no stranger.
    let older = own.replace(env!("CARGO_PKG_VERSION"), "0.1.0");
    fs::write(&name, older).unwrap();
    let text = talk(flags, format!("load {name}\ne4\nsave\n"));
    assert!(text.contains(&format!("The game is in {name}.")));
    assert!(fs::read_to_string(&name).unwrap().contains(";B[ef]"));
}

#[test]
fn a_file_that_somebody_else_has_written_is_left_to_them() {
    let folder = Folder::new("shared");
    let name = folder.file("shared.sgf");
    let other = Folder::new("not-shared");
    for saves in [false, true] {
        let _ = fs::remove_file(&name);
        let mut table = options("--as both --boardsize 9").table().unwrap();
        table.keeper = other.keeper();
        table.keeper.want(PathBuf::from(&name));
        commands::execute(&mut table, "e5").unwrap();
        assert_eq!(table.keep(), Some(format!("The game is saved in {name}.")));
        fs::write(&name, "theirs").unwrap();
        let later = fs::File::options().write(true).open(&name).unwrap();
        later
            .set_modified(std::time::SystemTime::UNIX_EPOCH)
            .unwrap();
        commands::execute(&mut table, "c3").unwrap();
        if saves {
            let refused = commands::execute(&mut table, "save").unwrap_err();
            assert!(refused.to_string().contains("a file name is needed"));
        }
        let shown = table.keep().unwrap();
        assert_eq!(shown.starts_with("Something else has changed "), !saves);
        assert_eq!(fs::read_to_string(&name).unwrap(), "theirs");
    }
    let games = other.games();
    assert_eq!(games.len(), 2);
    assert!(games.iter().all(|game| game.contains(";B[ee];W[cg]")));
}

#[test]
fn a_failure_is_told_once_and_ends_nothing() {
    let folder = Folder::new("failure");
    let file = folder.file("no folder");
    fs::write(&file, "").unwrap();
    let keeper = Keeper::autosaving(Some(file.into()));
    let text = talk_keeping(keeper, "--as both --boardsize 9", "e5\nc3\nsize 5\nc4\n");
    assert_eq!(text.matches("The game is not saved: ").count(), 1, "{text}");
    assert!(text.contains("this game would be lost"));
    assert!(text.ends_with("The game is not saved.\n"), "{text}");
    assert_eq!(last_board(&text).empty_count(), 78);
    let text = talk_keeping(Keeper::autosaving(None), "--as both", "d4\n");
    assert!(text.contains("no folder for games is known"), "{text}");
}

#[test]
fn what_was_saved_by_hand_may_be_left() {
    let file = Scratch::new("by-hand");
    let name = file.0.display();
    let lines = format!("e5\nsave {name}\nsize 5\nb2\nsize 9\n");
    let text = talk("--as both --boardsize 9", lines);
    assert_eq!(text.matches("A new game: 5x5").count(), 1);
    assert_eq!(text.matches("this game would be lost").count(), 1);
    // The second game is not that of the file.
    assert!(fs::read_to_string(&file.0).unwrap().contains(";B[ee]\n)"));
}

#[test]
fn a_file_that_appears_later_is_not_overwritten() {
    let folder = Folder::new("later");
    let name = folder.file("late.sgf");
    let mut table = options("--as both --boardsize 9").table().unwrap();
    table.keeper = folder.keeper();
    table.keeper.want(PathBuf::from(&name));
    fs::write(&name, "somebody else's").unwrap();
    commands::execute(&mut table, "e5").unwrap();
    let shown = table.keep().unwrap();
    assert!(shown.contains("exists already"), "{shown}");
    assert_eq!(fs::read_to_string(&name).unwrap(), "somebody else's");
}

#[test]
fn players_are_named_with_version_and_rank() {
    let folder = Folder::new("names");
    let name = folder.file("named.sgf");
    let other = Folder::new("other-names");
    let go_on = |flags: &str, lines: &str| {
        let mut options = options(&format!("--boardsize 5 {flags}"));
        options.file = Some(name.clone());
        converse(other.keeper(), &options, lines)
    };
    go_on("--as white --level 3 --name Shusaku", "c3\n");
    let text = fs::read_to_string(&name).unwrap();
    let own = format!("PB[kosumi {}, 9k]", env!("CARGO_PKG_VERSION"));
    for property in [&*own, "PW[Shusaku]", "DT[20"] {
        assert!(text.contains(property), "{property} in {text}");
    }
    // The side and the name are those of the file.
    let shown = go_on("", "b2\n");
    assert!(shown.contains("You play White"), "{shown}");
    let again = fs::read_to_string(&name).unwrap();
    assert!(
        again.contains("PW[Shusaku]") && again.len() > text.len(),
        "{again}"
    );
    assert!(other.games().is_empty());
    // So did older versions write it.
    let older = again
        .replace(concat!("kosumi ", env!("CARGO_PKG_VERSION")), "kosumi")
        .replace("PW[Shusaku]", "PW[human]");
    fs::write(&name, older).unwrap();
    assert!(go_on("", "board\n").contains("You play White"));
}

#[test]
fn flags_hold_whatever_a_file_says() {
    let folder = Folder::new("flags");
    let name = folder.file("flags.sgf");
    let other = Folder::new("other-flags");
    let go_on = |flags: &str, lines: &str| {
        let mut options = options(&format!("--as both {flags}"));
        options.file = Some(name.clone());
        converse(other.keeper(), &options, lines)
    };
    go_on("--boardsize 9 --rules aga --komi 3.5", "c3\n");
    let shown = go_on("--rules japanese", "d4\n");
    assert!(
        shown.contains("on 9x9, japanese rules, komi 3.5"),
        "{shown}"
    );
    assert!(
        shown.contains("By japanese rules as asked for, not aga as the file says."),
        "{shown}"
    );
    assert!(fs::read_to_string(&name).unwrap().contains("RU[japanese]"));
    let shown = go_on("--komi 0.5 --handicap 2", "board\n");
    assert!(shown.contains("japanese rules, komi 0.5"), "{shown}");
    assert!(shown.contains("--handicap is for new ones"), "{shown}");
    // Own rules are read back, and what is not known is said.
    let text = fs::read_to_string(&name).unwrap();
    let taxed = text.replace("RU[japanese]", "RU[{\"scoring\":\"AREA\",\"tax\":\"ALL\"}]");
    fs::write(&name, taxed).unwrap();
    assert!(go_on("", "board\n").contains("\"tax\":\"ALL\""));
    fs::write(&name, text.replace("RU[japanese]", "RU[martian]")).unwrap();
    let shown = go_on("", "board\n");
    assert!(
        shown.contains("By chinese rules: those of the file are not known, 'martian'."),
        "{shown}"
    );
    fs::write(&name, text.replace(";W[df]", ";W[zz]")).unwrap();
    let shown = go_on("", "board\n");
    assert!(
        shown.contains("'zz'") && shown.contains("read up to there"),
        "{shown}"
    );
    fs::write(&name, text.replace(";W[df]", ";W[cg]")).unwrap();
    let shown = go_on("", "board\n");
    assert!(
        shown.contains("occupied") && shown.contains("read up to there"),
        "{shown}"
    );
}
