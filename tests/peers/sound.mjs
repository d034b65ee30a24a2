// Finds known sounds in a recording: both are looked at as energies in bands of frequency, 50 times a second, and a sound is where the
// two go up and down together.

export const SAMPLE_RATE = 16_000;
/** Samples from one frame to the next, and in a frame. */
const HOP = 320;
const FRAME = 512;
const BANDS = 16;
const [LOWEST, HIGHEST] = [120, 6_500];
/** Energies this far below the loudest are silence, in natural logarithms: 45 dB. */
const FLOOR = 10.4;
/** How alike a sound and a part of a recording are at least. Other words of the same voice are less. */
const ALIKE = 0.8;
/** Frames of a sound that are needed to know it when a recording cuts it off: 0.4 s. */
const LEAST = 20;

export const secondsOf = (frames) => (frames * HOP) / SAMPLE_RATE;

/** The logarithms of the energies, a `Float32Array` of `BANDS` for each frame. */
export function bandsOf(samples) {
  const count = Math.max(0, Math.floor((samples.length - FRAME) / HOP) + 1);
  const frames = Array.from({ length: count }, (_, index) => energies(samples, index * HOP));
  const loudest = Math.log(Math.max(1e-9, ...frames.map((frame) => Math.max(...frame))));
  for (const frame of frames) {
    for (let band = 0; band < BANDS; band += 1) frame[band] = Math.max(Math.log(frame[band] + 1e-12), loudest - FLOOR);
  }
  return frames;
}

/** From the first frame that is no silence to the last. */
export function voicedOf(frames) {
  const quiet = Math.min(...frames.flatMap((frame) => [...frame]));
  const isVoiced = (frame) => frame.some((energy) => energy > quiet + 1);
  return frames.slice(frames.findIndex(isVoiced), frames.findLastIndex(isVoiced) + 1);
}

/** Which of the sentences sound in a recording, and at which frame each begins, in order. No two sound at once. */
export function find(recording, sentences) {
  const candidates = sentences.flatMap((sentence) => places(recording, sentence));
  candidates.sort((one, other) => other.explained - one.explained);
  const found = [];
  for (const candidate of candidates) {
    if (found.every((other) => candidate.at + 5 >= other.until || candidate.until <= other.at + 5)) found.push(candidate);
  }
  return found.sort((one, other) => one.at - other.at);
}

/** Where a sentence may sound: at the recording's ends a part of it may be missing. */
function places(recording, sentence) {
  const { sound } = sentence;
  const likeness = new Map();
  for (let at = LEAST - sound.length; at <= recording.length - LEAST; at += 1) {
    const from = Math.max(0, -at);
    const until = Math.min(sound.length, recording.length - at);
    if (until - from >= Math.min(LEAST, sound.length)) likeness.set(at, { alike: alike(sound, recording, at, from, until), until, from });
  }
  return [...likeness]
    .filter(([at, { alike }]) => alike >= ALIKE && !(alike < likeness.get(at - 1)?.alike || alike < likeness.get(at + 1)?.alike))
    .map(([at, { alike, from, until }]) => ({
      sentence,
      at,
      until: at + sound.length,
      explained: alike * (until - from),
    }));
}

/** The correlation of the frames `from` to `until` of a sound with a recording in which it begins at `at`, each band about its mean. */
function alike(sound, recording, at, from, until) {
  let [together, own, other] = [0, 0, 0];
  const count = until - from;
  for (let band = 0; band < BANDS; band += 1) {
    let [sumX, sumY, sumXX, sumYY, sumXY] = [0, 0, 0, 0, 0];
    for (let frame = from; frame < until; frame += 1) {
      const x = sound[frame][band];
      const y = recording[at + frame][band];
      sumX += x;
      sumY += y;
      sumXX += x * x;
      sumYY += y * y;
      sumXY += x * y;
    }
    together += sumXY - (sumX * sumY) / count;
    own += sumXX - (sumX * sumX) / count;
    other += sumYY - (sumY * sumY) / count;
  }
  // As good as still: nothing is said there.
  if (own < count || other < count) return 0;
  return together / Math.sqrt(own * other);
}

const mel = (hertz) => 1127 * Math.log(1 + hertz / 700);
const EDGES = Array.from({ length: BANDS + 1 }, (_, index) => {
  const at = mel(LOWEST) + ((mel(HIGHEST) - mel(LOWEST)) * index) / BANDS;
  return Math.round(((700 * (Math.exp(at / 1127) - 1)) / SAMPLE_RATE) * FRAME);
});
const WINDOW = Float64Array.from({ length: FRAME }, (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * index) / FRAME));

function energies(samples, start) {
  const real = Float64Array.from({ length: FRAME }, (_, index) => samples[start + index] * WINDOW[index]);
  const imaginary = new Float64Array(FRAME);
  transform(real, imaginary);
  return Float32Array.from({ length: BANDS }, (_, band) => {
    let sum = 0;
    for (let bin = EDGES[band]; bin < Math.max(EDGES[band + 1], EDGES[band] + 1); bin += 1) {
      sum += real[bin] ** 2 + imaginary[bin] ** 2;
    }
    return sum;
  });
}

/** The fast Fourier transform, in place. */
function transform(real, imaginary) {
  for (let index = 1, mirrored = 0; index < FRAME; index += 1) {
    let bit = FRAME >> 1;
    for (; mirrored & bit; bit >>= 1) mirrored ^= bit;
    mirrored ^= bit;
    if (index < mirrored) {
      [real[index], real[mirrored]] = [real[mirrored], real[index]];
      [imaginary[index], imaginary[mirrored]] = [imaginary[mirrored], imaginary[index]];
    }
  }
  for (let size = 2; size <= FRAME; size <<= 1) {
    for (let start = 0; start < FRAME; start += size) {
      for (let step = 0; step < size / 2; step += 1) {
        const angle = (-2 * Math.PI * step) / size;
        const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
        const low = start + step;
        const high = low + size / 2;
        const turnedReal = real[high] * cos - imaginary[high] * sin;
        const turnedImaginary = real[high] * sin + imaginary[high] * cos;
        real[high] = real[low] - turnedReal;
        imaginary[high] = imaginary[low] - turnedImaginary;
        real[low] += turnedReal;
        imaginary[low] += turnedImaginary;
      }
    }
  }
}
