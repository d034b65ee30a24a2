import { type Browser, chromium, test } from '@playwright/test';
import { CHROMIUM, QUIET } from './browser.mjs';
import { type SpokenName, spokenFile } from './dictation';

/** How every Chromium of the tests starts: with a microphone that says what a file says. */
export function launchOptions(spoken: SpokenName) {
  return {
    executablePath: CHROMIUM,
    args: [
      ...QUIET,
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-audio-capture=${spokenFile(spoken)}%noloop`,
      '--autoplay-policy=no-user-gesture-required',
    ],
  };
}

/** For a file of tests that each need a browser with a microphone of its own: what opens one, until its test ends. */
export function speakingBrowsers(): (spoken: SpokenName) => Promise<Browser> {
  const opened: Browser[] = [];
  test.afterEach(async () => {
    await Promise.all(opened.splice(0).map((browser) => browser.close()));
  });
  return async (spoken) => {
    const browser = await chromium.launch(launchOptions(spoken));
    opened.push(browser);
    return browser;
  };
}
