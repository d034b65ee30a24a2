import { defineConfig } from '@playwright/test';
import { launchOptions } from './e2e/support/chromium';

/**
 * Browser tests against the real server. What they dictate is said into a microphone of theirs and heard by a speech server that
 * cannot mishear it (support/microphone.ts, support/engine.ts); one listens with the engine in the program and Chromium's microphone.
 */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  globalSetup: './e2e/support/global-setup.ts',
  // A file's tests share a server; files share nothing.
  workers: 2,
  // A shared machine may stall for seconds; a test that passes only then is reported as flaky.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  // Many times what a quiet machine needs: `make soak` runs these tests while every processor is kept busy by something else.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    viewport: { width: 1440, height: 900 },
    permissions: ['microphone', 'clipboard-read', 'clipboard-write'],
    launchOptions: launchOptions('dictation'),
  },
});
