//! What becomes of each chain, and how that is known.

use super::aftermath::Settled;
use super::alternating::{blocks, safe_stones};
use super::canonical::Canonical;
use super::deaths::prove_deaths;
use super::estimate::{ko_capture, rivals};
use super::hypothetical::{Fate, Finding, MoveLine, ReadingLimits, doubtful_parts};
use super::proving::{LifeProofs, prove_life};
use super::{Estimate, Judge, aftermath};
use crate::go::rules::{DeadStones, Rules, Suicide};
use crate::go::{Board, ByColor, Color, Game, Move, Point, PointSet, Position};
use crate::tactics::Unconditional;

/// The most positions for one question where the rules do not ask for hypothetical play, and players judge at every pass.
/// Six times as many settle 4 % more chains, and make the judgement of a 19x19 board take two thirds longer.
const POSITIONS_AS_AN_AID: usize = 8_000;

/// How the status of a chain is known, from surest to least sure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ground {
    /// The rules take no stones off the board.
    Rules,
    /// Both players have said so.
    Agreed,
    /// Whoever asks has said so.
    Given,
    /// The opponent cannot capture it even if its owner always passes.
    Unconditional,
    /// The opponent cannot capture it if its owner answers every move where it was made, once the board has been filled that is
    /// counted.
    Alternating,
    /// It was read to the end, and the stones around live unconditionally.
    Proved(Fate),
    /// It was read to the end, if the stones around live.
    Enclosed(Fate),
    /// Lines of play were followed to the first capture of many stones.
    Read(Fate),
    /// Neither player can fill a liberty that both share without loss.
    StandOff,
    /// It can be taken in a ko, but then taken back, and who passes leaves it.
    Ko,
    /// The chance that it stays on the board, 0 to 1, by playouts.
    Estimated(f64),
    /// The chance that it stays on the board, 0 to 1, by playouts and a network.
    Seen(f64),
}

impl Ground {
    /// Returns true if nothing but a chance is known.
    pub fn is_estimate(self) -> bool {
        matches!(self, Ground::Estimated(_) | Ground::Seen(_))
    }
}

/// The final status of every stone of a position.
#[derive(Clone, Debug)]
pub struct Verdict {
    dead: PointSet,
    stand_offs: PointSet,
    chains: Vec<JudgedChain>,
    /// What is done before counting, if that was found out, for a player to move and rules.
    settled: Option<(Color, Rules, Settled)>,
}

/// How the status of a chain is known.
#[derive(Clone, Debug)]
struct JudgedChain {
    /// The [id](Board::chain_id) of the chain.
    chain: Point,
    ground: Ground,
    /// As [`Finding::line`]; empty where nothing was read.
    line: MoveLine,
}

impl Verdict {
    /// Judges the stones of a game as its rules ask: none is dead where the board counts as it stands.
    pub fn of(game: &Game, judge: &Judge) -> Verdict {
        let estimate = Estimate::of(game.board(), judge);
        Verdict::from_estimate(game, &estimate, judge).with_safety(game, &estimate, judge)
    }

    /// A chain is dead if it is more likely to be taken than to stay, unless reading finds out more: hypothetical play where
    /// the rules ask for it, and elsewhere what ends in the same way [whoever begins](super::hypothetical::Memory::settled) where there is no suicide.
    ///
    /// Of 400 games on 19x19 between strong players that were counted by territory, the count with this verdict agrees
    /// exactly in 83 % and on the winner in 99 %.
    ///
    /// The estimate is the judge's own. No chain is [safe under alternating play](Verdict::with_safety) yet.
    pub fn from_estimate(game: &Game, estimate: &Estimate, judge: &Judge) -> Verdict {
        let position = game.position();
        let form = &estimate.form;
        let to_move = form.color(position.to_move());
        let turned = Position::from_board(form.board.clone(), to_move, *position.rules());
        let all_live = position.all_live();
        let verdict = Verdict::judge(&turned, all_live, &estimate.of_form(), judge);
        verdict.restored(form, position.board())
    }

    /// Judges the stones of a board, none of which is taken off if all live.
    fn judge(position: &Position, all_live: bool, estimate: &Estimate, judge: &Judge) -> Verdict {
        let (board, rules) = (position.board(), position.rules());
        let mut verdict = Verdict::new(board, |chain| {
            let is_dead = !all_live && estimate.is_dead(board, chain);
            let ground = match () {
                () if all_live => Ground::Rules,
                () if estimate.is_unconditional(chain) => Ground::Unconditional,
                () if estimate.seki().contains(chain) => Ground::StandOff,
                () if !is_dead && ko_capture(board, chain).is_some() => Ground::Ko,
                () if estimate.is_by_network() => Ground::Seen(estimate.survival(board, chain)),
                () => Ground::Estimated(estimate.survival(board, chain)),
            };
            (is_dead, ground)
        });
        verdict.stand_offs = estimate.seki().clone();
        let limits = ReadingLimits {
            deadline: judge.deadline,
            ..ReadingLimits::default()
        };
        if let DeadStones::HypotheticalPlay(ko_pass) = rules.dead_stones {
            let fates =
                |board: &Board, part: &PointSet| judge.memory.fates(board, part, ko_pass, limits);
            verdict.read(board, estimate, |part| fates(board, part));
            verdict.read_after_dame(position, estimate, fates);
        } else if !all_live && rules.suicide == Suicide::Forbidden {
            let limits = ReadingLimits {
                positions: POSITIONS_AS_AN_AID,
                // Proof search goes on where this does not suffice.
                decisive: None,
                ..limits
            };
            verdict.read(board, estimate, |part| {
                judge.memory.settled(board, part, limits)
            });
        }
        verdict
    }

    /// Finds which of the chains of a game that was judged by an estimate, and are taken to live, are [safe](Ground::Alternating): region
    /// by region, and then those that proof search shows to live, one after another. Of the others that are only estimated, those
    /// are dead that proof search shows to be captured for good. Takes some tenths of a second on 19x19.
    #[must_use]
    pub fn with_safety(mut self, game: &Game, estimate: &Estimate, judge: &Judge) -> Verdict {
        let position = game.position();
        if position.all_live() {
            return self;
        }
        let form = &estimate.form;
        let mut after = form.board.clone();
        if position.rules().fills_before_count() {
            let settled = aftermath::settle(position, form, &self.dead, &self.stand_offs);
            for it in &settled.filled {
                after.play(form.there(it.at), form.color(it.color));
            }
            self.settled = Some((position.to_move(), *position.rules(), settled));
        }
        self.find_safe_regions(form, &after);
        if position.rules().suicide == Suicide::Forbidden {
            let proofs = self.find_proofs(form, &after, judge);
            self.find_deaths(form, &after, &proofs, judge);
        }
        self
    }

    /// The stones of a filled board, which is a form of the one that was judged, that are taken to live and are in no stand-off.
    fn living(&self, form: &Canonical, after: &Board) -> PointSet {
        let [dead, stand_offs] = [&self.dead, &self.stand_offs].map(|points| form.points(points));
        let lives =
            |&at: &Point| !after.is_empty_at(at) && !dead.contains(at) && !stand_offs.contains(at);
        after.points().filter(lives).collect()
    }

    /// Finds the chains around regions that hold on a filled board.
    fn find_safe_regions(&mut self, form: &Canonical, after: &Board) {
        let living = self.living(form, after);
        let living = ByColor::new_with(|color| stones_of(after, color, &living));
        for color in Color::ALL {
            let safe = safe_stones(after, color, &living[color], &living[!color]);
            let safe: PointSet = safe.iter().map(|there| form.back(there)).collect();
            for judged in &mut self.chains {
                if safe.contains(judged.chain) && judged.ground != Ground::Unconditional {
                    judged.ground = Ground::Alternating;
                    judged.line.clear();
                }
            }
        }
    }

    /// The stones of a filled board, which is a form of the one that was judged, whose ground and life are as asked.
    fn stones_with(
        &self,
        form: &Canonical,
        after: &Board,
        is_meant: impl Fn(Ground, bool) -> bool,
    ) -> PointSet {
        let lives = self.living(form, after);
        let chains = self.chains.iter().filter_map(|judged| {
            let there = form.there(judged.chain);
            let is_asked =
                !after.is_empty_at(there) && is_meant(judged.ground, lives.contains(there));
            is_asked.then_some(there)
        });
        chains.flat_map(|there| after.chain(there)).collect()
    }

    /// Proves on a filled board that chains live of which only an estimate says so. Returns what they and the safe ones rest on.
    fn find_proofs(&mut self, form: &Canonical, after: &Board, judge: &Judge) -> LifeProofs {
        let living = self.living(form, after);
        let safe = self.stones_with(form, after, |ground, lives| {
            lives && matches!(ground, Ground::Unconditional | Ground::Alternating)
        });
        let mut proofs = LifeProofs::default();
        let unconditional = Unconditional::of(after);
        for color in Color::ALL {
            let outside = stones_of(after, !color, &living);
            for block in blocks(after, &stones_of(after, color, &safe), &outside) {
                proofs.insert(after, &block.chains, block.points);
            }
            let chains = unconditional.stones(color);
            proofs.insert(after, chains, unconditional.points(color).clone());
        }
        let asked = self.stones_with(form, after, |ground, lives| lives && ground.is_estimate());
        let asked = chains_of(after, &asked).filter(|&chain| !safe.contains(chain));
        let found = prove_life(after, &mut proofs, asked, judge.deadline);
        for proof in found {
            self.set_proved(form, after, proof.chain, Ground::Alternating, &proof.line);
        }
        proofs
    }

    /// Proves on a filled board that chains die about which there is only an estimate.
    fn find_deaths(&mut self, form: &Canonical, after: &Board, proofs: &LifeProofs, judge: &Judge) {
        let asked = self.stones_with(form, after, |ground, _| ground.is_estimate());
        let asked = chains_of(after, &asked);
        for death in prove_deaths(after, proofs, asked, judge.deadline) {
            let ground = if death.is_surely_enclosed {
                Ground::Proved(Fate::Lost)
            } else {
                Ground::Enclosed(Fate::Lost)
            };
            self.set_proved(form, after, death.chain, ground, &death.line);
        }
    }

    /// Notes what was proved of a chain of a filled board, for those of its stones about which there was only an estimate.
    fn set_proved(
        &mut self,
        form: &Canonical,
        after: &Board,
        chain: Point,
        ground: Ground,
        line: &MoveLine,
    ) {
        let stones = after.chain(chain).map(|there| form.back(there));
        let stones: PointSet = stones.collect();
        // A line that begins behind moves that fill the board is not shown.
        let is_filled = after.hash() != form.board.hash();
        let line = if is_filled {
            MoveLine::new()
        } else {
            form.line_back(line)
        };
        let is_death = matches!(
            ground,
            Ground::Proved(Fate::Lost) | Ground::Enclosed(Fate::Lost)
        );
        for judged in &mut self.chains {
            if !stones.contains(judged.chain) || !judged.ground.is_estimate() {
                continue;
            }
            (judged.ground, judged.line) = (ground, line.clone());
            for there in form.board.chain(form.there(judged.chain)) {
                if is_death && self.dead.insert(form.back(there)) {
                    // What is filled before the count may be something else now.
                    self.settled = None;
                }
            }
        }
    }

    /// The verdict about the board itself by that about a form of it.
    fn restored(&self, form: &Canonical, board: &Board) -> Verdict {
        let points = |found: &PointSet| found.iter().map(|there| form.back(there)).collect();
        let chains = self.chains.iter().map(|judged| JudgedChain {
            chain: board.chain_id(form.back(judged.chain)),
            ground: judged.ground,
            line: form.line_back(&judged.line),
        });
        Verdict {
            dead: points(&self.dead),
            stand_offs: points(&self.stand_offs),
            chains: chains.collect(),
            settled: None,
        }
    }

    /// The chains of the given stones are dead, all others live.
    pub fn given(game: &Game, dead: &PointSet) -> Verdict {
        Verdict::with_dead(game, dead, Ground::Given)
    }

    /// The chains of the given stones are dead, all others live, as both players say.
    pub fn agreed(game: &Game, dead: &PointSet) -> Verdict {
        Verdict::with_dead(game, dead, Ground::Agreed)
    }

    fn with_dead(game: &Game, dead: &PointSet, ground: Ground) -> Verdict {
        let board = game.board();
        Verdict::new(board, |chain| {
            let is_dead = board.chain(chain).any(|at| dead.contains(at));
            (is_dead, ground)
        })
    }

    /// Turns a dead chain of the board that was judged into a living one, or a living one into a dead, because somebody says
    /// so.
    pub fn turn(&mut self, board: &Board, chain: Point) {
        let was_dead = self.dead.contains(chain);
        for stone in board.chain(chain) {
            self.stand_offs.remove(stone);
            if was_dead {
                self.dead.remove(stone);
            } else {
                self.dead.insert(stone);
            }
        }
        self.set_ground(board.chain_id(chain), Ground::Given, MoveLine::new());
        self.settled = None;
    }

    /// What both players do before the board that was judged is counted.
    pub(super) fn settled(&self, position: &Position) -> Settled {
        match &self.settled {
            _ if !position.rules().fills_before_count() => Settled::default(),
            Some((to_move, rules, known))
                if (*to_move, rules) == (position.to_move(), position.rules()) =>
            {
                known.clone()
            }
            _ => {
                let form = Canonical::of(position.board());
                aftermath::settle(position, &form, &self.dead, &self.stand_offs)
            }
        }
    }

    fn new(board: &Board, judge: impl Fn(Point) -> (bool, Ground)) -> Verdict {
        let mut verdict = Verdict {
            dead: PointSet::new(),
            stand_offs: PointSet::new(),
            chains: Vec::new(),
            settled: None,
        };
        for chain in Color::ALL.into_iter().flat_map(|color| board.chains(color)) {
            let (is_dead, ground) = judge(chain);
            if is_dead {
                verdict.dead.extend(board.chain(chain));
            }
            verdict.chains.push(JudgedChain {
                chain: board.chain_id(chain),
                ground,
                line: MoveLine::new(),
            });
        }
        verdict
    }

    /// Puts what reading finds in a part of the board in the place of what is estimated.
    fn read(
        &mut self,
        board: &Board,
        estimate: &Estimate,
        read: impl Fn(&PointSet) -> Option<Vec<Finding>>,
    ) {
        let dead = self.dead.clone();
        for part in doubtful_parts(board, estimate) {
            let Some(findings) = read(&part) else {
                continue;
            };
            let is_safe = is_surely_enclosed(board, &part);
            for finding in findings {
                // A ko that is still open is closed by who holds it.
                if aftermath::ko_to_close(board, &dead, finding.chain).is_none() {
                    self.set_fate(board, finding, is_safe);
                }
            }
        }
    }

    /// Notes what was found out about a chain, in a part that lies between unconditional stones or not.
    fn set_fate(&mut self, board: &Board, finding: Finding, is_surely_enclosed: bool) {
        let Finding {
            chain,
            fate,
            is_proved,
            line,
        } = finding;
        for stone in board.chain(chain) {
            if fate.is_alive() {
                self.dead.remove(stone);
            } else {
                self.dead.insert(stone);
                self.stand_offs.remove(stone);
            }
        }
        let ground = match (is_proved, is_surely_enclosed) {
            (true, true) => Ground::Proved(fate),
            (true, false) => Ground::Enclosed(fate),
            (false, _) => Ground::Read(fate),
        };
        self.set_ground(board.chain_id(chain), ground, line);
    }

    /// Takes chains for alive that are dead only while a dame is open. Both players fill dame before they count, and after
    /// that neither of two chains that share their last liberties may be able to take the other: a seki.
    fn read_after_dame(
        &mut self,
        position: &Position,
        estimate: &Estimate,
        read: impl Fn(&Board, &PointSet) -> Option<Vec<Finding>>,
    ) {
        if self.dead.is_empty() {
            return;
        }
        let board = position.board();
        let filled =
            aftermath::settle(position, &estimate.form, &self.dead, &self.stand_offs).filled;
        let mut after = board.clone();
        for it in &filled {
            after.play(it.at, it.color);
        }
        let after = &after;
        let is_new = |part: &PointSet| {
            let near =
                |at: Point| part.contains(at) || after.neighbors(at).any(|at| part.contains(at));
            part.iter().any(|at| self.dead.contains(at)) && filled.iter().any(|it| near(it.at))
        };
        let parts = doubtful_parts(after, estimate);
        let findings: Vec<Finding> = parts
            .iter()
            .filter(|part| is_new(part))
            .filter_map(|part| read(after, part))
            .flatten()
            .filter(|finding| finding.fate == Fate::Uncapturable)
            .filter(|finding| self.dead.contains(finding.chain))
            .collect();
        // A chain may have grown by what was filled.
        let stones = |chain: Point| after.chain(chain).filter(|&at| !board.is_empty_at(at));
        for chain in findings.iter().map(|finding| finding.chain) {
            for stone in stones(chain) {
                self.dead.remove(stone);
                self.set_ground(board.chain_id(stone), Ground::StandOff, MoveLine::new());
            }
            let living = rivals(after, chain).filter(|&at| !self.dead.contains(at));
            let sides: Vec<Point> = living.chain([chain]).flat_map(stones).collect();
            self.stand_offs.extend(sides);
        }
    }

    fn set_ground(&mut self, chain: Point, ground: Ground, line: MoveLine) {
        if let Some(judged) = self.chains.iter_mut().find(|judged| judged.chain == chain) {
            (judged.ground, judged.line) = (ground, line);
        }
    }

    /// What is known of the chain at a point of the board that was judged; `None` if there is no stone.
    fn judged(&self, board: &Board, point: Point) -> Option<&JudgedChain> {
        board.color_at(point)?;
        let id = board.chain_id(point);
        self.chains.iter().find(|judged| judged.chain == id)
    }

    /// All stones that are taken off.
    pub const fn dead(&self) -> &PointSet {
        &self.dead
    }

    /// The stones of chains that share liberties which neither side can fill without loss.
    pub const fn stand_offs(&self) -> &PointSet {
        &self.stand_offs
    }

    /// How the status of the stone at a point of the board that was judged is known; `None` if there is no stone.
    pub fn ground(&self, board: &Board, point: Point) -> Option<Ground> {
        self.judged(board, point).map(|judged| judged.ground)
    }

    /// The line of play that shows what becomes of the stone at a point of the board that was judged, as
    /// [`Finding::line`]. It is empty if there is no stone, if nothing was read, or if no line shows it.
    pub fn line(&self, board: &Board, point: Point) -> &[(Color, Move)] {
        self.judged(board, point).map_or(&[], |judged| &judged.line)
    }
}

/// Those of some points where a player has a stone.
fn stones_of(board: &Board, color: Color, points: &PointSet) -> PointSet {
    let is_own = |&at: &Point| board.color_at(at) == Some(color);
    points.iter().filter(is_own).collect()
}

/// The chains of a board that have stones among some points.
fn chains_of(board: &Board, points: &PointSet) -> impl Iterator<Item = Point> {
    let chains = Color::ALL.into_iter().flat_map(|color| board.chains(color));
    chains.filter(|&chain| points.contains(chain))
}

/// Returns true if the stones next to a part of a board live unconditionally, and need nothing in the part for that.
fn is_surely_enclosed(board: &Board, part: &PointSet) -> bool {
    let safe = Unconditional::stones_without(board, part);
    let mut around = part.iter().flat_map(|at| board.neighbors(at));
    around.all(|at| part.contains(at) || safe.black.contains(at) || safe.white.contains(at))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Points;
    use crate::go::rules::Preset;
    use crate::go::tests::{END_OF_TRIPLE_KO, forms, game, in_form};
    use crate::life::Count;
    use crate::life::hypothetical::tests::assert_line;

    #[test]
    fn each_chain_has_its_ground() {
        let board: Board = "
            . X . X O . . . .
            X X X X O . . . .
            O O O O O . . . .
            . . . . . . . . .
            . . . . . . . . .
            X X X X X X X X X
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . ."
            .parse()
            .unwrap();
        let [safe, wide] = ["A8", "A4"].map(|name| name.parse::<Point>().unwrap());
        let ground = |rules: &str, at| {
            let game = game(&board, Color::Black, Preset::find(rules).unwrap().rules);
            let verdict = Verdict::of(&game, &Judge::of_playouts(50));
            verdict.ground(&board, at)
        };
        assert_eq!(ground("chinese", safe), Some(Ground::Unconditional));
        assert_eq!(ground("tromp-taylor", safe), Some(Ground::Rules));
        let estimated = ground("chinese", wide);
        assert!(
            matches!(estimated, Some(Ground::Estimated(chance)) if chance > 0.5),
            "{estimated:?}"
        );
        assert_eq!(ground("chinese", "A5".parse().unwrap()), None);
        let game = game(&board, Color::Black, Preset::find("chinese").unwrap().rules);
        let given = Verdict::given(&game, &[safe].into_iter().collect());
        assert_eq!(given.ground(&board, wide), Some(Ground::Given));
        assert!(given.dead().contains(safe));
    }

    #[test]
    fn what_somebody_says_of_a_chain_replaces_what_was_judged() {
        let board: Board = "
            . X . X O . .
            X X X X O . .
            O O O O O . .
            . . . . . . .
            . . X X . . .
            . . . . . . .
            . . . . . . ."
            .parse()
            .unwrap();
        let [safe, lost] = ["A6", "D3"].map(|name| name.parse::<Point>().unwrap());
        let game = game(&board, Color::Black, Preset::find("chinese").unwrap().rules);
        let mut verdict = Verdict::given(&game, &[lost].into_iter().collect());
        verdict.turn(&board, lost);
        assert!(verdict.dead().is_empty());
        let mut verdict = Verdict::of(&game, &Judge::of_playouts(50));
        assert_eq!(verdict.ground(&board, safe), Some(Ground::Unconditional));
        verdict.turn(&board, safe);
        assert!(board.chain(safe).all(|at| verdict.dead().contains(at)));
        assert_eq!(verdict.ground(&board, safe), Some(Ground::Given));
    }

    #[test]
    fn what_is_safe_under_alternating_play_is_proved_and_nothing_else_changes() {
        // In each corner on the left Black makes an eye, however White begins.
        let settled: Board = "
            . . X O O . O
            . . X O O O O
            X X X O . O .
            . . X O O O O
            . . X O O . O"
            .parse()
            .unwrap();
        // A dame at D3 is filled before counting.
        let before: Board = "
            . . X O O . O
            . . X O O O O
            X . X . O O .
            X X X O O O O
            . . X O O . O"
            .parse()
            .unwrap();
        let black: Point = "C1".parse().unwrap();
        for (board, rules, ground) in [
            (&settled, "chinese", Ground::Alternating),
            (&settled, "japanese", Ground::Alternating),
            (&settled, "tromp-taylor", Ground::Rules),
            (&before, "japanese", Ground::Alternating),
        ] {
            let rules = Preset::find(rules).unwrap().rules;
            let game = game(board, Color::Black, rules);
            let judge = Judge::of_playouts(50);
            let estimate = Estimate::of(board, &judge);
            let first = Verdict::from_estimate(&game, &estimate, &judge);
            let after = first.clone().with_safety(&game, &estimate, &judge);
            assert_eq!(after.ground(board, black), Some(ground), "{board}");
            assert_ne!(first.ground(board, black), Some(Ground::Alternating));
            assert_eq!(first.dead(), after.dead());
            assert_eq!(first.stand_offs(), after.stand_offs());
        }
    }

    #[test]
    fn what_proof_search_shows_to_be_safe_has_a_line_on_the_board_that_was_judged() {
        // The chain in the second row connects wherever White does not play.
        let diagram = "
            . X . X O .
            X X X X O O
            . . . O O .
            X X X O . O
            O O O O O .";
        for (board, is_swapped) in forms(diagram) {
            let owner = in_form(Color::Black, is_swapped);
            let mut chains = board.chains(owner);
            let chain = chains.find(|&at| board.chain_size(at) == 3).unwrap();
            let verdict_by = |rules| {
                let rules = Preset::find(rules).unwrap().rules;
                let game = game(&board, Color::Black, rules);
                Verdict::of(&game, &Judge::of_playouts(200))
            };
            let verdict = verdict_by("chinese");
            assert_eq!(verdict.ground(&board, chain), Some(Ground::Alternating));
            let line = verdict.line(&board, chain).to_vec();
            assert!(!line.is_empty(), "{board}");
            assert_line(
                &board,
                &Finding {
                    chain,
                    fate: Fate::Kept,
                    is_proved: true,
                    line,
                },
            );
            // Suicide is not read.
            let with_suicide = verdict_by("new-zealand");
            let ground = with_suicide.ground(&board, chain).unwrap();
            assert!(ground.is_estimate(), "{ground:?}");
        }
    }

    #[test]
    fn what_proof_search_shows_to_be_captured_is_dead_whatever_was_estimated() {
        // White lives with the eye on the right, and by the two stones in the corner, which Black cannot save.
        let diagram = "
            . X X O O . O .
            X . X X O O X X
            X X X X X O O .
            . . . X X O O O
            . . . . X O . O
            . . . . X O O O";
        for (board, is_swapped) in forms(diagram) {
            let owner = in_form(Color::Black, is_swapped);
            let mut chains = board.chains(owner);
            let chain = chains.find(|&at| board.chain_size(at) == 2).unwrap();
            // Japanese rules fill the board before they count.
            for (rules, has_line) in [("chinese", true), ("japanese", false)] {
                let rules = Preset::find(rules).unwrap().rules;
                let game = game(&board, owner, rules);
                let judge = Judge::of_playouts(200);
                let estimate = Estimate::of(&board, &judge);
                let mut verdict = Verdict::from_estimate(&game, &estimate, &judge);
                for stone in board.chain(chain) {
                    verdict.dead.remove(stone);
                }
                verdict.set_ground(chain, Ground::Estimated(0.9), MoveLine::new());
                let verdict = verdict.with_safety(&game, &estimate, &judge);
                let ground = verdict.ground(&board, chain);
                assert_eq!(ground, Some(Ground::Proved(Fate::Lost)), "{board}");
                assert!(board.chain(chain).all(|at| verdict.dead().contains(at)));
                assert_eq!(!verdict.line(&board, chain).is_empty(), has_line, "{board}");
                // What was filled before it was known is filled otherwise now.
                let (position, form) = (game.position(), Canonical::of(&board));
                let anew = aftermath::settle(position, &form, &verdict.dead, &verdict.stand_offs);
                let filled = verdict.settled(position);
                assert_eq!(format!("{filled:?}"), format!("{anew:?}"), "{board}");
            }
        }
    }

    #[test]
    fn no_capture_of_many_stones_decides_under_area_rules() {
        // A seki with an eye each: too many lines to follow all.
        let board: Board = "
            X X . X X
            X X X X X
            X X O O .
            O O . O O
            O O O O O"
            .parse()
            .unwrap();
        let game = game(&board, Color::Black, Preset::find("chinese").unwrap().rules);
        let verdict = Verdict::of(&game, &Judge::of_playouts(50));
        for chain in ["A3", "A1"] {
            let ground = verdict.ground(&board, chain.parse().unwrap());
            assert!(!matches!(ground, Some(Ground::Read(_))), "{ground:?}");
        }
    }

    #[test]
    fn what_was_read_has_a_line_on_the_board_that_was_judged() {
        let diagram = "
            . . . X O .
            X X X X O .
            O O O X O .
            . X O X O .
            . . O X O .";
        for (board, is_swapped) in forms(diagram) {
            let owner = in_form(Color::White, is_swapped);
            let rules = Preset::find("japanese").unwrap().rules;
            let game = game(&board, Color::Black, rules);
            let mut verdict = Verdict::of(&game, &Judge::of_playouts(50));
            let mut chains = board.chains(owner);
            let chain = chains.find(|&at| verdict.dead().contains(at)).unwrap();
            let Some(Ground::Proved(fate) | Ground::Enclosed(fate)) = verdict.ground(&board, chain)
            else {
                panic!("{board}");
            };
            assert_eq!(fate, Fate::Dead);
            let line = verdict.line(&board, chain).to_vec();
            assert!(!line.is_empty(), "{board}");
            let finding = Finding {
                chain,
                fate,
                is_proved: true,
                line,
            };
            assert_line(&board, &finding);
            verdict.turn(&board, chain);
            assert!(verdict.line(&board, chain).is_empty());
            let empty = board.points().find(|&at| board.is_empty_at(at)).unwrap();
            assert!(verdict.line(&board, empty).is_empty());
        }
    }

    #[test]
    fn nothing_is_dead_after_a_dispute_that_the_rules_end() {
        let board: Board = "
            . . X O . .
            . . X O . .
            . O X O X .
            . . X O . .
            . . X O . ."
            .parse()
            .unwrap();
        let rules = Preset::find("aga").unwrap().rules;
        let mut game = game(&board, Color::Black, rules);
        for (passes, dead) in [(2, 2), (2, 0)] {
            for _ in 0..passes {
                game.play(game.position().to_move(), Move::Pass).unwrap();
            }
            let verdict = Verdict::of(&game, &Judge::of_playouts(100));
            assert_eq!(verdict.dead().len(), dead);
        }
        let ground =
            Verdict::of(&game, &Judge::of_playouts(100)).ground(&board, "B3".parse().unwrap());
        assert_eq!(ground, Some(Ground::Rules));
    }

    #[test]
    fn stones_in_a_triple_ko_stand_where_the_players_agree() {
        for (board, is_swapped) in forms(END_OF_TRIPLE_KO) {
            for rules in ["chinese", "chinese-kgs", "aga", "french"] {
                let rules = Preset::find(rules).unwrap().rules;
                let to_move = in_form(Color::White, is_swapped);
                let mut game = game(&board, to_move, rules);
                game.set_komi(0.0);
                let verdict = Verdict::of(&game, &Judge::of_playouts(200));
                assert!(verdict.dead().is_empty(), "{board}");
                let margin = Count::of(&game, &verdict).score.margin();
                assert_eq!(
                    margin,
                    Points::halves(if is_swapped { 4 } else { -4 }),
                    "{board}"
                );
                let kos = board
                    .points()
                    .filter(|&at| verdict.ground(&board, at) == Some(Ground::Ko));
                assert_eq!(kos.count(), 3, "{board}");
            }
        }
    }
}
