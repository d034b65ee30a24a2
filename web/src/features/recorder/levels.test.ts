import { describe, expect, it } from 'vitest';
import { isQuiet, loudness, pushLevel } from './levels';

describe('levels', () => {
  it('run from silence to full scale in decibels', () => {
    expect(loudness(new Float32Array(64))).toBe(0);
    expect(loudness(new Float32Array(64).fill(1))).toBeCloseTo(1);
    expect(loudness(new Float32Array(64).fill(0.0354))).toBeCloseTo(0.5, 1);
  });

  it('are quiet when nobody spoke for half a second', () => {
    const spoken = new Float32Array(30).fill(0.6);
    const pause = new Float32Array([...spoken.subarray(8), ...new Float32Array(8).fill(0.1)]);
    expect([spoken, pause, pause.map((level, at) => (at === 23 ? 0.6 : level))].map(isQuiet)).toEqual([
      false,
      true,
      false,
    ]);
  });

  it('move to the left, the newest last', () => {
    const bars = new Float32Array([0.1, 0.2, 0.3]);
    pushLevel(bars, 0.5);
    expect([...bars].map((bar) => bar.toFixed(1))).toEqual(['0.2', '0.3', '0.5']);
  });
});
