//! The plan of a network, compiled for a card, with its weights there.

use super::super::model::NetworkWeights;
use super::card::{CardError, OpenCard};
use super::layers::plan;
use super::plan::{CardPlan, Precision, RowOf};
use std::collections::HashMap;
use wgpu::util::{BufferInitDescriptor, DeviceExt};
use wgpu::{
    Buffer, BufferUsages, ComputePipeline, ComputePipelineDescriptor, Device,
    PipelineCompilationOptions, ShaderModuleDescriptor, ShaderRuntimeChecks, ShaderSource,
};

/// A network on a card.
#[derive(Debug)]
pub(super) struct CardProgram {
    pub(super) plan: CardPlan,
    /// One for each step.
    pub(super) pipelines: Vec<ComputePipeline>,
    pub(super) constants: Vec<Buffer>,
}

impl CardProgram {
    /// Brings a network to a card.
    pub(super) fn new(
        card: &OpenCard,
        model: &NetworkWeights,
        precision: Precision,
    ) -> Result<CardProgram, CardError> {
        let mut plan = plan(model, precision);
        let mut compiled: HashMap<&str, ComputePipeline> = HashMap::new();
        let pipelines = plan.steps.iter().map(|step| {
            let pipeline = compiled.entry(&step.source);
            pipeline
                .or_insert_with(|| compile(&card.device, &step.source))
                .clone()
        });
        let pipelines = pipelines.collect();
        let constants = std::mem::take(&mut plan.constants);
        let constants = constants.iter().map(|bytes| {
            card.device.create_buffer_init(&BufferInitDescriptor {
                label: None,
                contents: bytes,
                usage: BufferUsages::STORAGE,
            })
        });
        let program = CardProgram {
            constants: constants.collect(),
            plan,
            pipelines,
        };
        card.check()?;
        Ok(program)
    }

    /// The most points of a batch for which no array is larger than the card allows.
    pub(super) fn most_points(&self, card: &OpenCard) -> usize {
        let rows = self.plan.arrays.iter();
        let rows = rows.filter(|array| array.row_of == RowOf::Point);
        let longest = rows.map(|array| array.row_bytes()).max().unwrap_or(1);
        usize::try_from(card.largest_buffer()).unwrap_or(usize::MAX) / longest
    }
}

#[expect(
    unsafe_code,
    reason = "checks that cost a part of the speed are left out"
)]
fn compile(device: &Device, source: &str) -> ComputePipeline {
    let text = ShaderModuleDescriptor {
        label: None,
        source: ShaderSource::Wgsl(source.into()),
    };
    let checks = ShaderRuntimeChecks {
        force_loop_bounding: false,
        int_div_checks: false,
        ..ShaderRuntimeChecks::checked()
    };
    // SAFETY: Every loop of the kernels counts up to a bound that does not change. No divisor is zero: they are constants
    // of at least 1 or the area or width of a board. Indices stay checked.
    let module = unsafe { device.create_shader_module_trusted(text, checks) };
    device.create_compute_pipeline(&ComputePipelineDescriptor {
        label: None,
        layout: None,
        module: &module,
        entry_point: Some("main"),
        compilation_options: PipelineCompilationOptions {
            zero_initialize_workgroup_memory: false,
            ..PipelineCompilationOptions::default()
        },
        cache: None,
    })
}
