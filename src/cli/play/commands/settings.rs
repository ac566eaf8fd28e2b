//! Commands that change the settings of the game.

use super::super::Side;
use super::super::table::Table;
use super::TableReply;
use crate::cli::{read_komi, rules_name};
use crate::go::rules::Preset;
use crate::go::{Color, Size};
use anyhow::{Context, Result, anyhow};
use clap::ValueEnum;

/// Shows how a game is set up.
fn terms(table: &Table) -> String {
    let game = &table.session.game;
    let handicap = match table.handicap {
        0 => String::new(),
        1 => ", handicap 1".to_owned(),
        stones => format!(", {stones} handicap stones"),
    };
    let (size, rules, komi) = (game.board().size(), table.rules_name(), game.komi());
    format!("{size}, {rules} rules, komi {komi}{handicap}")
}

/// Shows what was changed, and where the game is over, its result.
fn reply(table: &Table, text: String) -> TableReply {
    if table.is_over() {
        TableReply::Board(text)
    } else {
        TableReply::Text(text)
    }
}

pub(super) fn new(table: &mut Table, _: &str) -> Result<TableReply> {
    table.begin(table.session.game.board().size(), table.handicap)?;
    Ok(begun(table))
}

fn begun(table: &Table) -> TableReply {
    TableReply::Board(format!("A new game: {}.", terms(table)))
}

pub(super) fn size(table: &mut Table, word: &str) -> Result<TableReply> {
    if word.is_empty() {
        return Ok(TableReply::Text(format!(
            "{}.",
            table.session.game.board().size()
        )));
    }
    let size: Size = word.to_ascii_lowercase().parse()?;
    table.begin_if_kept(size, table.handicap)?;
    Ok(begun(table))
}

pub(super) fn handicap(table: &mut Table, word: &str) -> Result<TableReply> {
    if word.is_empty() {
        return Ok(TableReply::Text(format!("Handicap {}.", table.handicap)));
    }
    let stones = word.parse().ok();
    let stones = stones.context("a number of stones is needed: handicap 2")?;
    table.begin_if_kept(table.session.game.board().size(), stones)?;
    Ok(begun(table))
}

pub(super) fn rules(table: &mut Table, name: &str) -> Result<TableReply> {
    if !name.is_empty() {
        let name = rules_name(name).map_err(|error| anyhow!(error))?;
        table.set_rules(Preset::find(&name)?)?;
    }
    let text = format!(
        "{} rules, komi {}.",
        table.rules_name(),
        table.session.game.komi()
    );
    Ok(reply(table, text))
}

pub(super) fn komi(table: &mut Table, word: &str) -> Result<TableReply> {
    if !word.is_empty() {
        let komi = read_komi(word).map_err(|reason| anyhow!("{reason}: komi 6.5"))?;
        table.session.game.set_komi(komi);
    }
    let text = format!("Komi {}.", table.session.game.komi());
    Ok(reply(table, text))
}

pub(super) fn side(table: &mut Table, word: &str) -> Result<TableReply> {
    let side = Side::from_str(word, true).ok();
    table.side = side.context("black, white, both or none is needed: as white")?;
    let name = |color| {
        if table.side.has(color) {
            "you"
        } else {
            "kosumi"
        }
    };
    let [black, white] = Color::ALL.map(name);
    Ok(TableReply::Board(format!(
        "Black: {black}, White: {white}."
    )))
}

pub(super) fn rank(table: &mut Table, word: &str) -> Result<TableReply> {
    if !word.is_empty() {
        let result = table.set_strength(word).ok();
        result.context("a rank from 15k to 7d, none or a level from 1 to 10 is needed: rank 8k")?;
    }
    Ok(TableReply::Text(match table.session.params.player.rank {
        Some(rank) => format!("kosumi plays like {}.", rank.name),
        None => "kosumi plays at full strength.".to_owned(),
    }))
}
