//! The input of a network: KataGo's "V7" inputs, 22 planes of the board and 19 numbers, all from the view of the player to move.
//!
//! Networks were trained with KataGo's rules. Other rules are replaced by the nearest of these:
//!
//! | rule | replaced by |
//! |---|---|
//! | natural situational superko | situational superko |
//! | suicide of any number | suicide of several stones |
//! | stones count | area counts, each group pays two points |
//! | territory with pass stones | area |
//! | one player wins ties | half a point more for him where komi is whole |
//! | a point for White's first pass | a point of komi, once it was made |
//!
//! Where players agree on dead stones and count area, a pass is an offer to stop. A network that knows that a second pass ends
//! the game takes dead stones for living ones, so this, and the moves that show it, are left out of the input.
//!
//! Whoever asks may hide more: the moves before a position, or that a pass would end the game.

#![expect(clippy::cast_precision_loss, reason = "boards are small")]

use super::area::{area, owner};
use super::players::Profile;
use crate::go::rules::{DeadStones, KoRule, Passes, Rules, Scoring, Suicide, Tax, Tie};
use crate::go::{
    Board, ByColor, Color, Counting, Game, Move, Point, PointSet, Points, Size, Symmetry,
};
use crate::tactics::Ladders;
use std::{iter, mem};

/// The longest side of a board that networks know.
pub const LONGEST_SIDE: u8 = 19;

/// Planes of the board.
pub(super) const PLANES: usize = 22;

/// Numbers that concern the whole board.
pub(super) const GLOBALS: usize = 19;

/// The moves that a network sees.
const RECENT: usize = 5;

/// The boards before the present one that a network sees.
const EARLIER: usize = 2;

/// Komi is cut off at the number of points of the board and this many more.
const KOMI_BEYOND_AREA: f32 = 20.0;

/// A position with what a network has to know of its past.
#[derive(Clone, Debug)]
pub struct NetInput {
    /// The board now, before the last move, and before the one before it; fewer at the beginning of a game.
    boards: Vec<Board>,
    /// The last moves, the last one first, as far as the players moved in turn.
    recent: Vec<Move>,
    /// The player to move.
    color: Color,
    rules: Rules,
    counting: Counting,
    /// Passes in a row before it.
    passes: usize,
    /// Who passed first in the game.
    first_passer: Option<Color>,
    /// True if the game has ended.
    is_over: bool,
    /// Points where a ko rule forbids a play that would be legal otherwise.
    banned: PointSet,
    /// How the board is turned before the network sees it.
    symmetry: Symmetry,
    /// Who plays, for a network that asks.
    profile: Option<Profile>,
    /// How many of the last moves the network may see at most.
    memory: usize,
    /// True if the network does not see that a pass would end the game here.
    goes_on: bool,
    /// By how many doublings of visits Black is stronger than White.
    advantage: f32,
}

/// What matters of a position to its evaluation, but for the moves on the way to it, which hardly do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetInputKey {
    hash: u64,
    size: Size,
    stones: ByColor<PointSet>,
    color: Color,
    banned: PointSet,
    pass_ends: bool,
    has_button: bool,
    rules: Rules,
    handed_to_white: Points,
    profile: Option<Profile>,
    /// Whether its past is hidden, and whether its end is. The moves of a short memory differ little from those of a
    /// long one.
    hidden: [bool; 2],
    advantage: u32,
}

impl NetInputKey {
    /// The hash of the stones.
    #[must_use]
    pub const fn hash(&self) -> u64 {
        self.hash
    }
}

/// What a network is given: planes of zeros and ones, and numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Features {
    /// The ones of all planes: the point, counted row by row from the top, and the plane.
    pub(super) ones: Vec<(u16, u8)>,
    pub(super) globals: [f32; GLOBALS],
    /// What networks of human play see of the players.
    pub(super) players: Vec<f32>,
}

impl NetInput {
    /// The present position of a game. Replays it twice.
    #[must_use]
    pub fn of(game: &Game, color: Color) -> NetInput {
        let position = game.position();
        let in_turn = |&(back, &(mover, _)): &(usize, &(Color, Move))| {
            mover == if back % 2 == 0 { !color } else { color }
        };
        let moves = game.moves().iter().rev().enumerate().take_while(in_turn);
        let recent: Vec<Move> = moves.take(RECENT).map(|(_, &(_, mv))| mv).collect();
        let count = game.moves().len();
        let earlier = (1..=recent.len().min(EARLIER)).map(|back| count - back);
        let earlier = earlier.map(|count| game.position_after(count).board().clone());
        NetInput {
            boards: iter::once(position.board().clone())
                .chain(earlier)
                .collect(),
            recent,
            color,
            rules: *game.rules(),
            counting: Counting::of(game),
            passes: position.passes_in_a_row(),
            first_passer: position.first_passer(),
            is_over: position.is_over(),
            banned: banned_points(game.board(), color, game.rules(), |at| {
                game.check(color, Move::Play(at)).is_err()
            }),
            symmetry: Symmetry::default(),
            profile: None,
            memory: RECENT,
            goes_on: false,
            advantage: 0.0,
        }
    }

    /// A board by itself with a player to move, without komi: its past is unknown, and no ko forbids a play.
    #[must_use]
    pub fn of_board(board: &Board, color: Color, rules: Rules) -> NetInput {
        let mut empty = Game::new(board.size(), rules);
        empty.set_komi(0.0);
        NetInput {
            boards: vec![board.clone()],
            recent: Vec::new(),
            color,
            rules,
            counting: Counting::of(&empty),
            passes: 0,
            first_passer: None,
            is_over: false,
            banned: PointSet::new(),
            symmetry: Symmetry::default(),
            profile: None,
            memory: RECENT,
            goes_on: false,
            advantage: 0.0,
        }
    }

    /// Becomes the position after some moves from another one, which the players make in turn. Where a ko rule forbids
    /// plays then, call [`ban`](Self::ban). Costs no more than to copy three boards and make the moves.
    pub fn become_later(&mut self, start: &NetInput, moves: impl ExactSizeIterator<Item = Move>) {
        *self = NetInput {
            boards: mem::take(&mut self.boards),
            recent: start.recent.clone(),
            banned: start.banned.clone(),
            ..*start
        };
        let count = moves.len();
        // The board is seen as it was before each of the last moves, but not before those.
        let seen = count.min(EARLIER);
        let kept = (start.boards.len() + seen).min(1 + EARLIER);
        self.boards.resize_with(kept, || start.boards[0].clone());
        for (board, earlier) in self.boards[seen..].iter_mut().zip(&start.boards) {
            board.copy_from(earlier);
        }
        for (number, mv) in moves.enumerate() {
            let left = count - 1 - number;
            if left < seen {
                let (now, before) = self.boards.split_at_mut(left + 1);
                now[left].copy_from(&before[0]);
            }
            self.boards[left.min(seen)].make(mv, self.color);
            self.count_move(mv);
        }
    }

    /// Changes all but the boards by a move of the player to move.
    fn count_move(&mut self, mv: Move) {
        self.recent.insert(0, mv);
        self.recent.truncate(RECENT);
        let takes_button = self.has_button() && mv == Move::Pass;
        self.passes = match mv {
            Move::Play(_) => 0,
            Move::Pass => self.passes + usize::from(!takes_button),
        };
        if mv == Move::Pass {
            self.first_passer.get_or_insert(self.color);
        }
        self.color = !self.color;
        self.memory = RECENT.min(self.memory + 1);
        self.goes_on = false;
        self.is_over = false;
        self.banned = PointSet::new();
    }

    /// Finds the points where a ko rule alone forbids a play, by asking if it forbids a play that changes the
    /// board.
    pub fn ban(&mut self, is_forbidden: impl Fn(Point) -> bool) {
        self.banned = banned_points(&self.boards[0], self.color, &self.rules, is_forbidden);
    }

    /// Turns the board before the network sees it. Its output is turned back.
    pub fn turn(&mut self, symmetry: Symmetry) {
        self.symmetry = symmetry;
    }

    /// How the board is turned.
    pub(super) const fn symmetry(&self) -> Symmetry {
        self.symmetry
    }

    /// Tells who plays, in place of the strongest amateurs. Networks that do not ask for it take no notice.
    pub fn introduce(&mut self, profile: Profile) {
        self.profile = Some(profile);
    }

    /// Hides the moves before this position, but not those that come later, and the ladders of earlier boards. What
    /// they have led to stays: prisoners, bans by ko, and whether a pass ends the game.
    pub fn forget_past(&mut self) {
        self.memory = 0;
    }

    /// Hides that a pass would end the game in this position if area counts, and the moves that show it.
    pub fn go_on(&mut self) {
        self.goes_on = true;
    }

    /// Tells that a player is stronger by some doublings of visits, negative if he is weaker. Networks of KataGo were
    /// trained with up to three of them.
    pub fn set_advantage(&mut self, player: Color, doublings: f32) {
        self.advantage = doublings * player.sign() as f32;
    }

    /// Tells that the game has ended here.
    pub fn end(&mut self) {
        self.is_over = true;
    }

    /// What matters of the position, but for the moves on the way to it.
    #[must_use]
    pub fn key(&self) -> NetInputKey {
        let board = &self.boards[0];
        NetInputKey {
            hash: board.hash(),
            size: board.size(),
            stones: ByColor::new_with(|color| board.stone_set(color)),
            color: self.color,
            banned: self.banned.clone(),
            pass_ends: self.pass_ends(),
            has_button: self.has_button(),
            rules: self.rules,
            handed_to_white: self.handed_to_white(),
            profile: self.profile,
            hidden: [self.memory == 0, self.goes_on],
            advantage: self.advantage.to_bits(),
        }
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.boards[0]
    }

    /// White's points besides those on the board.
    fn handed_to_white(&self) -> Points {
        let for_pass = match self.rules.passes {
            Passes::Button => self.first_passer.map_or(0, |passer| -passer.sign()),
            Passes::FirstPass if self.first_passer == Some(Color::White) => 2,
            _ => 0,
        };
        let handed = self.counting.handed_to_white();
        let tie = match self.rules.tie {
            Tie::Black if is_whole(handed) => -1,
            Tie::White if is_whole(handed) => 1,
            _ => 0,
        };
        handed + self.counting.balance(&self.boards[0]) + Points::halves(for_pass + tie)
    }

    /// Returns true if the next pass takes the button.
    fn has_button(&self) -> bool {
        self.rules.passes == Passes::Button && self.first_passer.is_none()
    }

    /// Returns true if a pass ends the game in the sense that a network knows, or if it has ended.
    fn pass_ends(&self) -> bool {
        self.is_over || self.passes >= 1 && !self.conceals_end()
    }

    /// Returns true if a pass would end the game, which the network does not see.
    fn conceals_end(&self) -> bool {
        let is_asked_to = self.goes_on && self.passes >= 1 && !self.is_over;
        // By territory, networks have learned that the players go on to settle what is dead.
        is_asked_to && self.told_scoring().0 == Scoring::Area || self.ends_by_agreement()
    }

    /// Returns true if the last move was a pass that the player can answer by a pass without a loss, since players
    /// agree then on dead stones. Networks were trained with area alone to know such passes.
    fn ends_by_agreement(&self) -> bool {
        let agrees = self.rules.dead_stones != DeadStones::AsItStands;
        let counts_area = self.told_scoring().0 == Scoring::Area;
        agrees && counts_area && self.passes == 1 && !self.is_over
    }

    /// The last moves that the network is given, the last one first.
    fn told_moves(&self) -> &[Move] {
        let most = if self.is_over {
            1
        } else if self.conceals_end() {
            0
        } else {
            RECENT
        };
        let most = most.min(self.memory);
        &self.recent[..self.recent.len().min(most)]
    }

    /// The size of the board.
    #[must_use]
    pub fn size(&self) -> Size {
        self.boards[0].size()
    }

    /// The player to move.
    #[must_use]
    pub const fn color(&self) -> Color {
        self.color
    }

    /// Returns true if a game under these rules can end without a result.
    pub(super) fn can_have_no_result(&self) -> bool {
        self.rules.ko == KoRule::Simple || self.told_scoring().0 == Scoring::Territory
    }

    /// What is counted and taxed, in the words of KataGo.
    fn told_scoring(&self) -> (Scoring, Tax) {
        match (self.rules.scoring, self.rules.passes) {
            (Scoring::Stones, _) => (Scoring::Area, Tax::Groups),
            (Scoring::Territory, Passes::Stones) => (Scoring::Area, self.rules.tax),
            (scoring, _) => (scoring, self.rules.tax),
        }
    }

    /// Overwrites what a network of human play sees of the players.
    pub(super) fn write_players(&self, features: &mut Features) {
        let profile = self.profile.unwrap_or(Profile::STRONGEST);
        features.players.clear();
        let numbers = profile.numbers(self.color, self.size().area());
        features.players.extend(numbers);
    }

    /// Overwrites what a network is given. With `lives_under_suicide` it knows unconditional life only as
    /// if suicide were legal.
    pub(super) fn write_features(
        &self,
        lives_under_suicide: bool,
        ladders: &mut Ladders,
        features: &mut Features,
    ) {
        features.ones.clear();
        features.globals = [0.0; GLOBALS];
        let (board, color) = (&self.boards[0], self.color);
        let mut mark = |at: Point, plane: u8| {
            let place = self.symmetry.moved(board.size().place(at), board.size());
            features.ones.push((place as u16, plane));
        };
        for at in board.points() {
            mark(at, 0);
            if let Some(stone) = board.color_at(at) {
                mark(at, if stone == color { 1 } else { 2 });
                if let liberties @ 1..=3 = board.liberty_count(at) {
                    mark(at, 2 + liberties as u8);
                }
            }
        }
        for at in self.banned.iter() {
            mark(at, 6);
        }
        for (mv, plane) in self.told_moves().iter().zip(9..) {
            if let Move::Play(at) = *mv {
                mark(at, plane);
            }
        }
        let mut beginnings = PointSet::new();
        for (back, plane) in [14, 15, 16].into_iter().enumerate() {
            let board = &self.boards[back.min(self.told_moves().len()).min(EARLIER)];
            for (chain, working) in caught_chains(board, ladders) {
                for at in board.chain(chain) {
                    mark(at, plane);
                }
                if back == 0 && board.color_at(chain) == Some(!color) {
                    beginnings.extend(working);
                }
            }
        }
        for at in beginnings.iter() {
            mark(at, 17);
        }
        let (scoring, tax) = self.told_scoring();
        if scoring == Scoring::Area {
            let suicide = lives_under_suicide || self.rules.suicide != Suicide::Forbidden;
            let area = area(board, tax, suicide);
            for at in board.points() {
                if let Some(owner) = owner(&area, at) {
                    mark(at, if owner == color { 18 } else { 19 });
                }
            }
        }
        self.write_globals(scoring, tax, &mut features.globals);
    }

    fn write_globals(&self, scoring: Scoring, tax: Tax, globals: &mut [f32; GLOBALS]) {
        for (flag, mv) in globals.iter_mut().zip(self.told_moves()) {
            *flag = f32::from(u8::from(*mv == Move::Pass));
        }
        let area = self.size().area() as f32;
        let komi = self.handed_to_white().as_f64() as f32 * -(self.color.sign() as f32);
        let komi = komi.clamp(-area - KOMI_BEYOND_AREA, area + KOMI_BEYOND_AREA);
        globals[5] = komi / 20.0;
        (globals[6], globals[7]) = match self.rules.ko {
            KoRule::Simple => (0.0, 0.0),
            KoRule::Positional => (1.0, 0.5),
            KoRule::Situational | KoRule::NaturalSituational => (1.0, -0.5),
        };
        let flag = |holds: bool| f32::from(u8::from(holds));
        globals[8] = flag(self.rules.suicide != Suicide::Forbidden);
        globals[9] = flag(scoring == Scoring::Territory);
        globals[10] = flag(tax != Tax::None);
        globals[11] = flag(tax == Tax::Groups);
        globals[14] = flag(self.pass_ends());
        let advantage = self.advantage * self.color.sign() as f32;
        globals[15] = flag(advantage != 0.0);
        globals[16] = advantage / 2.0;
        globals[17] = flag(self.has_button());
        if scoring == Scoring::Area {
            globals[18] = parity_wave(komi, self.size().area());
        }
    }
}

/// A wave over komi with a period of two points: half a point of komi beyond one that can be drawn is
/// worth most, because without seki the margin by area has the parity of the board.
fn parity_wave(komi: f32, area: usize) -> f32 {
    let parity = (area % 2) as f32;
    let drawable = ((komi - parity) / 2.0).floor() * 2.0 + parity;
    match (komi - drawable).clamp(0.0, 2.0) {
        beyond if beyond < 0.5 => beyond,
        beyond if beyond < 1.5 => 1.0 - beyond,
        beyond => beyond - 2.0,
    }
}

fn is_whole(points: Points) -> bool {
    points.as_halves() % 2 == 0
}

/// The points where a ko rule alone forbids a play.
fn banned_points(
    board: &Board,
    color: Color,
    rules: &Rules,
    is_forbidden: impl Fn(Point) -> bool,
) -> PointSet {
    let is_banned = |&at: &Point| {
        let is_ko = board.ko() == Some((at, color));
        let could_play = || {
            board.is_playable(at, color)
                || board.is_suicide(at, color)
                    && rules.suicide != Suicide::Forbidden
                    && board.chain_size_after(at, color) > 1
        };
        is_ko || could_play() && is_forbidden(at)
    };
    board.empty_points().filter(is_banned).collect()
}

/// The chains that a ladder captures: those in atari that do not get away when their owner moves first, and
/// those of two liberties that are lost when the opponent does, with the liberties where he may begin.
fn caught_chains(board: &Board, ladders: &mut Ladders) -> Vec<(Point, Vec<Point>)> {
    let mut caught = Vec::new();
    for chain in Color::ALL.into_iter().flat_map(|color| board.chains(color)) {
        if board.is_atari(chain) {
            if !ladders.escapes(board, chain) {
                caught.push((chain, Vec::new()));
            }
        } else if let Some(liberties) = board.two_liberties(chain) {
            let works = ladders.traps_at_both(board, chain);
            if works.contains(&true) {
                let working = liberties.into_iter().zip(works);
                let working = working.filter(|&(_, works)| works).map(|(at, _)| at);
                caught.push((chain, working.collect()));
            }
        }
    }
    caught
}
