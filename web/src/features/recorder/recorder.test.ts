import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeMicrophone } from './fake-capture';
import { createRecorder } from './recorder';
import type { MicrophoneProblem } from './recorder-state';
import type { RecordingKeeper } from './take';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function memoryKeeper() {
  const kept = new Map<string, string[]>();
  const keeper: RecordingKeeper = {
    begin: async ({ id }) => {
      kept.set(id, []);
    },
    append: async (id, seq, chunk) => {
      const chunks = kept.get(id);
      if (chunks) chunks[seq] = await chunk.text();
    },
    discard: async (id) => {
      kept.delete(id);
    },
  };
  return { keeper, kept };
}

function setUp(refusal?: MicrophoneProblem) {
  let ids = 0;
  const microphone = fakeMicrophone(refusal);
  const { keeper, kept } = memoryKeeper();
  const recorder = createRecorder({ keeper, openCapture: microphone.open, newId: () => `r${++ids}` });
  return { microphone, recorder, kept, phase: () => recorder.state.get().phase };
}

describe('the recorder', () => {
  it('builds the recording from its chunks and lets go of the microphone', async () => {
    const { microphone, recorder, kept } = setUp();
    await recorder.start();
    microphone.say('liver ');
    await vi.advanceTimersByTimeAsync(2000);
    microphone.murmur('normal');
    await recorder.stop();
    const recording = await recorder.recording();
    expect(await recording?.audio.text()).toBe('liver normal');
    expect(recording).toMatchObject({ id: 'r1', seconds: 2 });
    expect(microphone.isOpen()).toBe(false);
    await vi.waitFor(() => expect(kept.get('r1')).toEqual(['liver ', 'normal']));
  });

  it('counts seconds only while it records', async () => {
    const { recorder } = setUp();
    await recorder.start();
    await vi.advanceTimersByTimeAsync(3000);
    expect(recorder.state.get()).toEqual({ phase: 'recording', seconds: 3 });
    recorder.pause();
    await vi.advanceTimersByTimeAsync(5000);
    expect(recorder.state.get()).toEqual({ phase: 'paused', seconds: 3 });
    recorder.resume();
    await vi.advanceTimersByTimeAsync(1000);
    expect(recorder.state.get()).toEqual({ phase: 'recording', seconds: 4 });
  });

  it('gives a paused recording with everything flushed, and goes on afterwards', async () => {
    const { microphone, recorder, phase } = setUp();
    await recorder.start();
    microphone.say('one ');
    microphone.murmur('two');
    recorder.pause();
    expect(await (await recorder.recording())?.audio.text()).toBe('one two');
    expect(phase()).toBe('paused');
    recorder.resume();
    microphone.say(' three');
    await recorder.stop();
    expect(await (await recorder.recording())?.audio.text()).toBe('one two three');
  });

  it('says why the microphone did not open', async () => {
    const { recorder } = setUp('refused');
    await recorder.start();
    expect(recorder.state.get()).toEqual({ phase: 'idle', problem: 'refused' });
  });

  it('keeps what was said when the microphone is unplugged', async () => {
    const { microphone, recorder } = setUp();
    await recorder.start();
    microphone.say('liver');
    microphone.unplug();
    expect(recorder.state.get()).toMatchObject({ phase: 'stopped', interrupted: true });
    expect(await (await recorder.recording())?.audio.text()).toBe('liver');
  });

  it('shelves a recording that was not transcribed when the next one begins', async () => {
    const { microphone, recorder } = setUp();
    await recorder.start();
    microphone.say('first');
    await recorder.stop();
    await recorder.start();
    expect(recorder.shelved.get().map(({ id }) => id)).toEqual(['r1']);
    microphone.say('second');
    await recorder.stop();
    const second = await recorder.recording();
    expect(second && recorder.markTranscribed(second)).toBe(true);
    const [first] = recorder.shelved.get();
    if (first) recorder.recover(first);
    expect((await recorder.recording())?.id).toBe('r1');
    expect(recorder.shelved.get()).toEqual([]);
  });

  it('still waits for the rest when only a part of it was transcribed', async () => {
    const { microphone, recorder } = setUp();
    await recorder.start();
    microphone.say('one');
    recorder.pause();
    const part = await recorder.recording();
    recorder.resume();
    microphone.say(' two');
    await recorder.stop();
    expect(part && recorder.markTranscribed(part)).toBe(false);
    expect(recorder.state.get()).toMatchObject({ phase: 'stopped', transcribed: false });
    await recorder.start();
    expect(recorder.shelved.get().map(({ id }) => id)).toEqual(['r1']);
  });

  it('is off the shelf when its words arrive after the next one began', async () => {
    const { microphone, recorder } = setUp();
    await recorder.start();
    microphone.say('first');
    await recorder.stop();
    const first = await recorder.recording();
    await recorder.start();
    expect(first && recorder.markTranscribed(first)).toBe(true);
    expect(recorder.shelved.get()).toEqual([]);
  });

  it('leaves nothing behind when it is cleared, even while it runs; an earlier recording stays', async () => {
    const { microphone, recorder, kept, phase } = setUp();
    await recorder.start();
    microphone.say('first');
    await recorder.stop();
    await recorder.start();
    microphone.say('second');
    await recorder.clear();
    expect(phase()).toBe('idle');
    expect(await recorder.recording()).toBeNull();
    expect(microphone.isOpen()).toBe(false);
    expect(recorder.shelved.get().map(({ id }) => id)).toEqual(['r1']);
    expect([...kept.keys()]).toEqual(['r1']);
  });

  it('hands over everything it holds and is empty at once', async () => {
    const { microphone, recorder, kept, phase } = setUp();
    await recorder.start();
    microphone.say('first');
    await recorder.stop();
    await recorder.start();
    microphone.say('sec');
    microphone.murmur('ond');
    const handed = recorder.handOver();
    expect(phase()).toBe('idle');
    expect(recorder.shelved.get()).toEqual([]);
    const left = await handed;
    expect(microphone.isOpen()).toBe(false);
    expect(await Promise.all(left.map(({ recording }) => recording.audio.text()))).toEqual(['first', 'second']);
    await recorder.stored();
    expect([...kept.values()].map((chunks) => chunks.join(''))).toEqual(['first', 'second']);
  });

  it('records once when it is started again while the first start still waits for permission', async () => {
    const open: (() => void)[] = [];
    const microphones = [fakeMicrophone(), fakeMicrophone()];
    const { keeper, kept } = memoryKeeper();
    const recorder = createRecorder({
      keeper,
      openCapture: async (listeners) => {
        const microphone = microphones[open.length];
        await new Promise<void>((resolve) => open.push(resolve));
        if (!microphone) throw new Error('opened too often');
        return microphone.open(listeners);
      },
    });
    const first = recorder.start();
    await recorder.clear();
    const second = recorder.start();
    open[0]?.();
    await first;
    expect(recorder.state.get().phase).toBe('starting');
    open[1]?.();
    await second;
    expect(recorder.state.get().phase).toBe('recording');
    expect(microphones.map((microphone) => microphone.isOpen())).toEqual([false, true]);
    await vi.waitFor(() => expect(kept.size).toBe(1));
  });

  it('keeps nothing of a start that was cleared while the browser asked for permission', async () => {
    const { microphone, recorder, kept, phase } = setUp();
    const starting = recorder.start();
    await recorder.clear();
    await starting;
    expect(phase()).toBe('idle');
    expect(microphone.isOpen()).toBe(false);
    expect(kept.size).toBe(0);
  });

  it('keeps nothing of a recording without sound', async () => {
    const { recorder, kept, phase } = setUp();
    await recorder.start();
    await recorder.stop();
    expect(phase()).toBe('idle');
    await vi.waitFor(() => expect(kept.size).toBe(0));
  });

  it('records on when the browser cannot store, and says so', async () => {
    const microphone = fakeMicrophone();
    const fails = () => Promise.reject(new Error('quota'));
    const recorder = createRecorder({
      keeper: { begin: fails, append: fails, discard: fails },
      openCapture: microphone.open,
    });
    await recorder.start();
    microphone.say('liver');
    await recorder.stop();
    expect(await (await recorder.recording())?.audio.text()).toBe('liver');
    await vi.waitFor(() => expect(recorder.unkept.get()).toBe(true));
    await recorder.clear();
    expect(recorder.unkept.get()).toBe(false);
  });

  it('stores what it could not store before as soon as it can', async () => {
    const microphone = fakeMicrophone();
    const { keeper, kept } = memoryKeeper();
    let up = false;
    const recorder = createRecorder({
      keeper: { ...keeper, begin: (recording) => (up ? keeper.begin(recording) : Promise.reject(new Error('no key'))) },
      openCapture: microphone.open,
      newId: () => 'r1',
    });
    await recorder.start();
    microphone.say('liver ');
    await recorder.stored();
    expect(recorder.unkept.get()).toBe(true);
    up = true;
    microphone.say('normal');
    await recorder.stored();
    expect(recorder.unkept.get()).toBe(false);
    expect(kept.get('r1')).toEqual(['liver normal']);
  });

  it('does not fall behind when the disk is slow', async () => {
    const microphone = fakeMicrophone();
    const { keeper, kept } = memoryKeeper();
    let write: () => void = () => undefined;
    const recorder = createRecorder({
      keeper: {
        ...keeper,
        append: async (...chunk) => {
          await new Promise<void>((resolve) => {
            write = resolve;
          });
          return keeper.append(...chunk);
        },
      },
      openCapture: microphone.open,
      newId: () => 'r1',
    });
    await recorder.start();
    microphone.say('one ');
    await vi.waitFor(() => expect(kept.size).toBe(1));
    for (const word of ['two ', 'three ', 'four']) microphone.say(word);
    write();
    await vi.waitFor(() => expect(kept.get('r1')).toEqual(['one ']));
    await vi.waitFor(() => {
      write();
      expect(kept.get('r1')).toEqual(['one ', 'two three four']);
    });
  });
});

describe('a take that becomes too long to be transcribed', () => {
  const MINUTE = 60_000;

  async function speakFor(minutes: number, refusal?: 'no next one') {
    const setting = setUp();
    if (refusal) setting.microphone.refuse();
    await setting.recorder.start();
    await vi.advanceTimersByTimeAsync(minutes * MINUTE);
    setting.microphone.say('first ');
    return setting;
  }
  const textOf = (recordings: readonly { audio: Blob }[]) => Promise.all(recordings.map(({ audio }) => audio.text()));

  it('is announced before it ends', async () => {
    const { microphone, recorder } = await speakFor(54);
    expect(recorder.size.get()).toBe('usual');
    await vi.advanceTimersByTimeAsync(MINUTE);
    microphone.say('more');
    expect(recorder.size.get()).toBe('nearly full');
    expect(recorder.shelved.get()).toEqual([]);
  });

  it('ends in the next pause of the speech, and the next one goes on at once', async () => {
    const { microphone, recorder, kept } = await speakFor(57);
    microphone.hear(0.6);
    microphone.say('words ');
    expect(recorder.state.get()).toEqual({ phase: 'recording', seconds: 57 * 60 });
    microphone.hear(0.1);
    microphone.say('end');
    expect(recorder.state.get()).toEqual({ phase: 'recording', seconds: 0 });
    expect(recorder.size.get()).toBe('continued');
    microphone.say('second');
    await vi.advanceTimersByTimeAsync(3000);
    expect(recorder.state.get()).toEqual({ phase: 'recording', seconds: 3 });
    await recorder.stop();
    const last = await recorder.recording();
    const parts = last ? recorder.partsBefore(last) : [];
    expect(await textOf([...parts, ...(last ? [last] : [])])).toEqual(['first words end', 'second']);
    expect(parts[0]).toMatchObject({ id: 'r1', seconds: 57 * 60 });
    expect(last).toMatchObject({ id: 'r2', seconds: 3, continues: 'r1' });
    expect(microphone.isOpen()).toBe(false);
    await recorder.stored();
    expect([...kept.values()].map((chunks) => chunks.join(''))).toEqual(['first words end', 'second']);
  });

  it('ends without a pause when it must, its last chunk with it', async () => {
    const { microphone, recorder } = await speakFor(58);
    microphone.hear(0.6);
    microphone.murmur('cut');
    await vi.advanceTimersByTimeAsync(MINUTE);
    microphone.say(' ');
    microphone.say('second');
    await recorder.stop();
    expect(await textOf(recorder.shelved.get())).toEqual(['first cut ']);
    expect(await (await recorder.recording())?.audio.text()).toBe('second');
  });

  it('ends before it is too large, however short it is', async () => {
    const { microphone, recorder } = await speakFor(1);
    microphone.say('x'.repeat(50 * 1024 * 1024 * 0.99));
    microphone.say('second');
    await recorder.stop();
    expect(recorder.shelved.get()).toMatchObject([{ id: 'r1' }]);
    expect(await recorder.recording()).toMatchObject({ id: 'r2' });
  });

  it('is told to whoever listens only when all of it was given', async () => {
    const microphone = fakeMicrophone();
    const told: string[] = [];
    const recorder = createRecorder({
      keeper: memoryKeeper().keeper,
      openCapture: microphone.open,
      follow: ({ id, continues }) => {
        told.push(`${id} follows ${continues}`);
        return {
          chunk: async (chunk) => void told.push(`${id} ${await chunk.text()}`),
          pause: () => undefined,
          end: async ({ audio }) => void told.push(`${id} ends: ${await audio.text()}`),
          drop: () => undefined,
        };
      },
      newId: () => `r${told.length}`,
    });
    await recorder.start();
    await vi.advanceTimersByTimeAsync(59 * MINUTE);
    microphone.say('first');
    await recorder.stop();
    expect(told.slice(0, 2)).toEqual(['r0 follows undefined', 'r1 follows r0']);
    await vi.waitFor(() => expect(told).toEqual([...told.slice(0, 2), 'r0 first', 'r0 ends: first']));
  });

  it('is handed over with the one that goes on', async () => {
    const { microphone, recorder } = await speakFor(59);
    microphone.say('second');
    const left = await recorder.handOver();
    expect(await textOf(left.map(({ recording }) => recording))).toEqual(['first ', 'second']);
    expect(recorder.shelved.get()).toEqual([]);
  });

  it('is kept, and its end shown, when the browser begins no other', async () => {
    const { microphone, recorder } = await speakFor(59, 'no next one');
    await vi.waitFor(() => expect(recorder.state.get()).toMatchObject({ phase: 'stopped', interrupted: true }));
    expect(await (await recorder.recording())?.audio.text()).toBe('first ');
    expect(microphone.isOpen()).toBe(false);
  });

  it('is known as a part of the next one after both were recovered', async () => {
    const { recorder } = setUp();
    const part = { id: 'a', audio: new Blob(['a']), seconds: 3500, startedAt: 0 };
    const rest = { id: 'b', audio: new Blob(['b']), seconds: 9, startedAt: 1, continues: 'a' };
    recorder.recover(part);
    recorder.recover(rest);
    expect(recorder.partsBefore(rest)).toEqual([part]);
  });
});
