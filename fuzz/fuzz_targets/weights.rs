#![no_main]

#[path = "../../gtp-tests/framing.rs"]
mod framing;
#[path = "../../gtp-tests/targets.rs"]
mod targets;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| targets::weights(bytes));
