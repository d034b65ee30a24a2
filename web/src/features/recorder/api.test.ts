import { describe, expect, it } from 'vitest';
import type { Engines } from '@/api/types';
import { base64Of, engineLines } from './api';

const engines = (speech: Partial<Engines['speech']>): Engines => ({
  speech: {
    name: 'Readout embedded',
    grade: 'for evaluation',
    audioLeavesMachine: false,
    ready: true,
    live: false,
    ...speech,
  },
  structuring: { name: 'rules', textLeavesMachine: false },
  signIn: { mail: 'outbox', providers: [] },
});

describe('the engine', () => {
  it('is named with its grade and where the audio goes', () => {
    expect(engineLines(engines({}))).toMatchObject({
      name: 'Readout embedded, for evaluation',
      privacy: 'Audio stays on this server',
      warns: false,
    });
    expect(engineLines(engines({ audioLeavesMachine: true }))).toMatchObject({
      privacy: 'Audio is sent to an outside service',
      warns: true,
    });
    const server = { host: '10.0.0.5', onThisMachine: false, readableOnTheWay: true };
    expect(engineLines(engines({ audioLeavesMachine: true, server })).privacy).toBe(
      'Audio is sent to an outside service, unencrypted',
    );
  });

  it('says why it cannot be used', () => {
    expect(
      engineLines(engines({ ready: false, problem: 'its speech model cannot be used: its file is not there' })),
    ).toEqual({
      name: 'Speech recognition is not available: its speech model cannot be used: its file is not there. Type your findings.',
      privacy: null,
      caution: null,
      warns: true,
    });
  });

  it('that is for evaluation says so in a sentence, another one does not', () => {
    expect(engineLines(engines({})).caution).toMatch(/^This speech engine is for evaluation, .* Check every word\.$/);
    expect(engineLines(engines({ grade: 'not evaluated by Readout' })).caution).toBeNull();
  });

  it('may be none', () => {
    expect(engineLines(engines({ name: 'none', grade: 'not available' }))).toEqual({
      name: 'No speech engine is set up. Type your findings.',
      privacy: null,
      caution: null,
      warns: true,
    });
  });
});

it('sends audio as base64 without the prefix of a data URL', async () => {
  expect(await base64Of(new Blob(['liver'], { type: 'audio/webm;codecs=opus' }))).toBe(btoa('liver'));
});
