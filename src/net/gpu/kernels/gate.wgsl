// Multiplies what a first layer says of each point with its gates, which stand behind it in the same row.

@group(0) @binding(1) var<storage, read> rows: array<vec4<In>>;
@group(0) @binding(2) var<storage, read_write> results: array<vec4<Out>>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) at: vec3<u32>) {
    let index = number(at);
    if index >= batch.points * WIDTH {
        return;
    }
    let first = index / WIDTH * 2u * WIDTH + index % WIDTH;
    results[index] = stored(silu(vec4<f32>(rows[first])) * vec4<f32>(rows[first + WIDTH]));
}
