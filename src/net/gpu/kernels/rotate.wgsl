// Turns the pairs of queries and keys by the place of their point. Of each angle there are the cosine and the sine.

@group(0) @binding(1) var<storage, read_write> rows: array<vec4<Out>>;
// For each column of the board and each row of it: two pairs in a vector.
@group(0) @binding(2) var<storage, read> along: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read> down: array<vec4<f32>>;

fn combined(one: vec2<f32>, other: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(one.x * other.x - one.y * other.y, one.y * other.x + one.x * other.y);
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) at: vec3<u32>) {
    let turned = (HEADS + SHARED_HEADS) * WIDTH;
    let index = number(at);
    if index >= batch.points * turned {
        return;
    }
    let point = index / turned;
    let place = index % turned;
    var head = place / WIDTH;
    if head < HEADS {
        head = head * SHARED_HEADS / HEADS;
    } else {
        head -= HEADS;
    }
    let angles = head * DIFFERENT / SHARED_HEADS * WIDTH + place % WIDTH;
    let on_board = point % batch.area;
    let column = along[on_board % batch.width * DIFFERENT * WIDTH + angles];
    let row = down[on_board / batch.width * DIFFERENT * WIDTH + angles];
    let one = combined(column.xy, row.xy);
    let other = combined(column.zw, row.zw);
    let value = vec4<f32>(rows[point * ROW_WIDTH + place]);
    rows[point * ROW_WIDTH + place] = stored(vec4<f32>(
        value.x * one.x - value.y * one.y,
        value.x * one.y + value.y * one.x,
        value.z * other.x - value.w * other.y,
        value.z * other.y + value.w * other.x,
    ));
}
