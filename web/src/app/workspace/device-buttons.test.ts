import { expect, it } from 'vitest';
import { buttonLines, commandOfPress } from './device-buttons';

it.each([
  ['idle', 'toggleRecording'],
  ['stopped', 'toggleRecording'],
  ['recording', 'togglePause'],
  ['paused', 'togglePause'],
] as const)('the record button while %s starts %s', (phase, command) => {
  expect(commandOfPress({ kind: 'microphone', button: 'record' }, phase)).toBe(command);
  expect(commandOfPress({ kind: 'pedal', button: 'play' }, phase)).toBe(command);
});

it('stops a slide switch that is moved back, and ends what was stopped', () => {
  const stop = { kind: 'microphone', button: 'stop' } as const;
  expect(commandOfPress(stop, 'recording')).toBe('togglePause');
  expect(commandOfPress(stop, 'paused')).toBe('toggleRecording');
  expect(commandOfPress(stop, 'idle')).toBeNull();
});

it('gives the same button of a microphone and of a pedal what hand and foot expect', () => {
  expect(commandOfPress({ kind: 'microphone', button: 'play' }, 'stopped')).toBe('play');
  expect(commandOfPress({ kind: 'pedal', button: 'forward' }, 'idle')).toBe('nextBlank');
  expect(commandOfPress({ kind: 'pedal', button: 'f1' }, 'idle')).toBeNull();
});

it('says of every button what it does', () => {
  expect(buttonLines('pedal')).toEqual([
    { name: 'Middle', does: 'Start, pause and resume recording' },
    { name: 'Left', does: 'Previous blank' },
    { name: 'Right', does: 'Next blank' },
    { name: 'Top', does: 'Structure the report' },
  ]);
});
