struct Batch {
    boards: u32,
    width: u32,
    height: u32,
    // Points of a board, and of all boards.
    area: u32,
    points: u32,
    // By which the second numbers of pooling are multiplied: (side - 14) / 10.
    side_term: f32,
}

@group(0) @binding(0) var<uniform> batch: Batch;

// The largest number of 16 bits.
const HIGHEST: vec4<f32> = vec4<f32>(65504.0);

// The number of a thread where there are more workgroups than one dimension has.
fn number(at: vec3<u32>) -> u32 {
    return at.x + at.y * 64u * MOST_GROUPS;
}

fn relu(x: vec4<f32>) -> vec4<f32> {
    return max(x, vec4<f32>(0.0));
}

fn silu(x: vec4<f32>) -> vec4<f32> {
    return x / (1.0 + exp(-max(x, vec4<f32>(-80.0))));
}

// The hyperbolic tangent of ln(1 + e^x) is (e^2x + 2e^x) / (e^2x + 2e^x + 2).
fn mish(x: vec4<f32>) -> vec4<f32> {
    let power = exp(min(x, vec4<f32>(20.0)));
    let part = power * (power + 2.0);
    return x * (part / (part + 2.0));
}

fn identity(x: vec4<f32>) -> vec4<f32> {
    return x;
}
