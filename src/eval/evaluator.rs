//! The handle for evaluations: network, back end, batches and cache, or none of them.

use super::backends::BackendChoice;
use super::batcher::Batcher;
use super::cache::Cache;
use super::model::Model;
use crate::go::Size;
use crate::net::{NetInput, NetOutput, Network, Profile};
use std::borrow::Cow;
use std::sync::Arc;

/// A network with the back end that computes it, where any number of threads ask. Clones share everything.
#[derive(Clone, Debug)]
pub struct NetEvaluator {
    network: Arc<Network>,
    batcher: Batcher,
    cache: Option<Arc<Cache>>,
    /// Whom a network of human play imitates.
    profile: Option<Profile>,
}

impl NetEvaluator {
    /// Evaluates with a model on a back end, without a cache.
    #[must_use]
    pub fn new(model: &Model, backend: &BackendChoice) -> NetEvaluator {
        NetEvaluator {
            network: model.network().clone(),
            batcher: model.batcher(backend),
            cache: None,
            profile: None,
        }
    }

    /// The same network, which imitates players of a profile if it can: without one, the strongest amateurs.
    #[must_use]
    pub fn imitating(self, profile: Option<Profile>) -> NetEvaluator {
        NetEvaluator { profile, ..self }
    }

    /// The same network and back end with a cache of its own of a number of bytes.
    #[must_use]
    pub fn with_cache(&self, bytes: u64) -> NetEvaluator {
        NetEvaluator {
            cache: Some(Arc::new(Cache::new(bytes))),
            ..self.clone()
        }
    }

    /// The network.
    #[must_use]
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// The most positions that are worth evaluating together.
    #[must_use]
    pub fn largest_batch(&self) -> usize {
        self.batcher.largest_batch()
    }

    /// About how many leaves of a search should be asked for at once.
    #[must_use]
    pub fn leaves_at_once(&self) -> usize {
        self.batcher.leaves_at_once()
    }

    /// Evaluates a position, unless its evaluation is in the cache. Positions that other threads ask about at the same time
    /// do not change the answer.
    ///
    /// # Panics
    /// The network does not know boards of the size; see [`Evaluator::network_for`].
    #[must_use]
    pub fn evaluate(&self, input: &NetInput) -> Arc<NetOutput> {
        let input = &self.introduced(input);
        let Some(cache) = &self.cache else {
            return Arc::new(self.batcher.evaluate(input));
        };
        let key = input.key();
        if let Some(known) = cache.find(&key) {
            return known;
        }
        let evaluation = Arc::new(self.batcher.evaluate(input));
        cache.insert(key, evaluation.clone());
        evaluation
    }

    /// A position with all that the network asks for.
    fn introduced<'a>(&self, input: &'a NetInput) -> Cow<'a, NetInput> {
        match self.profile.filter(|_| self.network.asks_for_players()) {
            None => Cow::Borrowed(input),
            Some(profile) => {
                let mut introduced = input.clone();
                introduced.introduce(profile);
                Cow::Owned(introduced)
            }
        }
    }

    /// Evaluates a position, whatever is in the cache, and does not keep the answer. The cache does not know how a board is
    /// turned.
    #[must_use]
    pub fn evaluate_anew(&self, input: &NetInput) -> Arc<NetOutput> {
        Arc::new(self.batcher.evaluate(&self.introduced(input)))
    }

    /// Empties the cache.
    pub fn clear_cache(&self) {
        if let Some(cache) = &self.cache {
            cache.clear();
        }
    }
}

/// The part of a cache that is for what people would play.
const HUMAN_SHARE: u64 = 32;

/// What positions are evaluated with: a network where there is one that knows the board, and playouts elsewhere.
#[derive(Clone, Debug, Default)]
pub struct Evaluator {
    network: Option<NetEvaluator>,
    /// A second network, which tells what people would play.
    human: Option<NetEvaluator>,
}

impl Evaluator {
    /// The network for boards of a size; `None` where none knows them and playouts have to do.
    #[must_use]
    pub fn network_for(&self, size: Size) -> Option<&NetEvaluator> {
        self.network.as_ref().filter(|_| Network::knows(size))
    }

    /// The network, for whatever boards.
    #[must_use]
    pub const fn network(&self) -> Option<&NetEvaluator> {
        self.network.as_ref()
    }

    /// The network that tells what people would play on boards of a size, if there is one.
    #[must_use]
    pub fn human_for(&self, size: Size) -> Option<&NetEvaluator> {
        self.human.as_ref().filter(|_| Network::knows(size))
    }

    /// Returns true if there is a network that tells what people would play, for whatever boards.
    #[must_use]
    pub const fn has_human(&self) -> bool {
        self.human.is_some()
    }

    /// The same with a network that tells what people would play.
    #[must_use]
    pub fn with_human(self, human: Option<NetEvaluator>) -> Evaluator {
        Evaluator { human, ..self }
    }

    /// Returns true if there is a network, for whatever boards.
    #[must_use]
    pub const fn has_network(&self) -> bool {
        self.network.is_some()
    }

    /// The same with a cache of its own of a number of bytes.
    #[must_use]
    pub fn with_cache(&self, bytes: u64) -> Evaluator {
        // People are asked about once in a search.
        let of_human = if self.human.is_some() {
            bytes / HUMAN_SHARE
        } else {
            0
        };
        let network = self.network.as_ref();
        let human = self.human.as_ref();
        Evaluator {
            network: network.map(|network| network.with_cache(bytes - of_human)),
            human: human.map(|human| human.with_cache(of_human)),
        }
    }

    /// Empties the cache.
    pub fn clear_cache(&self) {
        for network in self.network.iter().chain(&self.human) {
            network.clear_cache();
        }
    }
}

impl From<Network> for NetEvaluator {
    /// Evaluates with a network on the default back end.
    fn from(network: Network) -> NetEvaluator {
        NetEvaluator::new(&Model::from(network), &BackendChoice::default())
    }
}

impl From<NetEvaluator> for Evaluator {
    fn from(network: NetEvaluator) -> Evaluator {
        Evaluator {
            network: Some(network),
            human: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Color, Game, Rules};
    use crate::net::tests::{human_network, tiny_network};

    #[test]
    fn a_position_in_the_cache_is_not_evaluated_again() {
        let network = NetEvaluator::from(tiny_network()).with_cache(1 << 20);
        let mut game = Game::new(Size::square(5), Rules::default());
        let first = NetInput::of(&game, Color::Black);
        game.play(Color::Black, "C3".parse().unwrap()).unwrap();
        let second = NetInput::of(&game, Color::White);
        let once = network.evaluate(&first);
        assert_ne!(network.evaluate(&second), once);
        assert!(Arc::ptr_eq(&once, &network.evaluate(&first)));
        network.clear_cache();
        let anew = network.evaluate(&first);
        assert!(!Arc::ptr_eq(&once, &anew));
        assert_eq!(once, anew);
    }

    #[test]
    fn the_cache_tells_profiles_apart() {
        let cached = NetEvaluator::from(human_network()).with_cache(1 << 20);
        let game = Game::new(Size::square(5), Rules::default());
        let input = NetInput::of(&game, Color::Black);
        let as_players = |name: &str| {
            let profile = name.parse().unwrap();
            cached.clone().imitating(Some(profile)).evaluate(&input)
        };
        let weak = as_players("rank_20k");
        let strong = as_players("rank_9d");
        assert_ne!(weak, strong);
        // Clones share the cache, whose entry the last one has taken.
        assert!(Arc::ptr_eq(&strong, &as_players("rank_9d")));
        assert_eq!(weak, as_players("rank_20k"));
        let profile = Some("rank_20k".parse().unwrap());
        assert_eq!(
            cached.clone().imitating(profile).evaluate_anew(&input),
            weak
        );
        // Without a profile the strongest are meant.
        assert_eq!(cached.imitating(None).evaluate(&input), strong);
    }

    #[test]
    fn a_network_is_asked_about_boards_that_it_knows() {
        let evaluator = Evaluator::from(NetEvaluator::from(tiny_network()));
        let knows =
            |evaluator: &Evaluator, side| evaluator.network_for(Size::square(side)).is_some();
        assert!(knows(&evaluator, 19) && !knows(&evaluator, 20));
        assert!(evaluator.has_network() && !knows(&Evaluator::default(), 9));
    }
}
