// A square convolution as a product of matrices: a row for each point of all boards, a column for each output channel, and a
// summand for each place of the square and each input channel. What lies beside a board is zero.
//
// A workgroup computes 64 rows of 64 columns in steps of 16 summands, and a thread 8 rows of 4 columns. The order of the
// summands does not depend on the batch, so neither do the results.

@group(0) @binding(1) var<storage, read> inputs: array<vec4<In>>;
@group(0) @binding(2) var<storage, read> weights: array<vec4<Weight>>;
// For each board and channel.
@group(0) @binding(3) var<storage, read> summands: array<vec4<f32>>;
// Factors of all channels, then summands of all channels.
@group(0) @binding(4) var<storage, read> norm: array<vec4<f32>>;
@group(0) @binding(5) var<storage, read_write> sums: array<vec4<f32>>;
@group(0) @binding(6) var<storage, read_write> results: array<vec4<Out>>;

const STEPS: u32 = SIDE * SIDE * IN;
const REACH: u32 = SIDE / 2u;

// Columns of the left tile are a vector longer than they need be, so that threads write to different banks.
var<workgroup> left: array<vec4<f32>, 272>;
var<workgroup> right: array<vec4<f32>, 256>;

struct Place {
    exists: bool,
    point: u32,
    x: u32,
    y: u32,
}

fn place(point: u32) -> Place {
    let on_board = point % batch.area;
    return Place(point < batch.points, point, on_board % batch.width, on_board / batch.width);
}

fn input(at: Place, step: u32) -> vec4<f32> {
    if !at.exists || step >= STEPS {
        return vec4<f32>(0.0);
    }
    let square = step / IN;
    // Where the square begins above or left of the board, the difference is larger than any side.
    let y = at.y + square / SIDE - REACH;
    let x = at.x + square % SIDE - REACH;
    if x >= batch.width || y >= batch.height {
        return vec4<f32>(0.0);
    }
    let point = at.point - at.y * batch.width - at.x + y * batch.width + x;
    return vec4<f32>(inputs[point * IN_WIDTH + step % IN]);
}

fn weight(row: u32, column: u32) -> vec4<f32> {
    if row >= 4u * STEPS || column >= OUT {
        return vec4<f32>(0.0);
    }
    return vec4<f32>(weights[row * OUT + column]);
}

fn keep(sum: vec4<f32>, point: u32, column: u32) {
    if point >= batch.points || column >= OUT {
        return;
    }
    var value = sum;
    if HAS_SUMMANDS {
        value += summands[point / batch.area * OUT + column];
    }
    if ADDS {
        value += sums[point * OUT + column];
    }
    if KEEPS {
        sums[point * OUT + column] = value;
    }
    if HAS_RESULTS {
        results[point * OUT + column] = stored(activate(value * norm[column] + norm[OUT + column]));
    }
}

@compute @workgroup_size(16, 8)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_id) local: vec3<u32>,
    @builtin(local_invocation_index) thread: u32,
) {
    let first_point = group.x * 64u;
    let first_column = group.y * 16u;
    // What this thread brings: one vector for each of two rows on the left, and for each of two summands on the right.
    let bring_row = thread / 4u;
    let bring_step = thread % 4u;
    let one = place(first_point + bring_row);
    let other = place(first_point + bring_row + 32u);
    var next_one = input(one, bring_step);
    var next_other = input(other, bring_step);
    var next_upper = weight(local.y, first_column + local.x);
    var next_lower = weight(local.y + 8u, first_column + local.x);
    var s0 = vec4<f32>(0.0);
    var s1 = s0;
    var s2 = s0;
    var s3 = s0;
    var s4 = s0;
    var s5 = s0;
    var s6 = s0;
    var s7 = s0;
    for (var step = 0u; step < STEPS; step += 4u) {
        workgroupBarrier();
        for (var part = 0u; part < 4u; part++) {
            let column = (4u * bring_step + part) * 17u;
            left[column + bring_row / 4u][bring_row % 4u] = next_one[part];
            left[column + 8u + bring_row / 4u][bring_row % 4u] = next_other[part];
        }
        right[thread] = next_upper;
        right[thread + 128u] = next_lower;
        workgroupBarrier();
        next_one = input(one, step + 4u + bring_step);
        next_other = input(other, step + 4u + bring_step);
        next_upper = weight(4u * step + 16u + local.y, first_column + local.x);
        next_lower = weight(4u * step + 24u + local.y, first_column + local.x);
        for (var summand = 0u; summand < 16u; summand++) {
            let upper = left[summand * 17u + 2u * local.y];
            let lower = left[summand * 17u + 2u * local.y + 1u];
            let factors = right[summand * 16u + local.x];
            s0 = fma(vec4<f32>(upper.x), factors, s0);
            s1 = fma(vec4<f32>(upper.y), factors, s1);
            s2 = fma(vec4<f32>(upper.z), factors, s2);
            s3 = fma(vec4<f32>(upper.w), factors, s3);
            s4 = fma(vec4<f32>(lower.x), factors, s4);
            s5 = fma(vec4<f32>(lower.y), factors, s5);
            s6 = fma(vec4<f32>(lower.z), factors, s6);
            s7 = fma(vec4<f32>(lower.w), factors, s7);
        }
    }
    let point = first_point + 8u * local.y;
    let column = first_column + local.x;
    keep(s0, point, column);
    keep(s1, point + 1u, column);
    keep(s2, point + 2u, column);
    keep(s3, point + 3u, column);
    keep(s4, point + 4u, column);
    keep(s5, point + 5u, column);
    keep(s6, point + 6u, column);
    keep(s7, point + 7u, column);
}
