//! A batch on its way through a card: the arrays that it needs there, kept from one batch to the next.

use super::super::forward::Logits;
use super::super::inputs::Features;
use super::card::{CardError, OpenCard};
use super::kernels::MOST_GROUPS;
use super::plan::{Array, Binding, Groups, PlanOutputs, RowOf};
use super::program::CardProgram;
use bytemuck::{Pod, Zeroable, cast_slice};
use std::sync::mpsc;
use std::time::Duration;
use wgpu::{
    BindGroup, BindGroupDescriptor, BindGroupEntry, Buffer, BufferDescriptor, BufferUsages,
    CommandEncoderDescriptor, ComputePassDescriptor, MapMode, PollType,
};

/// A card that takes longer for a batch has failed.
const LONGEST: Duration = Duration::from_mins(1);

/// What every kernel knows of a batch, as they have it.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
struct BatchShape {
    boards: u32,
    width: u32,
    height: u32,
    area: u32,
    points: u32,
    side_term: f32,
    filled: [u32; 2],
}

/// Room for a batch on a card.
#[derive(Debug)]
pub(super) struct Flight {
    /// Boards and points that there is room for.
    boards: usize,
    points: usize,
    arrays: Vec<Buffer>,
    shape: Buffer,
    /// What each step is bound to.
    bound: Vec<BindGroup>,
    answers: Buffer,
}

impl Flight {
    /// Room for a number of boards and of points.
    pub(super) fn new(
        card: &OpenCard,
        program: &CardProgram,
        (boards, points): (usize, usize),
    ) -> Flight {
        let buffer = |bytes: usize, usage: BufferUsages| {
            card.device.create_buffer(&BufferDescriptor {
                label: None,
                size: bytes.next_multiple_of(16) as u64,
                usage,
                mapped_at_creation: false,
            })
        };
        let bytes = |array: Array| rows(array, boards, points) * array.row_bytes();
        let storage = BufferUsages::STORAGE | BufferUsages::COPY_DST | BufferUsages::COPY_SRC;
        let plan = &program.plan;
        let arrays = plan.arrays.iter();
        let arrays: Vec<Buffer> = arrays.map(|&array| buffer(bytes(array), storage)).collect();
        let [unread, unwritten] = [(); 2].map(|()| buffer(16, storage));
        let shape = buffer(
            size_of::<BatchShape>(),
            BufferUsages::UNIFORM | BufferUsages::COPY_DST,
        );
        let outputs = plan.outputs.arrays();
        let all = outputs.into_iter().map(bytes).sum();
        let answers = buffer(all, BufferUsages::MAP_READ | BufferUsages::COPY_DST);
        let bound = plan
            .steps
            .iter()
            .zip(&program.pipelines)
            .map(|(step, pipeline)| {
                let of = |binding: &Binding| match *binding {
                    Binding::Array(array) => &arrays[array.number],
                    Binding::Constant(number) => &program.constants[number],
                    Binding::Unread => &unread,
                    Binding::Unwritten => &unwritten,
                };
                let buffers: Vec<&Buffer> = std::iter::once(&shape)
                    .chain(step.bindings.iter().map(of))
                    .collect();
                let entries = (0..).zip(&buffers).map(|(binding, buffer)| BindGroupEntry {
                    binding,
                    resource: buffer.as_entire_binding(),
                });
                card.device.create_bind_group(&BindGroupDescriptor {
                    label: None,
                    layout: &pipeline.get_bind_group_layout(0),
                    entries: &entries.collect::<Vec<_>>(),
                })
            });
        Flight {
            boards,
            points,
            bound: bound.collect(),
            arrays,
            shape,
            answers,
        }
    }

    /// Returns true if there is room for a batch.
    pub(super) const fn has_room(&self, boards: usize, points: usize) -> bool {
        self.boards >= boards && self.points >= points
    }

    /// Evaluates boards of a width and height.
    pub(super) fn run(
        &self,
        card: &OpenCard,
        program: &CardProgram,
        (width, height): (usize, usize),
        positions: &[Features],
    ) -> Result<Vec<Logits>, CardError> {
        let (boards, area) = (positions.len(), width * height);
        let points = boards * area;
        self.write_inputs(card, program, positions, area);
        #[expect(clippy::cast_precision_loss, reason = "boards are small")]
        let side = (area as f32).sqrt();
        let [boards_told, width, height, area_told, points_told] =
            [boards, width, height, area, points].map(|number| number as u32);
        let shape = BatchShape {
            boards: boards_told,
            width,
            height,
            area: area_told,
            points: points_told,
            side_term: (side - 14.0) / 10.0,
            filled: [0; 2],
        };
        card.queue
            .write_buffer(&self.shape, 0, bytemuck::bytes_of(&shape));
        let mut encoder = card
            .device
            .create_command_encoder(&CommandEncoderDescriptor::default());
        {
            let mut pass = encoder.begin_compute_pass(&ComputePassDescriptor::default());
            let steps = program.plan.steps.iter().zip(&program.pipelines);
            for ((step, pipeline), bound) in steps.zip(&self.bound) {
                let [x, y, z] = workgroups(step.groups, boards, area).map(|number| number as u32);
                pass.set_pipeline(pipeline);
                pass.set_bind_group(0, bound, &[]);
                pass.dispatch_workgroups(x, y, z);
            }
        }
        let outputs = &program.plan.outputs;
        let mut end = 0;
        for array in outputs.arrays() {
            let bytes = (array.row_bytes() * rows(array, boards, points)) as u64;
            let from = &self.arrays[array.number];
            encoder.copy_buffer_to_buffer(from, 0, &self.answers, end, bytes);
            end += bytes;
        }
        let submitted = card.queue.submit([encoder.finish()]);
        let (sender, receiver) = mpsc::channel();
        let read = self.answers.slice(..end);
        read.map_async(MapMode::Read, move |mapped| {
            let _: Result<(), _> = sender.send(mapped);
        });
        let failed = |error: &dyn ToString| CardError::Failed(error.to_string());
        card.device
            .poll(PollType::Wait {
                submission_index: Some(submitted),
                timeout: Some(LONGEST),
            })
            .map_err(|error| failed(&error))?;
        card.check()?;
        let mapped = receiver.recv_timeout(LONGEST);
        mapped
            .map_err(|error| failed(&error))?
            .map_err(|error| failed(&error))?;
        let logits = {
            let view = read.get_mapped_range().map_err(|error| failed(&error))?;
            logits(outputs, cast_slice(&view), boards, area)
        };
        self.answers.unmap();
        card.check()?;
        Ok(logits)
    }

    fn write_inputs(
        &self,
        card: &OpenCard,
        program: &CardProgram,
        positions: &[Features],
        area: usize,
    ) {
        let inputs = &program.plan.inputs;
        let write = |array: Array, bytes: &[u8]| {
            card.queue
                .write_buffer(&self.arrays[array.number], 0, bytes);
        };
        let mut words = vec![0_u32; positions.len() * area];
        for (position, words) in positions.iter().zip(words.chunks_exact_mut(area)) {
            for &(point, plane) in &position.ones {
                words[usize::from(point)] |= 1 << plane;
            }
        }
        write(inputs.words, cast_slice(&words));
        let rows = |array: Array, numbers: &dyn Fn(&Features) -> Vec<f32>| {
            let mut rows = vec![0.0_f32; positions.len() * array.width];
            for (position, row) in positions.iter().zip(rows.chunks_exact_mut(array.width)) {
                let numbers = numbers(position);
                row[..numbers.len()].copy_from_slice(&numbers);
            }
            write(array, cast_slice(&rows));
        };
        rows(inputs.globals, &|position| position.globals.to_vec());
        if let Some(players) = inputs.players {
            rows(players, &|position| position.players.clone());
        }
    }
}

const fn rows(array: Array, boards: usize, points: usize) -> usize {
    match array.row_of {
        RowOf::Point => points,
        RowOf::Board => boards,
    }
}

/// The workgroups in three dimensions.
pub(super) fn workgroups(groups: Groups, boards: usize, area: usize) -> [usize; 3] {
    let points = boards * area;
    match groups {
        Groups::Threads(of_point) => {
            let all = (points * of_point).div_ceil(64);
            [all.min(MOST_GROUPS), all.div_ceil(MOST_GROUPS), 1]
        }
        Groups::Points { each, across } => [points.div_ceil(each), across, 1],
        Groups::Boards { across } => [boards, across, 1],
        Groups::OfBoards { each, across } => [area.div_ceil(each), across, boards],
    }
}

/// The answers for some boards, which come array by array.
fn logits(outputs: &PlanOutputs, numbers: &[f32], boards: usize, area: usize) -> Vec<Logits> {
    let mut rest = numbers;
    let [plays, passes, results, scores, owners] = outputs.arrays().map(|array| {
        let (own, behind) = rest.split_at(rows(array, boards, boards * area) * array.width);
        rest = behind;
        (own, array.width)
    });
    let channel = |(numbers, width): (&[f32], usize), board: usize, channel: usize| {
        let rows = numbers[board * area * width..][..area * width].chunks_exact(width);
        rows.map(|row| row[channel]).collect::<Vec<f32>>()
    };
    let row = |(numbers, width): (&[f32], usize), board: usize| {
        numbers[board * width..][..width].to_vec()
    };
    let of_board = |board: usize| {
        let (passes, results, scores) =
            (row(passes, board), row(results, board), row(scores, board));
        let policy = |place: usize| (channel(plays, board, place), passes[place]);
        let (plays, pass) = policy(0);
        Logits {
            plays,
            pass,
            optimistic: (outputs.policies > 1).then(|| policy(1)),
            result: [results[0], results[1], results[2]],
            score: [scores[0], scores[1], scores[2], scores[3]],
            errors: outputs.has_errors.then(|| [scores[4], scores[5]]),
            owners: channel(owners, board, 0),
        }
    };
    (0..boards).map(of_board).collect()
}
