import { defineConfig } from '@playwright/test';
import { launchOptions } from './e2e/support/chromium';

/** Browser tests against the real server, the real engines and a spoken file as the microphone. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  globalSetup: './e2e/support/global-setup.ts',
  // A file's tests share a server; files share nothing.
  workers: 2,
  // A shared machine may stall for seconds; a test that passes only then is reported as flaky.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    viewport: { width: 1440, height: 900 },
    permissions: ['microphone', 'clipboard-read', 'clipboard-write'],
    launchOptions: launchOptions('dictation'),
  },
});
