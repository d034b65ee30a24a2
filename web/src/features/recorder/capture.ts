/** The microphone: opens it, gives chunks and levels, lets go of it. The only module that touches MediaRecorder. */
import { BAR_COUNT, BAR_INTERVAL_MS, loudness, pushLevel } from './levels';
import type { MicrophoneProblem } from './recorder-state';

const FORMATS = ['audio/webm;codecs=opus', 'audio/webm', 'audio/ogg;codecs=opus', 'audio/mp4'];
/** Short enough for words to appear while they are spoken. */
const TIMESLICE_MS = 250;
const BITS_PER_SECOND = 24_000;
/** How long a flush waits for the browser before it goes on with what there is. */
const FLUSH_LIMIT_MS = 1000;

export interface CaptureListeners {
  readonly onChunk: (chunk: Blob) => void;
  /** The same array each time, `BAR_COUNT` long. */
  readonly onLevels: (bars: Float32Array) => void;
  /** The microphone went away by itself. */
  readonly onLost: () => void;
}

export interface Capture {
  readonly mimeType: string;
  readonly pause: () => void;
  readonly resume: () => void;
  /** Resolves when everything captured so far has been given to `onChunk`. */
  readonly flush: () => Promise<void>;
  /** Resolves after the last chunk; the microphone is then released. */
  readonly stop: () => Promise<void>;
  /** The microphone goes on in a new recording, and this one ends. Throws when the browser begins no other. */
  readonly handOn: (listeners: CaptureListeners) => HandedOn;
}

export interface HandedOn {
  readonly capture: Capture;
  /** Resolves after the last chunk of the one that ended. */
  readonly ended: Promise<void>;
}

export type OpenCapture = (listeners: CaptureListeners) => Promise<Capture>;

export class MicrophoneError extends Error {
  override readonly name = 'MicrophoneError';
  readonly problem: MicrophoneProblem;

  constructor(problem: MicrophoneProblem) {
    super(problem);
    this.problem = problem;
  }
}

export const openMicrophone: OpenCapture = async (listeners) => {
  if (typeof MediaRecorder === 'undefined') throw new MicrophoneError('unsupported');
  if (!navigator.mediaDevices) throw new MicrophoneError(window.isSecureContext ? 'unsupported' : 'insecure');
  const mimeType = FORMATS.find((format) => MediaRecorder.isTypeSupported(format));
  if (!mimeType) throw new MicrophoneError('unsupported');
  const stream = await openStream();
  try {
    return captureFrom(stream, mimeType, listeners);
  } catch {
    release(stream);
    throw new MicrophoneError('failed');
  }
};

async function openStream(): Promise<MediaStream> {
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: { channelCount: 1, echoCancellation: false, noiseSuppression: true, autoGainControl: true },
    });
  } catch (error) {
    throw new MicrophoneError(problemOf(error));
  }
}

function problemOf(error: unknown): MicrophoneProblem {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'missing';
  return name === 'NotReadableError' ? 'busy' : 'failed';
}

function captureFrom(stream: MediaStream, mimeType: string, listeners: CaptureListeners): Capture {
  const recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: BITS_PER_SECOND });
  const stopped = eventOf(recorder, 'stop');
  let stopAsked = false;
  let handedOn = false;

  recorder.ondataavailable = ({ data }) => {
    if (data.size > 0) listeners.onChunk(data);
  };
  recorder.onstop = () => {
    stopMeter();
    if (!handedOn) release(stream);
    if (!stopAsked) listeners.onLost();
  };
  recorder.start(TIMESLICE_MS);
  // After the start: when that throws, there is no audio graph that nobody would close.
  const stopMeter = startMeter(stream, () => recorder.state === 'recording', listeners.onLevels);

  return {
    mimeType,
    pause: () => recorder.pause(),
    resume: () => recorder.resume(),
    flush() {
      if (recorder.state === 'inactive') return Promise.resolve();
      const given = eventOf(recorder, 'dataavailable');
      recorder.requestData();
      return Promise.race([given, new Promise<void>((resolve) => setTimeout(resolve, FLUSH_LIMIT_MS))]);
    },
    stop() {
      stopAsked = true;
      if (recorder.state !== 'inactive') recorder.stop();
      // Also when it was stopped already: the last chunk comes with the event, not before.
      return stopped;
    },
    handOn(next) {
      // Begun before this one ends, so that no sound falls between them.
      const capture = captureFrom(stream, mimeType, next);
      stopAsked = true;
      handedOn = true;
      recorder.stop();
      return { capture, ended: stopped };
    },
  };
}

function eventOf(recorder: MediaRecorder, type: 'dataavailable' | 'stop'): Promise<void> {
  return new Promise((resolve) => recorder.addEventListener(type, () => resolve(), { once: true }));
}

function release(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/** Reads the level while `isLive`; returns what ends it. A browser that gives no audio graph records without bars. */
function startMeter(stream: MediaStream, isLive: () => boolean, onLevels: (bars: Float32Array) => void): () => void {
  let context: AudioContext | undefined;
  let analyser: AnalyserNode;
  try {
    context = new AudioContext();
    analyser = context.createAnalyser();
    analyser.fftSize = 1024;
    context.createMediaStreamSource(stream).connect(analyser);
  } catch {
    void context?.close();
    return () => undefined;
  }
  const samples = new Float32Array(analyser.fftSize);
  const bars = new Float32Array(BAR_COUNT);
  let frame = 0;
  let last = 0;
  const look = (time: number) => {
    frame = requestAnimationFrame(look);
    if (time - last < BAR_INTERVAL_MS || !isLive()) return;
    last = time;
    analyser.getFloatTimeDomainData(samples);
    pushLevel(bars, loudness(samples));
    onLevels(bars);
  };
  frame = requestAnimationFrame(look);
  return () => {
    cancelAnimationFrame(frame);
    void context?.close();
  };
}
