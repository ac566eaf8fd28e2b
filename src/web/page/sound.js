// Sounds that are computed, so that no file is needed: stones of slate and shell on wood.

import { settings } from "./settings.js";

let context = null;

function ready() {
  if (!settings.sound || !navigator.userActivation?.hasBeenActive) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  return context;
}

// A short knock: noise through a filter that rings at a frequency, with a low thud of the wood.
function knock(audio, at, pitch, loudness) {
  const length = 0.06, frames = Math.ceil(audio.sampleRate * length);
  const buffer = audio.createBuffer(1, frames, audio.sampleRate), samples = buffer.getChannelData(0);
  for (let frame = 0; frame < frames; frame += 1) samples[frame] = (2 * Math.random() - 1) * (1 - frame / frames) ** 8;
  const noise = new AudioBufferSourceNode(audio, { buffer });
  const ring = new BiquadFilterNode(audio, { type: "bandpass", frequency: pitch, Q: 2.5 });
  const gain = new GainNode(audio, { gain: loudness });
  noise.connect(ring).connect(gain).connect(audio.destination);
  noise.start(at);
  tone(audio, at, 190, 0.05, loudness / 3);
}

function tone(audio, at, frequency, length, loudness) {
  const oscillator = new OscillatorNode(audio, { frequency });
  const gain = new GainNode(audio, { gain: loudness });
  gain.gain.setValueAtTime(loudness, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(at);
  oscillator.stop(at + length);
}

const SOUNDS = {
  stone: (audio, now) => knock(audio, now, 1900, 1.2),
  capture: (audio, now) => {
    knock(audio, now, 1900, 1.2);
    for (const [after, pitch] of [[0.09, 3100], [0.15, 2700], [0.2, 3400]]) knock(audio, now + after, pitch, 0.5);
  },
  pass: (audio, now) => tone(audio, now, 330, 0.18, 0.12),
  low: (audio, now) => tone(audio, now, 880, 0.08, 0.06),
  end: (audio, now) => [392, 494, 587].forEach((pitch, place) => tone(audio, now + 0.12 * place, pitch, 0.5, 0.1)),
};

export function play(name) {
  const audio = ready();
  if (audio) SOUNDS[name](audio, audio.currentTime);
}
