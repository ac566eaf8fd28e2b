//! Several who listen to one search.

use crate::search::{Observer, Stage};
use std::time::Instant;

/// An observer that lets each of some others hear reports at its own interval.
pub(in crate::gtp) fn together(mut observers: Vec<Observer>) -> Observer {
    let interval = observers.iter().filter_map(|one| one.interval).min();
    let mut due: Vec<Option<Instant>> = observers.iter().map(Observer::next).collect();
    Observer {
        interval,
        wants_owners_by_move: observers.iter().any(|one| one.wants_owners_by_move),
        tell: Box::new(move |report, stage| {
            for (observer, due) in observers.iter_mut().zip(&mut due) {
                let is_due = || due.is_some_and(|due| due <= Instant::now());
                if stage == Stage::Done || is_due() {
                    (observer.tell)(report, stage);
                    *due = observer.next();
                }
            }
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Budget;
    use crate::go::{Color, Game, Rules, Size};
    use crate::rng::Rng;
    use crate::search::{Overrides, Search};
    use std::sync::mpsc::channel;
    use std::time::Duration;

    #[test]
    fn each_hears_reports_at_its_own_interval() {
        let (sender, receiver) = channel();
        let intervals = [None, Some(Duration::from_millis(2)), Some(Duration::MAX)];
        let observers = intervals.into_iter().enumerate().map(|(number, interval)| {
            let sender = sender.clone();
            Observer {
                interval,
                wants_owners_by_move: number == 2,
                tell: Box::new(move |_, stage| sender.send((number, stage)).unwrap()),
            }
        });
        let both = together(observers.collect());
        drop(sender);
        assert!(both.wants_owners_by_move);
        assert_eq!(both.interval, intervals[1]);
        let mut search = Search::new(1, 16 << 20, Overrides::default());
        search.observe(Some(both));
        let game = Game::new(Size::square(9), Rules::default());
        let budget = Budget::of_playouts(1000);
        search.run(&game, Color::Black, &budget, &mut Rng::new(1));
        search.observe(None);
        let heard: Vec<_> = receiver.into_iter().collect();
        let count = |wanted| heard.iter().filter(|heard| **heard == wanted).count();
        for number in 0..3 {
            assert_eq!(count((number, Stage::Done)), 1);
        }
        assert!(count((1, Stage::Running)) > 1);
        assert_eq!(count((0, Stage::Running)) + count((2, Stage::Running)), 0);
    }
}
