//! The result of a stone, found without placing it: its liberties, and whether it is self-atari.

use super::chain::Liberties;
use super::neighborhood::{OFFSETS, first_offset, has_at_least};
use super::{Board, Cell, MASK, Neighborhood, shifted};
use crate::go::{Color, Point};

/// Some of the eight points around a point.
#[derive(Clone, Copy, Debug)]
pub struct Around {
    center: Point,
    /// Bit `2 * d` for direction `d`.
    directions: u16,
}

impl Around {
    /// How many they are.
    #[inline]
    pub fn len(&self) -> usize {
        self.directions.count_ones() as usize
    }

    /// Returns true if there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.directions == 0
    }

    /// Takes the point at a place in the order of directions out of the set, or the last one if the place
    /// is too high. `None` if the set is empty.
    #[inline]
    pub fn remove(&mut self, place: usize) -> Option<Point> {
        let mut rest = self.directions;
        for _ in 0..place {
            let shorter = rest & rest.wrapping_sub(1);
            if shorter == 0 {
                break;
            }
            rest = shorter;
        }
        if rest == 0 {
            return None;
        }
        let direction = rest.trailing_zeros() as usize / 2;
        self.directions &= !(1 << (2 * direction));
        let near = shifted(self.center.index(), OFFSETS[direction & 7]);
        Some(Point::from_index(near))
    }
}

/// The points beside a point in a set of orthogonal directions.
#[inline]
fn points_at(point: Point, mut directions: u16) -> impl Iterator<Item = Point> {
    std::iter::from_fn(move || {
        (directions != 0).then(|| {
            let near = shifted(point.index(), first_offset(directions));
            directions &= directions - 1;
            Point::from_index(near)
        })
    })
}

impl Board {
    /// The liberties that the chain of a stone of `color` on an empty point would have, but no more
    /// than `N`. Of captured stones only those next to the new stone count as liberties, so after a large
    /// capture there can be more. Walks the joined chains until `N` are found.
    #[inline]
    pub fn liberties_after<const N: usize>(&self, point: Point, color: Color) -> Liberties<N> {
        self.foresee(point.index(), color, 0, 0)
    }

    /// The liberties, but no more than `N`, that a chain of `color` with the only liberties `at` and
    /// `other` would have after an extension at `at`, without `other`. Counts and walks like
    /// [`Self::liberties_after`].
    #[inline]
    pub fn liberties_gained<const N: usize>(
        &self,
        chain: Point,
        at: Point,
        other: Point,
        color: Color,
    ) -> Liberties<N> {
        let head = usize::from(self.heads[chain.index()]);
        self.foresee(at.index(), color, head, other.index())
    }

    /// The liberties of a stone at an index, without those of a chain that it joins and without that
    /// at `except`.
    fn foresee<const N: usize>(
        &self,
        index: usize,
        color: Color,
        without: usize,
        except: usize,
    ) -> Liberties<N> {
        let code = self.neighborhoods[index];
        let mut found = Liberties::none();
        let mut directions = code.empty_directions();
        while directions != 0 {
            let near = shifted(index, first_offset(directions));
            directions &= directions - 1;
            if near != except && found.push(near) {
                return found;
            }
        }
        let mut directions = code.directions_of(!color);
        while directions != 0 {
            let near = shifted(index, first_offset(directions));
            directions &= directions - 1;
            if self.chain_word(near).is_atari() && found.push(near) {
                return found;
            }
        }
        for head in self.neighbor_heads(index, color) {
            if head != without && !self.chain_words[head].is_atari() {
                self.gather(head, [index, except], &mut found);
                if found.count() == N {
                    return found;
                }
            }
        }
        found
    }

    /// Returns true if [`Self::liberties_after`] finds at least `N`. Usually O(1) where the stone joins a
    /// chain with many liberties.
    #[inline]
    pub fn has_liberties_after<const N: usize>(&self, point: Point, color: Color) -> bool {
        let mut own = points_at(point, self.neighborhood(point).directions_of(color));
        let has_many = own.any(|near| {
            let word = self.chain_word(near.index());
            // One liberty is lost; no point is next to more than four stones.
            word.number() > 4 * N as u64 || N == 2 && word.surely_has_three()
        });
        has_many || self.liberties_after::<N>(point, color).count() == N
    }

    /// Returns true if a stone of `color` on an empty point would be in atari, alone or with the chains
    /// that it joins. The capture of several stones is not counted as self-atari, because there is room to
    /// grow into. A move that is no self-atari is [playable](Self::is_playable): it is neither suicide nor
    /// takes a ko.
    #[inline]
    pub fn is_self_atari(&self, point: Point, color: Color) -> bool {
        if has_at_least::<2>(self.neighborhood(point).empty_directions()) {
            return false;
        }
        !self.has_liberties_after::<2>(point, color) && !self.captures_several(point, color)
    }

    /// Returns true if a stone of `color` on an empty point would capture a chain of several stones.
    fn captures_several(&self, point: Point, color: Color) -> bool {
        points_at(point, self.neighborhood(point).directions_of(!color)).any(|near| {
            let word = self.chain_word(near.index());
            word.is_atari() && word.stones() > 1
        })
    }

    /// The number of stones in the chain of a stone of `color` on an empty point. O(1).
    pub fn chain_size_after(&self, point: Point, color: Color) -> usize {
        let joined = self.neighbor_heads(point.index(), color);
        1 + joined
            .map(|head| self.chain_word(head).stones())
            .sum::<usize>()
    }

    /// The different chains of a color next to a point, one stone of each.
    #[inline]
    pub fn adjacent_chains(
        &self,
        point: Point,
        color: Color,
    ) -> impl Iterator<Item = Point> + use<> {
        self.neighbor_heads(point.index(), color)
            .map(Point::from_index)
    }

    /// The points where the owner of the chain at an occupied point takes an opposing chain in atari next
    /// to it, but no more than `N`. Walks the chain.
    pub fn counterattacks<const N: usize>(&self, point: Point) -> Liberties<N> {
        let mut found = Liberties::none();
        let Some(color) = self.color_at(point) else {
            return found;
        };
        let start = point.index();
        let mut stone = start;
        loop {
            let mut directions = self.neighborhoods[stone].directions_of(!color);
            while directions != 0 {
                let near = shifted(stone, first_offset(directions));
                directions &= directions - 1;
                let word = self.chain_word(near);
                if word.is_atari() && found.push(word.only_liberty()) {
                    return found;
                }
            }
            stone = usize::from(self.links[stone]) & MASK;
            if stone == start {
                return found;
            }
        }
    }

    /// Returns true if at most three of the eight cells around a point are empty, as in a small eye space
    /// of any shape but a cross.
    #[inline]
    pub fn is_walled_in(&self, point: Point) -> bool {
        !has_at_least::<4>(self.neighborhood(point).empty_cells())
    }

    /// The empty points among the eight around a point whose neighborhoods satisfy a condition. The
    /// condition is asked of all eight cells, because that needs no branches.
    #[inline]
    pub fn empty_around(&self, point: Point, fits: impl Fn(Neighborhood) -> bool) -> Around {
        let empty = self.neighborhood(point).empty_cells();
        let mut directions = 0;
        if empty != 0 {
            for (direction, &offset) in OFFSETS.iter().enumerate() {
                let near = shifted(point.index(), offset);
                directions |= u16::from(fits(self.neighborhoods[near])) << (2 * direction);
            }
        }
        Around {
            center: point,
            directions: directions & empty,
        }
    }

    /// The empty points next to a point.
    #[inline]
    pub fn empty_neighbors(&self, point: Point) -> impl Iterator<Item = Point> + use<> {
        points_at(point, self.neighborhoods[point.index()].empty_directions())
    }

    /// The points next to a point that are empty or hold a stone of the opponent of `color`.
    #[inline]
    pub fn neighbors_without(
        &self,
        point: Point,
        color: Color,
    ) -> impl Iterator<Item = Point> + use<> {
        points_at(
            point,
            self.neighborhoods[point.index()].open_directions(color),
        )
    }

    /// The point where a player takes an opposing chain in atari next to a point. If there are several
    /// such chains, it is about the last one.
    #[inline]
    pub fn capture_beside(&self, point: Point, color: Color) -> Option<Point> {
        let foes = self.neighborhoods[point.index()].directions_of(!color);
        let words = points_at(point, foes).map(|near| self.chain_word(near.index()));
        let word = words.filter(|word| word.is_atari()).last()?;
        Some(Point::from_index(word.only_liberty()))
    }

    /// The empty points among the eight around a point.
    #[inline]
    pub fn surrounding_empty_points(&self, point: Point) -> impl Iterator<Item = Point> + '_ {
        OFFSETS
            .iter()
            .map(move |&offset| shifted(point.index(), offset))
            .filter(|&near| self.cells[near] == Cell::EMPTY)
            .map(Point::from_index)
    }
}
