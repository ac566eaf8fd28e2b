//! The tree search player: the best move of a search, except at the end of the game.

mod decide;
mod human;
mod passing;
mod resign;
mod temperature;
mod vary;

use super::ending::{Ending, Worth};
use super::{Alternatives, Choice, Player, Rank, Settings, Thought, fills_eye};
use crate::clock::Budget;
use crate::eval::Evaluator;
use crate::go::rules::DeadStones;
use crate::go::{Color, Game, Move, Point, PointSet};
use crate::life::Judge;
use crate::rng::Rng;
use crate::search::{Purpose, Report, Request, Restriction, Search};
use decide::{Decision, has_been_stopped};
pub use human::ChosenMove;
use passing::{enough_evaluations, is_telling, preferred, worth_more};
use resign::{ENOUGH_VISITS, Resignation};
use std::time::Duration;
pub use temperature::Temperature;
pub use vary::draw;
use vary::vary;
use web_time::Instant;

/// Plays the move that the tree search visits most, passes when nothing is left to play for, and
/// resigns lost games.
#[derive(Debug)]
pub(super) struct Mcts {
    rng: Rng,
    search: Search,
    /// Makes small searches in positions other than the one to be played in, with a tree of its own.
    scout: Search,
    judge: Judge,
    resignation: Resignation,
    /// The number of points that clearly belonged to neither player in the last search.
    open_points: Option<usize>,
    /// `None` for full strength.
    rank: Option<&'static Rank>,
    /// How a move is drawn from what the search and people prefer.
    chosen: ChosenMove,
}

/// The bytes of the tree that a pass is examined with.
const SCOUT_MEMORY: u64 = 16 << 20;

/// The most visits that a pass is examined with.
const SCOUT_VISITS: u64 = 500;

/// The time that a playout takes for each point of the board, on a slow machine.
const PLAYOUT_TIME: Duration = Duration::from_micros(1);

/// Playouts that judge the board even if no time is left.
const FEWEST_JUDGING: u32 = 200;

/// A pass is taken to keep a win if the opponent's chance of winning after it is no more than the first
/// of these, and to keep a draw if it is no more than the second.
const SAFE_WIN: f64 = 0.2;
const SAFE_DRAW: f64 = 0.6;

/// A point whose mean owner, from -1 to 1, is nearer to 0 than this is open.
const OPEN: f64 = 0.6;

impl Mcts {
    /// A player with the random numbers of a seed. With one thread and a budget of visits it plays
    /// the same whenever the seed is the same.
    pub(super) fn new(seed: u64, settings: &Settings) -> Mcts {
        let Settings { threads, rank, .. } = *settings;
        let memory = settings.free_memory();
        let overrides = || settings.overrides.clone();
        Mcts {
            rng: Rng::new(seed),
            search: Search::new(threads, memory, overrides(), &settings.evaluator()),
            scout: Search::new(
                1,
                SCOUT_MEMORY.min(memory),
                overrides(),
                &Evaluator::default(),
            ),
            judge: settings.judge(),
            resignation: Resignation::new(settings),
            open_points: None,
            rank,
            chosen: settings.chosen,
        }
    }

    /// Returns the game of a request under rules by which every stone on the board counts as alive, if
    /// the players do not agree about dead stones: then those have to be captured.
    fn disputed(request: &Request<'_>) -> Option<Game> {
        let (game, purpose) = (request.game, request.purpose);
        let is_disputed = purpose == Purpose::CleanUp || has_been_stopped(game);
        (is_disputed && game.rules().dead_stones != DeadStones::AsItStands).then(|| {
            let mut rules = *game.rules();
            rules.dead_stones = DeadStones::AsItStands;
            let mut disputed = game.clone();
            disputed.set_rules(rules);
            disputed
        })
    }

    /// Returns the most visited move, if possible one that fills no own eye. Neither the end of the game
    /// nor the rank plays a part here.
    fn search_alone(&mut self, request: Request<'_>) -> Thought {
        let (game, color) = (request.game, request.color);
        let restriction = request.restriction.clone();
        let report = self.search.run(request, &mut self.rng);
        Thought {
            choice: most_visited(game, color, &report, &restriction),
            report: Some(report),
        }
    }

    fn choose(&mut self, mut request: Request<'_>) -> Thought {
        let Request {
            game,
            color,
            purpose,
            varies,
            ..
        } = request;
        if !request.restriction.is_empty() {
            return self.choose_restricted(request);
        }
        let ending = self.ending(game, color, &request.budget);
        if let Some(ending) = ending.as_ref().filter(|_| is_held_open(game)) {
            let kos = ending.open_kos();
            if !kos.is_empty() {
                return self.settle_ko(request, &kos);
            }
        }
        if let Some(ending) = &ending
            && (purpose == Purpose::Play || ending.prey().is_empty())
            && !ending.gives_points_away(game)
            && (ending.wins_by_passing_now() || self.can_rest(game, color, ending, &request.budget))
        {
            log::debug!("{color} could rest: {:?} for sure", ending.at_least);
            if self
                .better_than_pass(&request, None, Some(ending))
                .is_none()
            {
                return Thought::at_once(Choice::at_once(Move::Pass));
            }
        }
        if self.rank.is_some() {
            let has_network = self.search.has_network_for(game.board().size());
            request.budget = Rank::limit(&request.budget, has_network);
        }
        let budget = request.budget.clone();
        let asked = Request::new(game, color, purpose, budget.clone());
        let report = self.search.run(request, &mut self.rng);
        let open_points = open_points(game, &report);
        self.open_points = Some(open_points);
        let decision = Decision {
            game,
            color,
            purpose,
            report: &report,
            ending: ending.as_ref(),
            judge: self.judge_in_time(game, &budget),
        };
        let best = decision.choose();
        log::debug!(
            "{color} {}, value {:?}, {open_points} open points",
            best.mv,
            best.win_rate,
        );
        let better = if best.mv == Move::Pass {
            self.better_than_pass(&asked, Some(&report), ending.as_ref())
        } else {
            None
        };
        let is_changed = better.is_none();
        let mut choice = better.unwrap_or(best);
        if purpose == Purpose::Play {
            let found = Alternatives {
                best: choice,
                game,
                color,
                report: &report,
            };
            choice = if self.imitates(&report) {
                self.by_people(found, &Restriction::default(), varies)
            } else if is_changed {
                self.changed(found, varies)
            } else {
                found.best
            };
            choice.resigns = self.resigns(game, color, &report, &budget);
        }
        Thought {
            choice,
            report: Some(report),
        }
    }

    /// The choice where some moves are left out: neither the end of the game nor the rank plays a part in it.
    fn choose_restricted(&mut self, request: Request<'_>) -> Thought {
        let Request {
            game,
            color,
            purpose,
            varies,
            ..
        } = request;
        let restriction = request.restriction.clone();
        let mut thought = self.search_alone(request);
        if let Some(report) = &thought.report {
            if purpose == Purpose::Play {
                let found = Alternatives {
                    best: thought.choice,
                    game,
                    color,
                    report,
                };
                thought.choice = self.by_people(found, &restriction, varies);
            }
            thought.choice.resigns = self.resignation.is_due(game, color, report);
        }
        thought
    }

    /// Returns true if people have a part in a choice.
    fn imitates(&self, report: &Report) -> bool {
        self.chosen.human_part > 0.0 && report.human.is_some()
    }

    /// What people would play in place of the best choice, as far as they have a part in it: drawn where games are to differ,
    /// and else their likeliest move.
    fn by_people(
        &mut self,
        found: Alternatives<'_>,
        restriction: &Restriction,
        varies: bool,
    ) -> Choice {
        let rng = varies.then_some(&mut self.rng);
        match self.chosen.by_people(&found, restriction, rng) {
            Some(mv) => found.chosen(mv),
            None => found.best,
        }
    }

    /// What the rank overlooks, or what makes games differ, in place of the best choice.
    fn changed(&mut self, found: Alternatives<'_>, varies: bool) -> Choice {
        match self.rank {
            Some(rank) => rank.notice(found, &mut self.rng),
            _ if varies => vary(found, &self.chosen.temperature, &mut self.rng),
            _ => found.best,
        }
    }

    /// The play that is better than a pass, if a search that is large enough finds one. The last report serves if its
    /// search was; otherwise another one goes on from there, which only the time limits.
    ///
    /// A network estimates points: the play has to be [worth more](worth_more). Playouts do not, nor is there always time: then
    /// it is what the search [prefers](preferred), but by playouts alone a pass stands where nothing is open.
    fn better_than_pass(
        &mut self,
        request: &Request<'_>,
        last: Option<&Report>,
        ending: Option<&Ending>,
    ) -> Option<Choice> {
        let &Request { game, color, .. } = request;
        let has_network = self.search.has_network_for(game.board().size());
        if !has_network && ending.is_some_and(|ending| ending.is_decided) {
            return None;
        }
        let larger = match last.filter(|last| is_telling(last)) {
            Some(_) => None,
            None => self.examine(game, color, &request.budget),
        };
        let report = larger.as_ref().or(last)?;
        let pass = has_network.then(|| self.promise_of_pass(game, color, &request.budget));
        let better = match pass.flatten() {
            Some(pass) => worth_more(report, game, color, pass),
            None => preferred(report, game, color),
        }?;
        log::debug!("{color} {} is better than a pass", better.mv);
        Some(Choice::found(better, report))
    }

    /// What a search finds that is large enough to compare a pass with plays, unless the time is used up.
    fn examine(&mut self, game: &Game, color: Color, budget: &Budget) -> Option<Report> {
        if budget.is_out_of_time() {
            return None;
        }
        let has_network = self.search.has_network_for(game.board().size());
        let budget = Budget {
            visits: Some(enough_evaluations(has_network)),
            ..budget.clone()
        };
        let request = Request::new(game, color, Purpose::Compare, budget);
        Some(self.search.run(request, &mut self.rng))
    }

    /// The points that are left to a player after a pass and the opponent's best answer; `None` if the time is used up.
    fn promise_of_pass(&mut self, game: &Game, color: Color, budget: &Budget) -> Option<f64> {
        let mut after = game.clone();
        after
            .play(color, Move::Pass)
            .expect("a pass is always legal");
        if after.position().is_over() && game.rules().dead_stones == DeadStones::AsItStands {
            let margin = after.score(&PointSet::new()).margin();
            return Some((margin * color.sign()).as_f64());
        }
        let report = self.examine(&after, !color, budget)?;
        let answer = report.moves.first()?;
        Some(-answer.margins.mean())
    }

    /// Returns true if the player resigns. A rank makes too few visits to know. If these promise
    /// little, the question is decided by a larger search, which has no part in the choice of the move.
    fn resigns(&mut self, game: &Game, color: Color, report: &Report, budget: &Budget) -> bool {
        if self.rank.is_some() && self.resignation.wants_more(report) {
            let report = self.scout(game, color, ENOUGH_VISITS, budget);
            return self.resignation.is_due(game, color, &report);
        }
        self.resignation.is_due(game, color, report)
    }

    /// Returns what a small search of a position with a number of visits finds, within the time of a
    /// budget.
    fn scout(&mut self, game: &Game, color: Color, visits: u64, budget: &Budget) -> Report {
        let budget = Budget {
            visits: Some(visits),
            ..budget.clone()
        };
        self.scout.clear();
        let request = Request::new(game, color, Purpose::Play, budget);
        self.scout.run(request, &mut self.rng)
    }

    /// Takes or fills one of some kos, as well as the search can, or passes.
    fn settle_ko(&mut self, request: Request<'_>, kos: &[Point]) -> Thought {
        let (game, color) = (request.game, request.color);
        let report = self.search.run(request, &mut self.rng);
        let moves = kos.iter().map(|&at| Move::Play(at));
        let settling: Vec<Move> = moves.filter(|&mv| game.check(color, mv).is_ok()).collect();
        let best = report
            .moves
            .iter()
            .find(|found| settling.contains(&found.mv));
        let any = || Choice::at_once(settling.first().copied().unwrap_or(Move::Pass));
        Thought {
            choice: best.map_or_else(any, |found| Choice::found(found, &report)),
            report: Some(report),
        }
    }

    /// Returns what a pass would lead to, if the game may be near its end.
    fn ending(&self, game: &Game, color: Color, budget: &Budget) -> Option<Ending> {
        let is_held_open = is_held_open(game);
        let opponent_passed = game.position().last_move() == Some((!color, Move::Pass));
        let is_early = self.has_many_open(game) && !opponent_passed;
        if !is_held_open && (budget.is_out_of_time() || is_early) {
            return None;
        }
        let judge = self.judge_in_time(game, budget);
        let glance = Judge {
            playouts: judge.playouts / 10,
            evaluator: Evaluator::default(),
            ..judge.clone()
        };
        let is_near = is_held_open || opponent_passed || Ending::is_near(game, color, &glance);
        is_near.then(|| Ending::of(game, color, &judge))
    }

    /// Returns true if the last search found many points open.
    fn has_many_open(&self, game: &Game) -> bool {
        let area = game.board().size().area();
        self.open_points.is_some_and(|open| open > 6 + area / 6)
    }

    /// Returns the judge with all of its playouts if there is no limit of time. Otherwise it gets as many
    /// as a quarter of the time left allows, but never fewer than [`FEWEST_JUDGING`] unless it is set so, and no network
    /// if not even these are allowed. It reads for a quarter of the time to the deadline.
    fn judge_in_time(&self, game: &Game, budget: &Budget) -> Judge {
        let mut judge = self.judge.clone();
        let Some(left) = budget.time_left() else {
            return judge;
        };
        let now = Instant::now();
        judge.deadline = budget
            .deadline
            .map(|end| now + end.saturating_duration_since(now) / 4);
        let each = PLAYOUT_TIME * game.board().size().area() as u32;
        let affordable = (left / 4).as_nanos() / each.as_nanos();
        let most = u32::try_from(affordable).unwrap_or(u32::MAX);
        judge.playouts = judge.playouts.min(most.max(FEWEST_JUDGING));
        if most < FEWEST_JUDGING {
            judge.evaluator = Evaluator::default();
        }
        judge
    }

    /// Returns true if a pass gives nothing away: nothing is left to play for, and the opponent cannot
    /// turn the game afterwards. Returns false in a lost game, which is left to the search.
    fn can_rest(&mut self, game: &Game, color: Color, ending: &Ending, budget: &Budget) -> bool {
        let safe = match ending.at_least {
            Worth::Loss => return false,
            Worth::Draw => SAFE_DRAW,
            Worth::Win => SAFE_WIN,
        };
        ending.is_exhausted(game) && {
            let mut after = game.clone();
            after
                .play(color, Move::Pass)
                .expect("a pass is always legal");
            let komi = game.exact_komi() + ending.handed_to_white();
            after.set_komi(komi.as_f64());
            let visits = budget
                .visits
                .map_or(SCOUT_VISITS, |most| most.min(SCOUT_VISITS));
            let report = self.scout(&after, !color, visits, budget);
            report.moves.first().is_some_and(|best| best.value <= safe)
        }
    }
}

impl Player for Mcts {
    fn think(&mut self, request: Request<'_>) -> Thought {
        match request.purpose {
            Purpose::Ponder if self.rank.is_some() => Thought::at_once(Choice::at_once(Move::Pass)),
            Purpose::Analyze | Purpose::Compare | Purpose::Ponder => self.search_alone(request),
            Purpose::Play | Purpose::CleanUp => match Mcts::disputed(&request) {
                Some(game) => self.choose(Request {
                    game: &game,
                    ..request
                }),
                None => self.choose(request),
            },
        }
    }

    fn search(&self) -> Option<&Search> {
        Some(&self.search)
    }

    fn reset(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
        self.search.clear();
        self.scout.clear();
        self.resignation.forget();
        self.open_points = None;
    }
}

/// Returns true if both players have passed, and an open ko keeps the game from ending.
fn is_held_open(game: &Game) -> bool {
    let position = game.position();
    position.passes_in_a_row() >= 2 && !position.is_over()
}

/// The number of points that clearly belonged to neither player in the playouts of a search.
fn open_points(game: &Game, report: &Report) -> usize {
    let is_open = |&at: &_| report.ownership.at(at).abs() < OPEN;
    game.board().points().filter(is_open).count()
}

/// The most visited move of a report, if possible one that fills no own eye; the likeliest one if none was visited.
fn most_visited(game: &Game, color: Color, report: &Report, restriction: &Restriction) -> Choice {
    let mut moves = report.moves.iter();
    let best = moves.find(|found| !fills_eye(game, color, found.mv));
    match best.or(report.moves.first()) {
        Some(best) => Choice::found(best, report),
        None => likeliest(game, color, report, restriction),
    }
}

/// The move that is likeliest before any search, if possible one that fills no own eye; a pass if all moves that are allowed were
/// visited. The first visit is that of the position itself, so this is what one visit finds.
fn likeliest(game: &Game, color: Color, report: &Report, restriction: &Restriction) -> Choice {
    let unvisited = report.unvisited.iter().map(|&(mv, _)| mv);
    let mut moves = unvisited.filter(|&mv| {
        report.moves.is_empty() && !fills_eye(game, color, mv) && !restriction.forbids(color, mv, 1)
    });
    Choice {
        visits: report.new_visits,
        ..Choice::at_once(moves.next().unwrap_or(Move::Pass))
    }
}

#[cfg(test)]
mod tests;
