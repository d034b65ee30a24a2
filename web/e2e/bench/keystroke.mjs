// From a keystroke in the report editor to the next painted frame, on a report of 3,000 words, in the real page: once with
// frames as fast as the page can make them (its own work), once at the display's 60 frames a second (what an eye sees).
import { openBrowser, signIn } from '../support/browser.mjs';
import { startProgram } from '../support/program.mjs';

const WORDS = 3000;
const KEYS = 200;

const server = await startProgram();

async function measure(user, extra) {
  const browser = await openBrowser(...extra);
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await signIn(page, server.url, `${user}@example.org`);
    const editor = page.getByRole('textbox', { name: 'Structured Report' });
    await editor.waitFor();

    const line = '- Liver is normal in size, measures ___ cm in span, with no focal lesion in the [right/left] lobe.';
    const lines = Array.from({ length: Math.ceil(WORDS / line.split(' ').length) }, () => line).join('\n');
    await editor.fill(`FINDINGS:\n${lines}\n\nIMPRESSION:\n1. Normal study.`);
    await editor.evaluate((element) => {
      element.focus();
      element.setSelectionRange(5000, 5000);
    });
    // A key's time runs from the moment the page hears of it to the frame that shows it.
    await page.evaluate(() => {
      window.keyTimes = [];
      const element = document.activeElement;
      element.addEventListener(
        'beforeinput',
        () => {
          const began = performance.now();
          requestAnimationFrame(() => {
            const channel = new MessageChannel();
            channel.port1.onmessage = () => window.keyTimes.push(performance.now() - began);
            channel.port2.postMessage(undefined);
          });
        },
        { capture: true },
      );
    });
    for (let index = 0; index < KEYS; index += 1) {
      await page.keyboard.type('abcdefg '[index % 8]);
      await page.waitForTimeout(20);
    }
    const work = (await page.evaluate(() => window.keyTimes)).toSorted((a, b) => a - b);
    const at = (share) => work[Math.min(work.length - 1, Math.floor(work.length * share))].toFixed(1);
    return `median ${at(0.5)} ms, p95 ${at(0.95)} ms over ${work.length} keys`;
  } finally {
    await browser.close();
  }
}

try {
  const work = await measure('work', ['--disable-frame-rate-limit', '--disable-gpu-vsync']);
  console.log(`keystroke to painted frame, the page's own work: ${work}`);
  const seen = await measure('seen', []);
  console.log(`the same at 60 frames a second, the wait for the next frame included: ${seen}`);
} finally {
  await server.stop();
}
