import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** What browser tests and benchmarks start: READOUT_PROGRAM, else what cargo built last, wherever it was told to build. */
export const PROGRAM =
  process.env.READOUT_PROGRAM ?? path.resolve(ROOT, process.env.CARGO_TARGET_DIR ?? 'target', 'release/readout');
