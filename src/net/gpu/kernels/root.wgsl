// Divides rows by the root of the mean of their squares: each row by its own, or all rows of a board by one. What follows is a
// factor, a summand and an activation for each channel.

@group(0) @binding(1) var<storage, read> inputs: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> norm: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> results: array<vec4<Out>>;

var<workgroup> squares: array<f32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let sharer = thread % SHARERS;
    let first = thread - sharer;
    var rows = 1u;
    if IS_SPATIAL {
        rows = batch.area;
    }
    let row = (group.x * (64u / SHARERS) + thread / SHARERS) * rows;
    var end = 0u;
    if row < batch.points {
        end = rows * WIDTH;
    }
    var sum = 0.0;
    for (var place = sharer; place < end; place += SHARERS) {
        let value = inputs[row * WIDTH + place];
        sum += dot(value, value);
    }
    squares[thread] = sum;
    workgroupBarrier();
    var total = 0.0;
    for (var other = 0u; other < SHARERS; other++) {
        total += squares[first + other];
    }
    let factor = inverseSqrt(total / (f32(rows) * CHANNELS) + EPSILON);
    for (var place = sharer; place < end; place += SHARERS) {
        let column = place % WIDTH;
        let value = inputs[row * WIDTH + place] * factor;
        results[row * WIDTH + place] = stored(activate(value * norm[column] + norm[WIDTH + column]));
    }
}
