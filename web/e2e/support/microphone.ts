import type { BrowserContext, Page } from '@playwright/test';
import { type Sentence, soundOf } from './dictation';

declare global {
  interface Window {
    /** The microphone that the tests speak into. */
    microphone: { play: (sounds: readonly string[], breath: number) => Promise<void> };
  }
}

/** Between sentences that are said in one breath, in seconds: too short for a pause. */
const BREATH = 0.25;

/**
 * Gives the pages of a browser a microphone that is silent until a test says something into it, so that what is said waits
 * for what the page does, on a machine of any speed. Everything behind the microphone is the browser's own.
 */
export async function plugInMicrophone(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    if (!navigator.mediaDevices) return;
    const recorders = new Set<MediaStreamAudioDestinationNode>();
    let audio: AudioContext | undefined;
    const opened = () => {
      audio ??= new AudioContext({ sampleRate: 48_000 });
      return audio;
    };
    /** A room in which nobody speaks: without it no sound at all would come, which no microphone does. */
    const roomOf = (line: AudioContext) => {
      const noise = line.createBuffer(1, line.sampleRate, line.sampleRate);
      noise.copyToChannel(
        Float32Array.from({ length: line.sampleRate }, (_, index) => 2e-4 * Math.sin(index ** 2)),
        0,
      );
      const room = line.createBufferSource();
      room.buffer = noise;
      room.loop = true;
      room.start();
      return room;
    };
    navigator.mediaDevices.getUserMedia = async () => {
      const line = opened();
      const destination = line.createMediaStreamDestination();
      roomOf(line).connect(destination);
      recorders.add(destination);
      return destination.stream;
    };
    const bufferOf = (base64: string) =>
      opened().decodeAudioData(Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)).buffer);
    window.microphone = {
      async play(sounds, breath) {
        const line = opened();
        const buffers = await Promise.all(sounds.map(bufferOf));
        let at = line.currentTime + 0.1;
        for (const buffer of buffers) {
          const source = line.createBufferSource();
          source.buffer = buffer;
          for (const recorder of recorders) source.connect(recorder);
          source.start(at);
          at += buffer.duration + breath;
        }
        // A moment more, until the last of it has come out at the other end.
        const silence = line.createConstantSource();
        silence.offset.value = 0;
        silence.connect(line.destination);
        silence.start();
        silence.stop(at);
        await new Promise((resolve) => {
          silence.onended = resolve;
        });
      },
    };
  });
}

/** Says sentences in one breath into the microphone of a page that records. Over when they are in the recording. */
export async function say(page: Page, ...sentences: readonly Sentence[]): Promise<void> {
  const sounds = sentences.map((sentence) => soundOf(sentence).toString('base64'));
  await page.evaluate(([all, breath]) => window.microphone.play(all, breath), [sounds, BREATH] as const);
}
