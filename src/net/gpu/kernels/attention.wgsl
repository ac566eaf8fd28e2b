// What each point takes from all points of its board: the mean of their values by the softmax of the likeness of their keys
// with its query. A row has the queries of all heads, the keys of all shared heads, and their values.
//
// A thread serves a query. Keys and values come in tiles; what was summed so far is made smaller whenever a higher likeness
// turns up (Dao et al. 2022).

@group(0) @binding(1) var<storage, read> rows: array<vec4<In>>;
@group(0) @binding(2) var<storage, read_write> results: array<vec4<Out>>;

const FIRST_KEY: u32 = HEADS * WIDTH;
const FIRST_VALUE: u32 = FIRST_KEY + SHARED_HEADS * WIDTH;

var<workgroup> keys: array<vec4<f32>, TILE * WIDTH>;
var<workgroup> values: array<vec4<f32>, TILE * VALUE_WIDTH>;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let head = group.y;
    let shared_head = head * SHARED_HEADS / HEADS;
    let first = group.z * batch.area;
    let at = group.x * 64u + thread;
    let exists = at < batch.area;
    var query: array<vec4<f32>, WIDTH>;
    var taken: array<vec4<f32>, VALUE_WIDTH>;
    if exists {
        for (var place = 0u; place < WIDTH; place++) {
            query[place] = vec4<f32>(rows[(first + at) * ROW_WIDTH + head * WIDTH + place]);
        }
    }
    var highest = -3.0e38;
    var total = 0.0;
    for (var tile = 0u; tile < batch.area; tile += TILE) {
        workgroupBarrier();
        for (var place = thread; place < TILE * WIDTH; place += 64u) {
            let point = tile + place / WIDTH;
            var key = vec4<f32>(0.0);
            if point < batch.area {
                key = vec4<f32>(rows[(first + point) * ROW_WIDTH + FIRST_KEY + shared_head * WIDTH + place % WIDTH]);
            }
            keys[place] = key;
        }
        for (var place = thread; place < TILE * VALUE_WIDTH; place += 64u) {
            let point = tile + place / VALUE_WIDTH;
            var value = vec4<f32>(0.0);
            if point < batch.area {
                value = vec4<f32>(rows[(first + point) * ROW_WIDTH + FIRST_VALUE + shared_head * VALUE_WIDTH + place % VALUE_WIDTH]);
            }
            values[place] = value;
        }
        workgroupBarrier();
        let count = min(TILE, batch.area - tile);
        var likeness: array<f32, TILE>;
        var most = highest;
        for (var key = 0u; key < count; key++) {
            var sum = 0.0;
            for (var place = 0u; place < WIDTH; place++) {
                sum += dot(query[place], keys[key * WIDTH + place]);
            }
            likeness[key] = sum;
            most = max(most, sum);
        }
        let shrink = exp(highest - most);
        highest = most;
        total *= shrink;
        for (var place = 0u; place < VALUE_WIDTH; place++) {
            taken[place] *= shrink;
        }
        for (var key = 0u; key < count; key++) {
            let power = exp(likeness[key] - most);
            total += power;
            for (var place = 0u; place < VALUE_WIDTH; place++) {
                taken[place] = fma(vec4<f32>(power), values[key * VALUE_WIDTH + place], taken[place]);
            }
        }
    }
    if exists {
        for (var place = 0u; place < VALUE_WIDTH; place++) {
            results[(first + at) * HEADS * VALUE_WIDTH + head * VALUE_WIDTH + place] = stored(taken[place] / total);
        }
    }
}
