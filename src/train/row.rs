//! A position with the targets of a network, and files of them that `NumPy` reads.

#![expect(
    clippy::cast_sign_loss,
    clippy::cast_possible_wrap,
    reason = "shares are positive, and a board has few points"
)]

use crate::go::Size;
use crate::net::{NetInput, TrainingInputs, Workspace};

/// A position with what a network is to say of it. Everything is for the player to move, and points are counted
/// row by row from the top.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Row {
    pub(super) inputs: TrainingInputs,
    /// How good the teacher thinks each point and a pass, adding up to 1.
    pub(super) policy: Vec<f32>,
    /// The point that was played in the game, or the number of points for a pass; `None` if the game did not come
    /// here.
    pub(super) played: Option<usize>,
    /// The chances of a win, a loss and no result, by the teacher.
    pub(super) chances: [f32; 3],
    /// What the game was worth in the end, 0 to 1; `None` if that is not known.
    pub(super) outcome: Option<f32>,
    /// The mean and the deviation of the score and the lead in points, by the teacher.
    pub(super) score: [f32; 3],
    /// The owner of each point from -1 to 1, by the teacher.
    pub(super) owners: Vec<f32>,
}

/// Rows on boards of one size as a file in the format `.npy`: a header in ASCII that names the fields, then all
/// rows, one as long as the other.
pub(super) fn file(size: Size, rows: &[Row]) -> Vec<u8> {
    let mut bytes = header(size, rows.len());
    for row in rows {
        row.write(&mut bytes);
    }
    bytes
}

/// The bytes of a file before its rows (`NumPy` Enhancement Proposal 1, version 1.0).
fn header(size: Size, rows: usize) -> Vec<u8> {
    let area = size.area();
    let fields: [(&str, &str, &[usize]); 8] = [
        ("planes", "|u1", &[TrainingInputs::PLANES, area.div_ceil(8)]),
        ("globals", "<f4", &[TrainingInputs::GLOBALS]),
        ("policy", "<u2", &[area + 1]),
        ("played", "<i2", &[]),
        ("chances", "<f4", &[3]),
        ("outcome", "<f4", &[]),
        ("score", "<f4", &[3]),
        ("owners", "|i1", &[area]),
    ];
    let field = |&(name, kind, shape): &(&str, &str, &[usize])| {
        let sides: Vec<String> = shape.iter().map(ToString::to_string).collect();
        // A comma makes a tuple of a single side.
        let comma = if sides.len() == 1 { "," } else { "" };
        format!("('{name}', '{kind}', ({}{comma}))", sides.join(", "))
    };
    let fields: Vec<String> = fields.iter().map(field).collect();
    let fields = fields.join(", ");
    let text = format!("{{'descr': [{fields}], 'fortran_order': False, 'shape': ({rows},), }}");
    // The rows begin at a multiple of 64 bytes.
    let length = (10 + text.len() + 1).next_multiple_of(64) - 10;
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((length as u16).to_le_bytes());
    bytes.extend(format!("{text:<width$}\n", width = length - 1).bytes());
    bytes
}

impl Row {
    /// A row that knows nothing of its position but what a network is given: all moves are as good, both players as
    /// likely to win, all points neither's.
    pub(super) fn unlabeled(input: &NetInput, workspace: &mut Workspace) -> Row {
        let area = input.size().area();
        Row {
            inputs: TrainingInputs::of(input, workspace),
            policy: vec![1.0 / (f32::from(area as u16) + 1.0); area + 1],
            played: None,
            chances: [0.5, 0.5, 0.0],
            outcome: None,
            score: [0.0; 3],
            owners: vec![0.0; area],
        }
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        let floats = |bytes: &mut Vec<u8>, floats: &[f32]| {
            bytes.extend(floats.iter().flat_map(|x| x.to_le_bytes()));
        };
        bytes.extend(&self.inputs.planes);
        floats(bytes, &self.inputs.globals);
        let share = |x: &f32| ((x * f32::from(u16::MAX)).round() as u16).to_le_bytes();
        bytes.extend(self.policy.iter().flat_map(share));
        let played = self.played.map_or(-1, |place| place as i16);
        bytes.extend(played.to_le_bytes());
        floats(bytes, &self.chances);
        floats(bytes, &[self.outcome.unwrap_or(f32::NAN)]);
        floats(bytes, &self.score);
        let owner = |x: &f32| ((x * 127.0).round() as i8).to_le_bytes();
        bytes.extend(self.owners.iter().flat_map(owner));
    }
}
