//! A part of a board, small enough for bit masks, and the moves in it.

use crate::go::rules::KoPass;
use crate::go::{Board, ByColor, Color, Point, PointSet};
use crate::reading::patch::{Mask, Patch, bits};

/// How kos are fought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kos {
    /// Without threats: who was taken in a ko takes back only after a pass for that ko.
    Passes(KoPass),
    /// A player has a threat for each ko, and the other one has none.
    ThreatsOf(Color),
    /// Each player has a number of threats, and uses one up to take back in a ko at once. Without one he takes back after another move
    /// or a pass.
    Threats(ByColor<u8>),
}

/// Stands for threats that are never used up.
pub(crate) const UNLIMITED: u8 = u8::MAX;

/// The most bans on retaking that may be in force at once.
const MOST_BANS: usize = 8;

/// A part of a board and what surrounds it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Field {
    pub(crate) patch: Patch,
    stones: ByColor<Mask>,
    /// Points next to a stone of a player outside that lives.
    firm_walls: ByColor<Mask>,
    /// Points next to a stone of a player outside that is taken to live but may die.
    weak_walls: ByColor<Mask>,
    /// Points next to an empty point outside.
    open: Mask,
    kos: Kos,
}

/// A stone that was put down in a ko, and the point where it may not be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct KoBan {
    stone: u8,
    at: u8,
}

impl KoBan {
    /// Takes the place of a ban that is not in force, after all that are.
    const NONE: KoBan = KoBan {
        stone: u8::MAX,
        at: u8::MAX,
    };
}

/// A position in hypothetical play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct FieldState {
    pub(crate) stones: ByColor<Mask>,
    /// Stones of the final position that are kept apart from new ones, as far as they still stand.
    pub(crate) original: Mask,
    /// Sorted.
    bans: [KoBan; MOST_BANS],
    /// How many more bans each player can break, where threats are counted.
    threats: ByColor<u8>,
    pub(crate) to_move: Color,
    /// Passes in a row, at most two. Those for a ko do not count.
    pub(crate) passes: u8,
}

/// A move and what it leads to.
pub(crate) enum FieldStep {
    /// A legal move: its place, `None` for a pass, the position after it, and the number of stones that it takes off.
    To {
        at: Option<usize>,
        next: FieldState,
        taken: u32,
    },
    /// More kos are open than are followed.
    TooManyBans { at: usize },
}

impl Field {
    /// A part of a board around which all stones live; `None` if it has no points or more than a mask has bits.
    pub(crate) fn new(board: &Board, part: &PointSet, kos: Kos) -> Option<Field> {
        Field::among(board, part, kos, |_| true)
    }

    /// A part of a board around which some stones may die, or `None` as above.
    pub(crate) fn among(
        board: &Board,
        part: &PointSet,
        kos: Kos,
        is_living: impl Fn(Point) -> bool,
    ) -> Option<Field> {
        let patch = Patch::new(board, part)?;
        let beside = |is_asked: &dyn Fn(Point) -> bool| {
            patch.mask(|at| {
                let mut outside = board.neighbors(at).filter(|&near| !part.contains(near));
                outside.any(is_asked)
            })
        };
        let beside_stones = |color: Color, living: bool| {
            let is_stone = |at: Point| board.color_at(at) == Some(color);
            beside(&|at| is_stone(at) && is_living(at) == living)
        };
        Some(Field {
            stones: ByColor::new_with(|color| patch.mask(|at| board.color_at(at) == Some(color))),
            firm_walls: ByColor::new_with(|color| beside_stones(color, true)),
            weak_walls: ByColor::new_with(|color| beside_stones(color, false)),
            open: beside(&|at| board.is_empty_at(at)),
            patch,
            kos,
        })
    }

    /// The same part with other kos.
    pub(crate) fn with_kos(self, kos: Kos) -> Field {
        Field { kos, ..self }
    }

    /// The same part in which everything uncertain out of play is in the hands of the opponent of a player: empty points are as
    /// good as taken, and so are weak stones of that player. `None` if one of his chains has no other liberties.
    pub(crate) fn walled_against(mut self, player: Color) -> Option<Field> {
        self.firm_walls[!player] |= self.uncertain();
        self.weak_walls = ByColor::new_with(|_| 0);
        self.open = 0;
        let empty = self.patch.all() & !(self.stones.black | self.stones.white);
        let chains = self.chains_among(self.stones[player], player, empty);
        let breathes = chains.iter().all(|it| it.is_held || it.liberties != 0);
        breathes.then_some(self)
    }

    /// Points next to a stone of a player outside that is taken to live.
    pub(crate) fn walls(&self, color: Color) -> Mask {
        self.firm_walls[color] | self.weak_walls[color]
    }

    /// Points next to empty points and to weak stones that are out of play.
    pub(crate) fn uncertain(&self) -> Mask {
        self.open | self.weak_walls.black | self.weak_walls.white
    }

    /// The chains of a player in the final position.
    pub(crate) fn chains(&self, color: Color) -> impl Iterator<Item = Mask> {
        self.patch.parts(self.stones[color])
    }

    /// The final position, from which play about a chain begins.
    pub(crate) fn start(&self, first: Color, original: Mask) -> FieldState {
        FieldState {
            stones: ByColor::new_with(|color| self.stones[color]),
            original,
            bans: [KoBan::NONE; MOST_BANS],
            threats: match self.kos {
                Kos::Threats(threats) => threats,
                Kos::Passes(_) | Kos::ThreatsOf(_) => ByColor::new_with(|_| 0),
            },
            to_move: first,
            passes: 0,
        }
    }

    /// A position, with its chains.
    pub(crate) fn view<'a>(&'a self, state: &'a FieldState) -> FieldView<'a> {
        let empty = self.patch.all() & !(state.stones.black | state.stones.white);
        FieldView {
            field: self,
            state,
            empty,
            chains: ByColor::new_with(|color| self.chains_among(state.stones[color], color, empty)),
        }
    }

    /// The chains of some stones of a player, with those of their liberties that are among some points.
    fn chains_among(&self, stones: Mask, color: Color, empty: Mask) -> Vec<ChainLiberties> {
        let parts = self.patch.parts_and_beside(stones);
        // Few positions have more, and to grow takes time.
        let mut chains = Vec::with_capacity(16);
        chains.extend(parts.map(|(stones, beside)| ChainLiberties {
            stones,
            liberties: beside & empty,
            is_held: self.is_held(stones, color),
        }));
        chains
    }

    /// Points next to an empty point that is out of play.
    pub(crate) const fn open(&self) -> Mask {
        self.open
    }

    /// Returns true if players have a number of threats each.
    pub(crate) const fn counts_threats(&self) -> bool {
        matches!(self.kos, Kos::Threats(_))
    }

    fn around(&self, set: Mask) -> Mask {
        self.patch.beside(set) & !set
    }

    /// Returns true if a chain cannot be captured because of what is outside.
    pub(crate) fn is_held(&self, chain: Mask, color: Color) -> bool {
        chain & (self.walls(color) | self.open) != 0
    }

    /// The points of regions inside of living stones where the opponent has no room for two eyes (Müller 1997).
    pub(crate) fn territory(&self, living: Mask, color: Color) -> Mask {
        let touched = self.around(living) | self.walls(color);
        let is_held = |region: &Mask| {
            let eyes = region & !touched;
            let is_small = match eyes.count_ones() {
                0 | 1 => true,
                2 => self.patch.beside(eyes) & eyes != 0,
                _ => false,
            };
            is_small && region & (self.open | self.walls(!color)) == 0
        };
        self.patch
            .parts(self.patch.all() & !living)
            .filter(is_held)
            .fold(0, |held, region| held | region)
    }
}

/// A chain of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChainLiberties {
    pub(crate) stones: Mask,
    pub(crate) liberties: Mask,
    /// True if it [cannot be captured](Field::is_held) because of what is outside.
    pub(crate) is_held: bool,
}

/// A position of a field with its chains, which are found once for all that is asked of it.
pub(crate) struct FieldView<'a> {
    pub(crate) field: &'a Field,
    pub(crate) state: &'a FieldState,
    pub(crate) empty: Mask,
    pub(crate) chains: ByColor<Vec<ChainLiberties>>,
}

impl FieldView<'_> {
    /// All plays, from the first point to the last.
    pub(crate) fn plays(&self) -> impl DoubleEndedIterator<Item = FieldStep> {
        let turn = self.turn();
        bits(self.empty).filter_map(move |at| self.play(&turn, at))
    }

    /// A pass, and those for kos where rules know them.
    pub(crate) fn passes(&self) -> Vec<FieldStep> {
        let (state, turn) = (self.state, self.turn());
        // Only who is kept from retaking may pass for a ko.
        let banned: Vec<KoBan> = match self.field.kos {
            Kos::ThreatsOf(_) | Kos::Passes(KoPass::Never) => Vec::new(),
            Kos::Threats(_) | Kos::Passes(KoPass::Every | KoPass::One) => {
                let bans = state.bans();
                bans.filter(|&ban| self.is_kept_from(ban)).collect()
            }
        };
        // Who waits for a ban to end does not stop.
        let is_waiting = matches!(self.field.kos, Kos::Threats(_)) && !banned.is_empty();
        let passed = FieldState {
            passes: if is_waiting { 0 } else { state.passes + 1 },
            ..turn
        };
        let pass = |next| FieldStep::To {
            at: None,
            next,
            taken: 0,
        };
        let mut steps = vec![pass(passed)];
        match self.field.kos {
            Kos::Passes(KoPass::Every) if !banned.is_empty() => steps.push(pass(FieldState {
                bans: [KoBan::NONE; MOST_BANS],
                ..turn
            })),
            Kos::Passes(KoPass::One) => steps.extend(
                banned
                    .iter()
                    .map(|&ban| pass(turn.without_bans(|other| other == ban))),
            ),
            _ => {}
        }
        steps
    }

    /// The position with what every move changes.
    fn turn(&self) -> FieldState {
        FieldState {
            bans: self.bans_left(),
            to_move: !self.state.to_move,
            passes: 0,
            ..*self.state
        }
    }

    /// The bans that a move leaves in force whatever it does on the board: none where threats are counted, since a ban lasts for
    /// one move there.
    fn bans_left(&self) -> [KoBan; MOST_BANS] {
        match self.field.kos {
            Kos::Threats(_) => [KoBan::NONE; MOST_BANS],
            Kos::Passes(_) | Kos::ThreatsOf(_) => self.state.bans,
        }
    }

    /// Returns true if the player to move could take back in a ko but for a ban.
    fn is_kept_from(&self, ban: KoBan) -> bool {
        let is_theirs = self.state.stones[!self.state.to_move] >> ban.stone & 1 == 1;
        let at = usize::from(ban.at);
        is_theirs
            && self.empty >> at & 1 == 1
            && self
                .move_of(at)
                .is_some_and(|made| made.retakes() == Some(ban))
    }

    /// A move on an empty point; `None` if it is suicide or a ban forbids it. What every move changes has been changed in `turn`.
    fn play(&self, turn: &FieldState, at: usize) -> Option<FieldStep> {
        let made = self.move_of(at)?;
        let mover = self.state.to_move;
        let retaken = made.retakes();
        let mut next = *turn;
        next.stones[mover] |= 1 << at;
        next.stones[!mover] &= !made.taken;
        next.original &= !made.taken;
        if retaken.is_some_and(|ban| self.state.bans.contains(&ban))
            && next.threats[mover] != UNLIMITED
        {
            next.threats[mover] = next.threats[mover].checked_sub(1)?;
        }
        // What has been connected is never alone again.
        let is_connected = |ban: KoBan| {
            let stone = usize::from(ban.stone);
            let chain_mates = Color::ALL.map(|color| next.stones[color]);
            let near = self.field.patch.near(stone);
            chain_mates
                .iter()
                .any(|of| of >> stone & 1 == 1 && of & near != 0)
        };
        let is_gone = |ban: KoBan| made.taken >> ban.stone & 1 == 1;
        let next = next.without_bans(|ban| is_gone(ban) || is_connected(ban));
        // Who has threats takes back at once.
        let is_banning = self.field.kos != Kos::ThreatsOf(!mover);
        let next = match retaken.filter(|_| is_banning) {
            Some(KoBan { stone, at }) => next.with_ban(KoBan {
                stone: at,
                at: stone,
            }),
            None => Some(next),
        };
        Some(
            next.map_or(FieldStep::TooManyBans { at }, |next| FieldStep::To {
                at: Some(at),
                next,
                taken: made.taken.count_ones(),
            }),
        )
    }

    /// A move on an empty point without regard to bans; `None` if it is suicide.
    fn move_of(&self, at: usize) -> Option<FieldMove> {
        let mover = self.state.to_move;
        let theirs = self.chains[!mover].iter();
        let taken = theirs.filter(|chain| chain.liberties == 1 << at && !chain.is_held);
        let taken = taken.fold(0, |taken, chain| taken | chain.stones);
        let near = self.field.patch.near(at);
        let plain = FieldMove {
            at,
            taken,
            is_ko: false,
        };
        // Most points have an empty one beside them.
        if taken == 0 && near & self.empty != 0 {
            return Some(plain);
        }
        let own = self.state.stones[mover] | 1 << at;
        let (mut chain, mut liberties) = (1 << at, near);
        for joined in self.chains_beside(mover, at) {
            chain |= joined.stones;
            liberties |= joined.liberties;
        }
        if taken != 0 {
            liberties = self.field.patch.beside(chain);
        }
        liberties &= (self.empty | taken) & !own;
        let is_held = self.field.is_held(chain, mover);
        if liberties == 0 && !is_held {
            return None;
        }
        let is_ko = taken.is_power_of_two() && chain == 1 << at && liberties == taken && !is_held;
        Some(FieldMove { is_ko, ..plain })
    }

    /// The chains of a player that are next to a point.
    pub(crate) fn chains_beside(
        &self,
        color: Color,
        at: usize,
    ) -> impl Iterator<Item = &ChainLiberties> {
        let near = self.field.patch.near(at);
        let chains = self.chains[color].iter();
        chains.filter(move |chain| chain.stones & near != 0)
    }

    /// The stones of a player that his opponent cannot capture even if he always passes (Benson 1976).
    pub(crate) fn unconditional(&self, color: Color) -> Mask {
        let (chains, _) = self.living(color);
        chains.iter().fold(0, |living, chain| living | chain.stones)
    }

    /// The points by which one of some chains of a player lives unconditionally; `None` if none of them does. They are the smallest
    /// chain that lives, its two smallest vital regions, the chains around these with two regions each, and so on.
    pub(crate) fn unconditional_zone(&self, color: Color, stones: Mask) -> Option<Mask> {
        let (chains, mut regions) = self.living(color);
        let asked = chains.iter().filter(|chain| chain.stones & stones != 0);
        let first = *asked.min_by_key(|chain| chain.stones.count_ones())?;
        regions.sort_by_key(|region| region.points.count_ones());
        let mut zone = 0;
        let mut open = vec![first];
        while let Some(chain) = open.pop() {
            if zone & chain.stones != 0 {
                continue;
            }
            zone |= chain.stones;
            if chain.is_held {
                continue;
            }
            for region in regions.iter().filter(|it| it.is_vital(&chain)).take(2) {
                zone |= region.points;
                open.extend(chains.iter().filter(|it| it.stones & region.around != 0));
            }
        }
        Some(zone)
    }

    /// The chains of a player that live unconditionally, and the closed regions that have no other chain of his around them.
    fn living(&self, color: Color) -> (Vec<ChainLiberties>, Vec<Region>) {
        let Field { patch, open, .. } = self.field;
        let stones = self.state.stones[color];
        let outside = open | self.field.walls(!color);
        let regions = patch.parts_and_beside(patch.all() & !stones);
        let regions = regions.filter(|(points, _)| points & outside == 0);
        let regions = regions.map(|(points, beside)| Region {
            points,
            empty: points & self.empty,
            around: beside & stones,
        });
        let mut regions: Vec<Region> = regions.collect();
        let is_held = |chain: &ChainLiberties| chain.is_held;
        if regions.len() < 2 && !self.chains[color].iter().any(is_held) {
            return (Vec::new(), Vec::new());
        }
        let mut chains = self.chains[color].clone();
        loop {
            let before = chains.len();
            chains.retain(|chain| {
                let vital = regions.iter().filter(|region| region.is_vital(chain));
                chain.is_held || vital.take(2).count() == 2
            });
            if chains.len() == before {
                return (chains, regions);
            }
            let living = chains.iter().fold(0, |living, chain| living | chain.stones);
            regions.retain(|region| region.around & !living == 0);
        }
    }
}

/// Connected points without stones of a player.
#[derive(Clone, Copy, Debug)]
struct Region {
    points: Mask,
    empty: Mask,
    /// Stones of the player next to it.
    around: Mask,
}

impl Region {
    /// Whether it has empty points, and all of them are liberties of a chain.
    fn is_vital(&self, chain: &ChainLiberties) -> bool {
        self.empty != 0 && self.empty & !chain.liberties == 0
    }
}

/// A move that was made.
struct FieldMove {
    at: usize,
    taken: Mask,
    is_ko: bool,
}

impl FieldMove {
    /// The ban that would forbid the move, if it takes in a ko.
    fn retakes(&self) -> Option<KoBan> {
        let stone = self.taken.trailing_zeros() as u8;
        self.is_ko.then_some(KoBan {
            stone,
            at: self.at as u8,
        })
    }
}

/// Two numbers for [`FieldState::key`] without a pattern in their bits: the first digits of pi, and of the golden ratio.
const SEEDS: [u64; 2] = [0x243f_6a88_85a3_08d3, 0x9e37_79b9_7f4a_7c15];

impl FieldState {
    /// A hash of 128 bits of the whole position.
    pub(crate) fn key(&self) -> u128 {
        let bans = self
            .bans
            .map(|ban| u128::from(ban.stone) << 8 | u128::from(ban.at));
        let bans = bans.into_iter().fold(0, |all, ban| all << 16 | ban);
        let rest = u128::from(self.threats.black)
            | u128::from(self.threats.white) << 8
            | u128::from(self.passes) << 16
            | u128::from(self.to_move == Color::Black) << 24;
        let words = [
            self.stones.black,
            self.stones.white,
            self.original,
            bans,
            rest,
        ];
        // As wyhash mixes: a product of two words, its halves combined.
        let mix = |seed: u64| {
            words.into_iter().fold(seed, |hash, word| {
                let [low, high] = [word as u64, (word >> 64) as u64];
                let product = u128::from(hash ^ low ^ SEEDS[0])
                    * u128::from(high ^ hash.rotate_left(32) ^ seed);
                (product as u64) ^ (product >> 64) as u64 ^ hash.rotate_left(17)
            })
        };
        u128::from(mix(SEEDS[0])) << 64 | u128::from(mix(SEEDS[1]))
    }

    fn bans(&self) -> impl Iterator<Item = KoBan> {
        self.bans.into_iter().take_while(|&ban| ban != KoBan::NONE)
    }

    fn without_bans(mut self, is_lifted: impl Fn(KoBan) -> bool) -> FieldState {
        if self.bans[0] == KoBan::NONE {
            return self;
        }
        for ban in &mut self.bans {
            if *ban != KoBan::NONE && is_lifted(*ban) {
                *ban = KoBan::NONE;
            }
        }
        self.bans.sort_unstable();
        self
    }

    fn with_ban(mut self, ban: KoBan) -> Option<FieldState> {
        let last = self.bans.last_mut()?;
        if *last != KoBan::NONE {
            return None;
        }
        *last = ban;
        self.bans.sort_unstable();
        Some(self)
    }
}
