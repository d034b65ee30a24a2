import { expect, it } from 'vitest';
import type { Engines } from '@/api/types';
import { leavingLines } from './leaving';

const HERE: Engines = {
  speech: {
    name: 'Readout embedded',
    grade: 'for evaluation',
    audioLeavesMachine: false,
    ready: true,
    live: true,
    problem: null,
  },
  structuring: { name: 'Rules', textLeavesMachine: false },
};

it('says that nothing leaves only where nothing does', () => {
  expect(leavingLines(HERE)[0]).toMatch(/^No recording, no dictation and no report/);
  const speech = { ...HERE.speech, name: 'whisper-1 at speech.example', audioLeavesMachine: true };
  const structuring = { name: 'a-model', textLeavesMachine: true };
  const both = leavingLines({ speech, structuring }).join(' ');
  expect(both).toContain('Recordings are sent to whisper-1 at speech.example');
  expect(both).toContain('Dictations are sent to a-model');
  expect(both).not.toContain('No recording');
  expect(leavingLines({ ...HERE, speech }).join(' ')).not.toMatch(/Dictations are sent|No recording/);
  expect(leavingLines({ ...HERE, structuring }).join(' ')).not.toMatch(/Recordings are sent|No recording/);
});
