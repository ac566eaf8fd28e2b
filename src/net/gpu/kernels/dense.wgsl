// A product of a matrix with a row of numbers for each board.

@group(0) @binding(1) var<storage, read> inputs: array<f32>;
@group(0) @binding(2) var<storage, read> weights: array<f32>;
@group(0) @binding(3) var<storage, read> bias: array<f32>;
@group(0) @binding(4) var<storage, read_write> results: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let board = group.x;
    let output = group.y * 64u + thread;
    if board >= batch.boards || output >= OUT {
        return;
    }
    var sum = bias[output];
    for (var place = 0u; place < IN; place++) {
        sum = fma(inputs[board * IN + place], weights[place * OUT + output], sum);
    }
    sum = activate(vec4<f32>(sum)).x;
    if ADDS {
        sum += results[board * OUT + output];
    }
    results[board * OUT + output] = sum;
}
