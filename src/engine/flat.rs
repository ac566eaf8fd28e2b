//! Flat Monte-Carlo: every candidate gets the same number of playouts; the best mean result wins.
//!
//! Abramson 1990, Brügmann 1993. No tree, so it searches one move deep.

use super::ending::Ending;
use super::{Choice, Player, Settings, Thought, any_of, sensible_points};
use crate::clock::Budget;
use crate::go::{Board, Color, Counting, Game, Move, Points};
use crate::life::Judge;
use crate::playout::play_out;
use crate::rng::Rng;
use crate::search::{Purpose, Request};
use crate::threads::Crew;
use std::thread;

/// Playouts where the budget sets no limit.
const DEFAULT_PLAYOUTS: u64 = 10_000;

/// Playouts between two checks of the clock.
const PLAYOUTS_PER_CHECK: u64 = 16;

/// A point of margin is worth this much of a win, so that among equal chances the larger win is
/// chosen and won games end quickly.
const MARGIN_WEIGHT: f64 = 0.0005;

/// The flat Monte-Carlo player.
#[derive(Clone, Debug)]
pub(super) struct Flat {
    rng: Rng,
    threads: usize,
    judge: Judge,
}

impl Flat {
    /// A player with the random numbers of a seed. With a budget of playouts it plays the same
    /// whenever seed and number of threads are the same.
    pub(super) fn new(seed: u64, settings: &Settings) -> Flat {
        Flat {
            rng: Rng::new(seed),
            threads: settings.threads(),
            judge: settings.judge(),
        }
    }

    /// Returns true if the opponent has just passed and a pass ends the game and wins it for sure.
    fn is_won_by_passing(&self, game: &Game, color: Color) -> bool {
        game.position().last_move() == Some((!color, Move::Pass))
            && Ending::of(game, color, &self.judge).wins_by_passing_now()
    }
}

impl Flat {
    fn choose(&mut self, game: &Game, color: Color, budget: &Budget) -> Choice {
        if self.is_won_by_passing(game, color) {
            return Choice::at_once(Move::Pass);
        }
        let budget = &budget.without_extension();
        let points = sensible_points(game, color);
        if points.len() < 2 || budget.is_out_of_time() {
            return Choice::at_once(any_of(&points, &mut self.rng));
        }
        let search = Trials::new(game, color, points.into_iter().map(Move::Play).collect());
        let tally = search.run(&mut self.rng, self.threads, budget);
        search.best(&tally)
    }
}

impl Player for Flat {
    fn think(&mut self, request: Request<'_>) -> Thought {
        let Request { game, color, .. } = request;
        Thought::at_once(match request.purpose {
            // It has no tree to grow.
            Purpose::Ponder => Choice::at_once(Move::Pass),
            _ => self.choose(game, color, &request.budget),
        })
    }

    fn reset(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }
}

/// One choice: candidates and how results are counted.
struct Trials {
    color: Color,
    counting: Counting,
    /// Each candidate with the board after it.
    candidates: Vec<(Move, Board)>,
}

/// The results of one candidate.
#[derive(Clone, Copy, Default)]
struct Mean {
    playouts: u32,
    /// Wins, a draw counted as half of one.
    wins: f64,
    value: f64,
}

impl Mean {
    /// Adds a playout: the player's share of the win, and the margin by which he is ahead.
    fn add(&mut self, share: f64, margin: Points) {
        self.playouts += 1;
        self.wins += share;
        self.value += share + MARGIN_WEIGHT * margin.as_f64();
    }

    fn merge(&mut self, other: &Mean) {
        self.playouts += other.playouts;
        self.wins += other.wins;
        self.value += other.value;
    }

    fn value(&self) -> f64 {
        self.value / f64::from(self.playouts.max(1))
    }
}

impl Trials {
    fn new(game: &Game, color: Color, moves: Vec<Move>) -> Trials {
        let after = |mv: Move| {
            let mut board = game.board().clone();
            board.make(mv, color);
            (mv, board)
        };
        Trials {
            color,
            counting: Counting::of(game),
            candidates: moves.into_iter().map(after).collect(),
        }
    }

    /// Divides the playouts among threads, each with a stream of its own.
    fn run(&self, rng: &mut Rng, threads: usize, budget: &Budget) -> Vec<Mean> {
        let unlimited = budget.deadline.is_none().then_some(DEFAULT_PLAYOUTS);
        let total = budget.visits.or(unlimited).unwrap_or(u64::MAX);
        let threads_used = threads as u64;
        let shares = (0..threads_used)
            .map(|i| total / threads_used + u64::from(i < total % threads_used))
            .map(|share| (rng.split(), share));
        let shares: Vec<(Rng, u64)> = shares.collect();
        let work = |(stream, share): &(Rng, u64)| self.work(&mut stream.clone(), *share, budget);
        let tallies: Vec<Vec<Mean>> = thread::scope(|scope| {
            let works = shares.iter().map(|share| move || work(share));
            let Crew { members, refusal } = Crew::start(scope, works);
            if let Some(refusal) = refusal {
                log::debug!("{refusal}");
            }
            // Shares for which there is no thread are done in this one.
            let own: Vec<Vec<Mean>> = shares[members.len()..].iter().map(work).collect();
            let others = members.into_iter();
            let others = others.map(|member| member.join().expect("no playout panics"));
            others.chain(own).collect()
        });
        let mut sum = vec![Mean::default(); self.candidates.len()];
        for tally in &tallies {
            sum.iter_mut()
                .zip(tally)
                .for_each(|(sum, mean)| sum.merge(mean));
        }
        sum
    }

    /// Makes playouts for the candidates in turn.
    fn work(&self, rng: &mut Rng, playouts: u64, budget: &Budget) -> Vec<Mean> {
        let mut tally = vec![Mean::default(); self.candidates.len()];
        let mut board = self.candidates[0].1.clone();
        let first = rng.below(self.candidates.len());
        for playout in 0..playouts {
            if playout % PLAYOUTS_PER_CHECK == 0 && budget.is_out_of_time() {
                break;
            }
            let index = (first + playout as usize) % self.candidates.len();
            board.copy_from(&self.candidates[index].1);
            play_out(&mut board, !self.color, rng);
            let margin = self.counting.margin(&board);
            let share = f64::from(self.counting.win_share(margin));
            let own_share = match self.color {
                Color::Black => share,
                Color::White => 1.0 - share,
            };
            tally[index].add(own_share, margin * self.color.sign());
        }
        tally
    }

    fn best(&self, tally: &[Mean]) -> Choice {
        let playouts = tally.iter().map(|mean| u64::from(mean.playouts)).sum();
        let tried = self
            .candidates
            .iter()
            .zip(tally)
            .filter(|(_, mean)| mean.playouts > 0);
        let best = tried.max_by(|(_, a), (_, b)| a.value().total_cmp(&b.value()));
        match best {
            Some(((mv, _), mean)) => Choice {
                mv: *mv,
                resigns: false,
                visits: playouts,
                win_rate: Some(mean.wins / f64::from(mean.playouts)),
            },
            None => Choice::at_once(self.candidates[0].0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::rules::Tie;
    use crate::go::tests::game;
    use crate::go::{Rules, Size};

    fn game_of(diagram: &str, to_move: Color) -> Game {
        let board: Board = diagram.parse().unwrap();
        game(&board, to_move, Rules::default())
    }

    fn player(seed: u64, threads: usize) -> Flat {
        let settings = Settings {
            threads: Some(threads),
            ..Settings::default()
        };
        Flat::new(seed, &settings)
    }

    fn choice(game: &Game, color: Color, seed: u64, threads: usize) -> Choice {
        player(seed, threads).choose(game, color, &Budget::of_visits(2000))
    }

    #[test]
    fn takes_before_it_is_taken() {
        let diagram = "
            . . . . . . . . .
            O O O O O O O O O
            X X X X X X X X .
            O O O O O O O O .
            X X X X X X X X X
            . . . . . . . . .";
        for (color, capture) in [(Color::Black, "J3"), (Color::White, "J4")] {
            let game = game_of(diagram, color);
            let capture = capture.parse().unwrap();
            assert_eq!(choice(&game, color, 1, 1).mv, capture);
        }
    }

    #[test]
    fn the_same_seed_and_threads_choose_the_same() {
        let game = Game::new(Size::square(9), Rules::default());
        for threads in [1, 2, 3] {
            let first = choice(&game, Color::Black, 5, threads);
            assert_eq!(first, choice(&game, Color::Black, 5, threads));
            assert_eq!(first.visits, 2000);
        }
    }

    #[test]
    fn passes_when_only_eyes_are_left() {
        let game = game_of(
            ". X . X O
             X X X X O
             X X X O O
             X X O O .
             X X O . O",
            Color::Black,
        );
        assert_eq!(choice(&game, Color::Black, 1, 1).mv, Move::Pass);
    }

    /// C5 and C4 are dame: Black has three points more whoever takes which.
    const WITH_TWO_DAME: &str = "
        . X . O .
        X X . O O
        X X X O O
        . X X O .
        X X X O O";

    #[test]
    fn a_draw_is_worth_what_the_rules_say() {
        for (tie, share) in [(Tie::Black, 1.0), (Tie::White, 0.0), (Tie::Draw, 0.5)] {
            let mut game = game_of(WITH_TWO_DAME, Color::Black);
            let rules = *game.rules();
            game.set_rules(Rules { tie, ..rules });
            game.set_komi(3.0);
            for (color, share) in [(Color::Black, share), (Color::White, 1.0 - share)] {
                assert_eq!(
                    choice(&game, color, 1, 1).win_rate,
                    Some(share),
                    "{tie:?} {color}"
                );
            }
        }
    }

    #[test]
    fn without_time_it_still_moves() {
        let game = Game::new(Size::square(19), Rules::default());
        let budget = Budget {
            deadline: Some(web_time::Instant::now()),
            ..Budget::default()
        };
        let choice = player(1, 2).choose(&game, Color::White, &budget);
        assert!(game.check(Color::White, choice.mv).is_ok() && choice.mv != Move::Pass);
    }

    #[test]
    fn a_pass_that_wins_is_made_at_once_and_no_other_while_there_are_moves() {
        for (passed, komi, passes) in [(true, 0.5, true), (false, 0.5, false), (true, 3.5, false)] {
            let mut game = game_of(WITH_TWO_DAME, Color::White);
            game.set_komi(komi);
            if passed {
                game.play(Color::White, Move::Pass).unwrap();
            }
            let choice = choice(&game, Color::Black, 1, 1);
            let is_pass = choice == Choice::at_once(Move::Pass);
            assert_eq!(is_pass, passes, "{passed} {komi}");
        }
    }

    #[test]
    fn nothing_is_thought_in_the_time_of_the_opponent() {
        let game = Game::new(Size::square(5), Rules::default());
        let budget = Budget::of_visits(50);
        let request = Request::new(&game, Color::Black, Purpose::Ponder, budget);
        let choice = player(1, 1).think(request).choice;
        assert_eq!(choice, Choice::at_once(Move::Pass));
    }

    /// The mean of playouts: the share of each and the margin in whole points.
    fn mean(playouts: &[(f64, usize)], losses: &[usize]) -> Mean {
        let mut mean = Mean::default();
        for &(share, margin) in playouts {
            mean.add(share, Points::count(margin));
        }
        for &margin in losses {
            mean.add(0.0, Points::ZERO - Points::count(margin));
        }
        mean
    }

    #[test]
    fn the_larger_margin_decides_among_equal_chances() {
        let worst_first = [
            mean(&[], &[10]),
            mean(&[], &[1]),
            // One win in three.
            mean(&[(1.0, 60)], &[1, 1]),
            // One in two, in more playouts and by more.
            mean(&[(1.0, 1)], &[1]),
            mean(&[(1.0, 2), (1.0, 2)], &[1, 1]),
            mean(&[(1.0, 60)], &[1]),
            mean(&[(1.0, 1)], &[]),
            mean(&[(1.0, 2), (1.0, 2)], &[]),
            mean(&[(1.0, 60)], &[]),
        ];
        let values = worst_first.map(|mean| mean.value());
        assert!(values.is_sorted_by(|a, b| a < b), "{values:?}");
    }

    /// A choice between C3 and C2.
    fn two_candidates() -> Trials {
        let game = Game::new(Size::square(5), Rules::default());
        let moves = ["C3", "C2"].map(|at| at.parse().unwrap());
        Trials::new(&game, Color::Black, moves.to_vec())
    }

    #[test]
    fn a_move_that_was_not_tried_is_not_chosen() {
        let tally = [Mean::default(), mean(&[], &[10])];
        let choice = two_candidates().best(&tally);
        assert_eq!(choice.mv, "C2".parse().unwrap());
        assert_eq!((choice.win_rate, choice.visits), (Some(0.0), 1));
    }

    #[test]
    fn no_playout_is_begun_when_the_time_is_up() {
        let search = two_candidates();
        let budget = Budget {
            deadline: Some(web_time::Instant::now()),
            ..Budget::of_visits(100)
        };
        let tally = search.run(&mut Rng::new(1), 2, &budget);
        assert_eq!(search.best(&tally), Choice::at_once("C3".parse().unwrap()));
    }
}
