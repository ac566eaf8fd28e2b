//! The table of known shapes.

/// A shape, up to mirror images, rotations and exchanged colors; see [`Shapes`]. Two shapes share
/// one key with probability 2^-32.
pub type ShapeKey = u32;

/// The shapes that have weights, each with a value from 1 on.
///
/// A hash table with open addressing: a look-up is one or two reads. The order of the keys makes the
/// values, so equal lists make equal tables.
#[derive(Clone, Debug, Default)]
pub struct Shapes {
    /// Key and value; value 0 marks a free slot. A power of two, at most half of it in use.
    slots: Vec<(ShapeKey, u16)>,
}

impl Shapes {
    /// The table of a list of keys: the first one has value 1. A key that is there already counts
    /// once, and so does everything after the 65535th.
    pub fn new(keys: &[ShapeKey]) -> Shapes {
        let mut shapes = Shapes {
            slots: vec![(0, 0); (2 * keys.len()).next_power_of_two().max(2)],
        };
        for (value, &key) in (1..=u16::MAX).zip(keys) {
            let slot = shapes.slot(key);
            if shapes.slots[slot].1 == 0 {
                shapes.slots[slot] = (key, value);
            }
        }
        shapes
    }

    /// The value of a shape, 0 if it is not known.
    #[inline]
    pub fn value(&self, key: ShapeKey) -> u16 {
        self.slots.get(self.slot(key)).map_or(0, |slot| slot.1)
    }

    /// The slot of a key, or the free one where it would be.
    #[inline]
    fn slot(&self, key: ShapeKey) -> usize {
        let mask = self.slots.len().wrapping_sub(1);
        let mut slot = key as usize & mask;
        while let Some(&(other, value)) = self.slots.get(slot) {
            if value == 0 || other == key {
                break;
            }
            slot = (slot + 1) & mask;
        }
        slot
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_places_in_the_list() {
        let keys: Vec<ShapeKey> = (0..1000).map(|key| (key << 24) + (key << 2)).collect();
        let shapes = Shapes::new(&keys);
        for (place, &key) in keys.iter().enumerate() {
            assert_eq!(usize::from(shapes.value(key)), place + 1);
        }
        assert_eq!(shapes.value(12_345), 0);
    }

    #[test]
    fn an_empty_table_knows_nothing() {
        assert_eq!(Shapes::default().value(0), 0);
        assert_eq!(Shapes::new(&[]).value(7), 0);
        assert_eq!(Shapes::new(&[7, 7, 8]).value(7), 1);
        assert_eq!(Shapes::new(&[7, 7, 8]).value(8), 3);
    }
}
