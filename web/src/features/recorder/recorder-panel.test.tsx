import { act, render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Engines } from '@/api/types';
import { fakeMicrophone } from './fake-capture';
import { createRecorder } from './recorder';
import { RecorderPanel } from './recorder-panel';

const KEYS = { hint: 'Alt X', aria: 'Alt+X' };

function setUp(engines?: Engines) {
  const microphone = fakeMicrophone();
  let time = 0;
  const recorder = createRecorder({
    keeper: { begin: async () => undefined, append: async () => undefined, discard: async () => undefined },
    openCapture: microphone.open,
    now: () => time,
  });
  const nothing = () => undefined;
  render(
    <RecorderPanel
      recorder={recorder}
      engines={engines}
      transcribing={false}
      delay={null}
      disabled={false}
      failure={null}
      keys={{ record: KEYS, pause: KEYS, transcribe: KEYS, play: KEYS }}
      recovery={null}
      live={null}
      onToggle={nothing}
      onPause={nothing}
      onTranscribe={nothing}
      onCancel={nothing}
      onClear={nothing}
    />,
  );
  const sayAt = (minutes: number) =>
    act(async () => {
      time = minutes * 60_000;
      microphone.say('words');
    });
  return { recorder, sayAt };
}

const installation = (speech: Engines['speech']): Engines => ({
  speech,
  structuring: { name: 'rules', textLeavesMachine: false },
  signIn: { mail: 'outbox', providers: [] },
});

describe('the recorder panel', () => {
  it('says plainly that the engine is for evaluation', () => {
    const speech = { name: 'Embedded', grade: 'for evaluation', audioLeavesMachine: false, ready: true, live: false };
    setUp(installation(speech));
    expect(screen.getByText(/^This speech engine is for evaluation, not for daily work/)).toBeVisible();
    expect(screen.getByText('Audio stays on this server')).toBeVisible();
  });

  it.each([
    ['stays here: what listens may step back while one speaks', false],
    ['leaves the machine: that is said all the time', true],
  ])('where the audio %s', (_, audioLeavesMachine) => {
    const speech = { name: 'Embedded', grade: 'for evaluation', audioLeavesMachine, ready: true, live: false };
    setUp(installation(speech));
    expect(screen.getByText(/^Audio /).closest('.steps-back') === null).toBe(audioLeavesMachine);
  });

  it('says what becomes of a recording that is too long for one take', async () => {
    const { recorder, sayAt } = setUp();
    await act(recorder.start);
    await sayAt(1);
    expect(screen.queryByText(/^(This|The) take/)).not.toBeInTheDocument();
    await sayAt(56);
    expect(screen.getByText(/^This take is nearly as long as one may be/)).toBeInTheDocument();
    await sayAt(59);
    expect(screen.getByText(/^The take before was as long as one may be/)).toBeInTheDocument();
    await sayAt(60);
    await act(recorder.stop);
    expect(screen.getByText(/^Transcribe writes the part of the recording before/)).toBeInTheDocument();
    expect(screen.queryByText(/unsaved recording/)).not.toBeInTheDocument();
    await act(recorder.clear);
    expect(screen.getByText(/unsaved recording of 59:00/)).toBeInTheDocument();
  });
});
