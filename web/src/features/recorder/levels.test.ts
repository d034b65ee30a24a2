import { describe, expect, it } from 'vitest';
import { loudness, pushLevel } from './levels';

describe('levels', () => {
  it('run from silence to full scale in decibels', () => {
    expect(loudness(new Float32Array(64))).toBe(0);
    expect(loudness(new Float32Array(64).fill(1))).toBeCloseTo(1);
    expect(loudness(new Float32Array(64).fill(0.0354))).toBeCloseTo(0.5, 1);
  });

  it('move to the left, the newest last', () => {
    const bars = new Float32Array([0.1, 0.2, 0.3]);
    pushLevel(bars, 0.5);
    expect([...bars].map((bar) => bar.toFixed(1))).toEqual(['0.2', '0.3', '0.5']);
  });
});
