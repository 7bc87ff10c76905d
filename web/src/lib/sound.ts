// Small sounds, made on the spot with WebAudio, so that nothing has to be fetched; they can be muted.
import { stored, store } from "./storage";

export type SoundName =
  "place" | "flip" | "shuffle" | "knock" | "win" | "lose" | "alarm" | "boom" | "chime" | "tick" | "slide" | "stop";

let context: AudioContext | null = null;
let muted = stored("muted") === "yes";

export function isMuted(): boolean {
  return muted;
}

export function mute(quiet: boolean): void {
  muted = quiet;
  store("muted", quiet ? "yes" : "no");
}

/** Plays a sound, if sounds are on and the browser lets the page make any. */
export function play(name: SoundName): void {
  if (muted || typeof AudioContext === "undefined" || document.hidden) return;
  // Before the first click a browser lets no page make a sound, and complains about those that try.
  if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return;
  context ??= new AudioContext();
  void context.resume();
  RECIPES[name](context, context.currentTime);
}

type Recipe = (audio: AudioContext, at: number) => void;

const RECIPES: Record<SoundName, Recipe> = {
  place: (audio, at) => noise(audio, at, 0.07, 900, 0.5),
  flip: (audio, at) => noise(audio, at, 0.1, 2600, 0.35),
  slide: (audio, at) => noise(audio, at, 0.22, 1500, 0.25),
  shuffle: (audio, at) => [0, 0.06, 0.12, 0.18, 0.25].forEach((later) => noise(audio, at + later, 0.05, 2000, 0.3)),
  knock: (audio, at) => [0, 0.13].forEach((later) => tone(audio, at + later, 0.09, 170, 90, "triangle", 0.5)),
  tick: (audio, at) => tone(audio, at, 0.03, 1200, 1000, "square", 0.06),
  chime: (audio, at) => [660, 880].forEach((pitch, i) => tone(audio, at + i * 0.09, 0.25, pitch, pitch, "triangle", 0.2)),
  alarm: (audio, at) => [0, 0.16, 0.32].forEach((later) => tone(audio, at + later, 0.12, 520, 380, "sawtooth", 0.12)),
  stop: (audio, at) => tone(audio, at, 0.22, 240, 120, "square", 0.14),
  boom: (audio, at) => {
    noise(audio, at, 0.9, 220, 0.9);
    tone(audio, at, 0.7, 120, 30, "sine", 0.8);
  },
  win: (audio, at) =>
    [523, 659, 784, 1047].forEach((pitch, i) => tone(audio, at + i * 0.11, 0.3, pitch, pitch, "triangle", 0.22)),
  lose: (audio, at) =>
    [392, 330, 262].forEach((pitch, i) => tone(audio, at + i * 0.16, 0.3, pitch, pitch * 0.98, "triangle", 0.2)),
};

function tone(
  audio: AudioContext,
  at: number,
  length: number,
  from: number,
  to: number,
  type: OscillatorType,
  loud: number,
): void {
  const source = audio.createOscillator();
  source.type = type;
  source.frequency.setValueAtTime(from, at);
  source.frequency.exponentialRampToValueAtTime(Math.max(to, 1), at + length);
  source.connect(fading(audio, at, length, loud));
  source.start(at);
  source.stop(at + length);
}

function noise(audio: AudioContext, at: number, length: number, pitch: number, loud: number): void {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
  const source = audio.createBufferSource();
  source.buffer = buffer;
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  source.connect(filter).connect(fading(audio, at, length, loud));
  source.start(at);
}

function fading(audio: AudioContext, at: number, length: number, loud: number): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(loud * 0.5, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  gain.connect(audio.destination);
  return gain;
}
