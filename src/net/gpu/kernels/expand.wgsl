// Makes rows of numbers of the planes, which come as one word a point.

@group(0) @binding(1) var<storage, read> words: array<u32>;
@group(0) @binding(2) var<storage, read_write> results: array<vec4<Out>>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) at: vec3<u32>) {
    let index = number(at);
    if index >= batch.points * WIDTH {
        return;
    }
    let word = words[index / WIDTH] >> (4u * (index % WIDTH));
    let bits = vec4<u32>(word, word >> 1u, word >> 2u, word >> 3u) & vec4<u32>(1u);
    results[index] = stored(vec4<f32>(bits));
}
