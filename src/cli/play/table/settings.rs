//! The settings of a game, and new games.

use super::Table;
use crate::cli::today;
use crate::go::record::Setup;
use crate::go::rules::{Preset, Rules};
use crate::go::{Game, Size, Strictness};
use anyhow::{Context, Result, ensure};

/// Returns a new game, with the usual komi unless another one is given.
///
/// # Errors
/// The board has no room for that many handicap stones.
pub(in crate::cli::play) fn new_game(
    size: Size,
    rules: Rules,
    handicap: usize,
    komi: Option<f64>,
) -> Result<Game> {
    let mut game = Game::new(size, rules);
    // One stone is none: Black moves first anyway, and what is left of it is the komi.
    if handicap > 1 {
        let points = size.fixed_handicap(handicap).with_context(|| {
            let room = match size.max_fixed_handicap() {
                0 => "none".to_owned(),
                most => format!("2 to {most} stones"),
            };
            format!("handicap {handicap}: a board of {size} has room for {room}")
        })?;
        game.set_up(Setup::handicap(&points))?;
    }
    game.set_komi(komi.unwrap_or(usual_komi(&rules, handicap)));
    Ok(game)
}

fn usual_komi(rules: &Rules, handicap: usize) -> f64 {
    let komi = if handicap > 0 {
        rules.handicap_komi
    } else {
        rules.komi
    };
    komi.as_f64()
}

impl Table {
    /// Puts another game on the table.
    pub(super) fn put(&mut self, game: Game) {
        self.session.game = game;
        self.resigned = None;
        self.resumed_after = None;
        self.verdict = None;
    }

    /// Begins a new game by the rules of the present one. Its komi is the usual one if that was so before. The old game
    /// stays where it is kept.
    ///
    /// # Errors
    /// The board has no room for that many handicap stones; nothing is changed.
    pub(in crate::cli::play) fn begin(&mut self, size: Size, handicap: usize) -> Result<()> {
        let rules = *self.session.game.rules();
        let game = new_game(size, rules, handicap, self.special_komi())?;
        self.put(game);
        self.date = Some(today());
        self.handicap = handicap;
        self.keeper.let_go();
        Ok(())
    }

    /// As [`Table::begin`], but a game that nothing keeps stays on the table.
    ///
    /// # Errors
    /// The game would be lost, or the board has no room for that many handicap stones; nothing is changed.
    pub(in crate::cli::play) fn begin_if_kept(
        &mut self,
        size: Size,
        handicap: usize,
    ) -> Result<()> {
        ensure!(
            self.is_kept(),
            "this game would be lost: save it first, or give it up by new"
        );
        self.begin(size, handicap)
    }

    /// The komi, unless it is the usual one of the rules.
    fn special_komi(&self) -> Option<f64> {
        let usual = usual_komi(self.session.game.rules(), self.handicap);
        Some(self.session.game.komi()).filter(|&komi| komi.to_bits() != usual.to_bits())
    }

    /// Goes on by other rules. The komi is the usual one of these if it was that of the rules before.
    ///
    /// # Errors
    /// The rules do not allow the moves so far; nothing is changed.
    pub(in crate::cli::play) fn set_rules(&mut self, preset: &Preset) -> Result<()> {
        let rules = preset.rules;
        let komi = self.special_komi();
        let record = self.session.game.record();
        let mut game = Game::replay(&record, rules, usize::MAX, Strictness::Strict)
            .with_context(|| format!("{} rules do not allow this game", preset.name))?;
        game.set_komi(komi.unwrap_or(usual_komi(&rules, self.handicap)));
        self.session.game = game;
        self.verdict = None;
        Ok(())
    }
}
