import { expect, test } from '@playwright/test';
import { signIn } from './support/browser.mjs';
import { engineOfFile } from './support/engine';
import { plugInMicrophone, say } from './support/microphone';
import { choose } from './support/select';
import { serverOfFile } from './support/server';

const engine = engineOfFile();
const server = serverOfFile(() => engine.settings);

test('a trial user meets the rules of the workspace', async ({ page }) => {
  await signIn(page, server.url, 'rules@example.org');
  const report = page.getByRole('textbox', { name: 'Structured Report' });

  await page.getByRole('button', { name: 'Structure Report with AI' }).click();
  await expect(page.getByText('Please record and transcribe audio first.')).toBeVisible();

  await page.getByText('Compare with Previous Report').click();
  await expect(page.getByText('Comparison reports are only available for premium subscribers.')).toBeVisible();
  await page.getByText('Include Signature in Export').click();
  await expect(page.getByText('Signature inclusion is only available for premium subscribers.')).toBeVisible();
  // Only one toast stands at a time.
  await expect(page.getByText('Comparison reports are only available for premium subscribers.')).toBeHidden();

  await choose(page, 'Modality', 'MRI');
  await choose(page, 'Report Template', 'MR Knee');
  await expect(page.getByText('MR Knee template has been loaded.')).toBeVisible();
  await expect(report).toHaveValue(/TECHNIQUE:[\s\S]*FINDINGS:[\s\S]*IMPRESSION:/);
  await choose(page, 'Modality', 'CT Scan');
  await expect(report).toHaveValue('');
  await expect(page.getByLabel('Report Template', { exact: true })).toContainText('None');
});

test('blanks are walked with Tab, and the report is copied as text and as formatted text', async ({ page }) => {
  await signIn(page, server.url, 'copy@example.org');
  const report = page.getByRole('textbox', { name: 'Structured Report' });
  await report.fill(
    'FINDINGS:\n- Spleen measures ___ cm.\n- The [right/left] kidney is small.\n\nIMPRESSION:\n1. Small kidney.',
  );
  await report.evaluate((element: HTMLTextAreaElement) => element.setSelectionRange(0, 0));
  await report.press('Tab');
  await page.keyboard.type('11');
  await page.keyboard.press('Tab');
  await page.keyboard.type('left');
  await expect(report).toHaveValue(/Spleen measures 11 cm\.\n- The left kidney/);

  await page.getByRole('button', { name: 'Copy report' }).click();
  // The clipboard is written in its own time.
  const copied = (type: string) =>
    page.evaluate(async (wanted) => {
      try {
        const [item] = await navigator.clipboard.read();
        return item?.types.includes(wanted) ? await (await item.getType(wanted)).text() : '';
      } catch (problem) {
        // Written between the question and the answer: asked again.
        if (problem instanceof DOMException && problem.name === 'InvalidStateError') return '';
        throw problem;
      }
    }, type);
  await expect.poll(() => copied('text/plain')).toContain('- Spleen measures 11 cm.');
  await expect.poll(() => copied('text/html')).toMatch(/<li>[^<]*Spleen measures 11 cm/);
  // What is copied is what the editor shows, line by line.
  const lines = (text: string) => text.split('\n').map((line) => line.trim());
  const shown = lines(await report.inputValue()).filter(Boolean);
  expect(shown.length).toBeGreaterThan(3);
  expect(lines(await copied('text/plain')).filter((line) => shown.includes(line))).toEqual(shown);
});

test('what a finding makes doubtful of the template is set aside, and one key puts it back', async ({ page }) => {
  await signIn(page, server.url, 'aside@example.org');
  const report = page.getByRole('textbox', { name: 'Structured Report' });
  await choose(page, 'Modality', 'CT Scan');
  await choose(page, 'Report Template', 'CT Chest');
  await page
    .getByRole('textbox', { name: 'Transcription Preview' })
    .fill('Calcified granuloma in the right upper lobe.');
  await page.getByRole('button', { name: 'Structure Report with AI' }).click();
  await expect(report).toHaveValue(/Calcified granuloma/);
  await expect(report).not.toHaveValue(/normally aerated|nodule or mass/);

  const aside = page.getByRole('region', { name: 'Set aside' });
  await expect(aside).toContainText('1 normal line was set aside');
  await expect(aside).toContainText('May be false beside: Calcified granuloma in the right upper lobe.');
  await page.getByText('1 line of the template was left out').click();
  await expect(page.getByText('No nodule or mass is seen in either lung.')).toBeVisible();

  await page.keyboard.press('Alt+u');
  await expect(report).toHaveValue(/normally aerated/);
  await expect(aside).toBeHidden();
  await page.keyboard.press('Alt+u');
  await expect(page.getByText('No line of the template is set aside.')).toBeVisible();
  await page.keyboard.press('Alt+z');
  await expect(report).not.toHaveValue(/normally aerated/);
  await expect(aside).toContainText('Both lungs are normally aerated.');
});

test('a paused recording is transcribed to its last word and can go on', async ({ page, context }) => {
  await plugInMicrophone(context);
  await signIn(page, server.url, 'half-way@example.org');
  await page.getByRole('button', { name: 'Click to Start Recording' }).click();
  await expect(page.getByText('Recording in progress...')).toBeVisible();
  await say(page, 'There is a four millimeter nodule in the right upper lobe.');
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Transcribe', exact: true }).click();
  const preview = page.getByRole('textbox', { name: 'Transcription Preview' });
  await expect(preview).toHaveValue(/4 mm nodule in the right upper lobe/i, { timeout: 30_000 });

  await page.getByRole('button', { name: 'Resume' }).click();
  await say(page, 'No pleural effusion.');
  await page.getByRole('button', { name: 'Click to Stop Recording' }).click();
  await page.getByRole('button', { name: 'Transcribe', exact: true }).click();
  await expect(preview).toHaveValue(/right upper lobe[\s\S]*no pleural effusion/i, { timeout: 30_000 });
  // The whole take replaced its first half: nothing stands twice.
  expect((await preview.inputValue()).match(/nodule/gi)).toHaveLength(1);
});

test('a new report leaves nothing of the patient before', async ({ page }) => {
  await signIn(page, server.url, 'two-patients@example.org');
  await page.getByLabel('Patient ID').fill('FIRST-1');
  await page.getByLabel('Patient Name').fill('First Patient');
  await page.getByLabel('Age').fill('61');
  await page.getByRole('textbox', { name: 'Transcription Preview' }).fill('Liver is normal. Spleen is enlarged.');
  await page.getByRole('button', { name: 'Structure Report with AI' }).click();
  await expect(page.getByText('Findings have been organized into report sections')).toBeVisible();
  await page.getByRole('button', { name: 'New Report' }).click();
  await page.getByLabel('Patient ID').fill('SECOND-2');

  const everything = await page.evaluate(() => {
    const fields = [...document.querySelectorAll('input, textarea')].map((field) => (field as HTMLInputElement).value);
    return [document.body.textContent, ...fields].join('\n');
  });
  for (const trace of ['FIRST-1', 'First Patient', '61', 'Spleen']) expect(everything).not.toContain(trace);
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await page.reload();
  await expect(page.getByLabel('Patient ID')).toBeVisible();
  await expect(page.getByText('Spleen is enlarged')).toHaveCount(0);
});
