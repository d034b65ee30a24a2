import { describe, expect, it } from 'vitest';
import {
  clockText,
  IDLE,
  nextState,
  type RecorderEvent,
  type Recording,
  secondsOf,
  statusLine,
} from './recorder-state';

const RECORDING: Recording = { id: 'r', audio: new Blob(['x']), seconds: 7, startedAt: 0 };

function stateAfter(...events: RecorderEvent[]) {
  return events.reduce(nextState, IDLE);
}

describe('the recorder', () => {
  it('goes from idle over recording and paused to a recording ready', () => {
    const recording = stateAfter({ type: 'asked' }, { type: 'started' });
    expect(statusLine(recording)).toBe('Recording in progress...');
    const paused = [{ type: 'ticked', seconds: 3 } as const, { type: 'paused' } as const].reduce(nextState, recording);
    expect(paused).toEqual({ phase: 'paused', seconds: 3 });
    expect(statusLine(paused)).toBe('Recording paused - Click Resume to continue or Transcribe to process');
    expect(nextState(paused, { type: 'resumed' })).toEqual({ phase: 'recording', seconds: 3 });
    const stopped = nextState(nextState(paused, { type: 'stopping' }), { type: 'stopped', recording: RECORDING });
    expect(statusLine(stopped)).toBe('Recording complete - Ready to transcribe');
    expect(secondsOf(stopped)).toBe(7);
  });

  it('says why the microphone did not open, and can be asked again', () => {
    const refused = stateAfter({ type: 'asked' }, { type: 'refused', problem: 'refused' });
    expect(refused).toEqual({ phase: 'idle', problem: 'refused' });
    expect(nextState(refused, { type: 'asked' })).toEqual({ phase: 'starting' });
  });

  it('keeps what there is when the microphone goes away', () => {
    const cut = stateAfter(
      { type: 'asked' },
      { type: 'started' },
      { type: 'stopped', recording: RECORDING, interrupted: true },
    );
    expect(cut).toEqual({ phase: 'stopped', recording: RECORDING, interrupted: true, transcribed: false });
  });

  it('does not move on events it does not expect', () => {
    expect(nextState(IDLE, { type: 'paused' })).toBe(IDLE);
    expect(nextState(IDLE, { type: 'stopped', recording: RECORDING })).toBe(IDLE);
    const recording = stateAfter({ type: 'asked' }, { type: 'started' });
    expect(nextState(recording, { type: 'recovered', recording: RECORDING })).toBe(recording);
  });

  it('knows whether the words of its recording are in the preview', () => {
    const stopped = stateAfter({ type: 'recovered', recording: RECORDING });
    const transcribed = nextState(stopped, { type: 'transcribed', id: 'r' });
    expect(transcribed).toMatchObject({ transcribed: true });
    expect(statusLine(transcribed)).toBe('Recording complete - Ready to transcribe again');
    expect(nextState(stopped, { type: 'transcribed', id: 'another' })).toBe(stopped);
  });

  it('starts again from zero after it was cleared', () => {
    const stopped = stateAfter({ type: 'recovered', recording: RECORDING });
    expect(stopped.phase).toBe('stopped');
    expect(secondsOf(nextState(stopped, { type: 'cleared' }))).toBe(0);
  });

  it('shows minutes and seconds in two digits each', () => {
    expect([0, 9, 61, 3599, 3600].map(clockText)).toEqual(['00:00', '00:09', '01:01', '59:59', '60:00']);
  });
});
