// Makes three numbers of each channel of a board: the mean, the mean by the side, and the highest value or the mean by the
// square of the side.

@group(0) @binding(1) var<storage, read> inputs: array<vec4<In>>;
@group(0) @binding(2) var<storage, read_write> results: array<vec4<f32>>;

var<workgroup> totals: array<vec4<f32>, 64>;
var<workgroup> highest: array<vec4<f32>, 64>;

@compute @workgroup_size(8, 8)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_id) local: vec3<u32>,
    @builtin(local_invocation_index) thread: u32,
) {
    let column = group.y * 8u + local.x;
    var total = vec4<f32>(0.0);
    var most = vec4<f32>(-3.0e38);
    if column < WIDTH {
        for (var point = local.y; point < batch.area; point += 8u) {
            let value = vec4<f32>(inputs[(group.x * batch.area + point) * WIDTH + column]);
            total += value;
            most = max(most, value);
        }
    }
    totals[thread] = total;
    highest[thread] = most;
    workgroupBarrier();
    if local.y > 0u || column >= WIDTH {
        return;
    }
    for (var part = 1u; part < 8u; part++) {
        total += totals[8u * part + local.x];
        most = max(most, highest[8u * part + local.x]);
    }
    let mean = total / f32(batch.area);
    let row = group.x * 3u * WIDTH + column;
    results[row] = mean;
    results[row + WIDTH] = mean * batch.side_term;
    if WITH_HIGHEST {
        results[row + 2u * WIDTH] = most;
    } else {
        results[row + 2u * WIDTH] = mean * (batch.side_term * batch.side_term - 0.1);
    }
}
