/**
 * What a rule can tell of accessibility, asked of every public page, and of the workspace in the states that a dictation
 * brings it into.
 */
import { expect, test } from '@playwright/test';
import {
  broken,
  expectNoneBroken,
  expectNoneBrokenInEitherTheme,
  overflow,
  SIZES,
  windowsOfTests,
} from './support/accessibility';
import { signIn } from './support/browser.mjs';
import { engineOfFile } from './support/engine';
import { plugInMicrophone, say } from './support/microphone';
import { PUBLIC_PAGES } from './support/public-pages';
import { choose } from './support/select';
import { serverOfFile } from './support/server';

const open = windowsOfTests();
const engine = engineOfFile();
const server = serverOfFile(() => engine.settings);

for (const { name, viewport } of SIZES) {
  test(`a dictation, its doubts and its drafts on ${name}`, async ({ browser }) => {
    const page = await open(browser, viewport);
    await plugInMicrophone(page.context());
    await signIn(page, server.url, `access-${viewport.width}@example.org`);
    await expect(page.getByText('Audio stays on this server')).toBeVisible();
    await page.getByText('Spoken commands').click();
    await expectNoneBrokenInEitherTheme(page);

    await page.getByRole('button', { name: 'Click to Start Recording' }).click();
    await say(page, 'The largest lymph node measures seven.');
    await expect(page.getByTestId('tentative')).toBeVisible();
    await expectNoneBroken(page);
    await say(page, 'Seven purple kangaroos juggle yesterday.');
    await expect(page.getByRole('textbox', { name: 'Transcription Preview' })).toHaveValue(/kangaroos/i);
    await page.getByRole('button', { name: 'Click to Stop Recording' }).click();
    await expect(page.getByText('Audio has been successfully transcribed')).toBeVisible();
    await page.getByText('Show what was heard').click();
    await page.getByRole('button', { name: /doubtful/ }).click();
    await expect(page.getByText(/^Heard: /)).toBeVisible();
    await expectNoneBroken(page);

    await page.keyboard.press('Alt+k');
    await expect(page.getByRole('region', { name: 'Parked Drafts' })).toBeVisible();
    await page.getByRole('button', { name: /Discard the draft/ }).click();
    await expectNoneBroken(page);

    if (viewport.width < 640) await page.getByRole('button', { name: 'Show patient information' }).click();
    await page.getByLabel('Patient Name').fill('Subramaniam Venkataraghavan-Krishnamurthy Lakshminarasimhan');
    await choose(page, 'Modality', 'CT Scan');
    await choose(page, 'Report Template', 'CT Chest');
    await page
      .getByRole('textbox', { name: 'Transcription Preview' })
      .fill('Large right pneumothorax with mediastinal shift.');
    await page.getByRole('button', { name: 'Structure Report with AI' }).click();
    await expect(page.getByText('Findings have been organized into report sections')).toBeVisible();
    await expect(page.getByRole('region', { name: 'To verify' })).toContainText(/to verify/i);
    await expectNoneBrokenInEitherTheme(page);

    await page.getByText('Recent Reports', { exact: true }).click();
    await expect(page.getByRole('button', { name: /^Subramaniam.*On the page/s })).toBeVisible();
    await expectNoneBroken(page);
    expect(await overflow(page)).toBe(0);
    await page.getByRole('button', { name: /On the page.*just now/s }).click();
    await expect(page.getByRole('dialog', { name: /^Subramaniam/ })).toBeVisible();
    await expectNoneBroken(page);
  });
}

for (const { name, viewport } of SIZES) {
  test(`the public pages on ${name}`, async ({ browser }) => {
    const page = await open(browser, viewport);
    for (const address of [...PUBLIC_PAGES, '/no-such-page']) {
      await page.goto(server.url + address);
      await test.step(address, () => expectNoneBrokenInEitherTheme(page));
      expect(await overflow(page), address).toBe(0);
    }
    await page.goto(`${server.url}/faq`);
    for (const question of await page.locator('summary').all()) {
      await question.click();
      await expect(page.locator('details[open]')).toHaveCount(1);
    }
    await expectNoneBroken(page);
    if (viewport.width < 640) await page.getByRole('button', { name: 'Menu' }).click();
    await expect(page.getByRole('link', { name: 'How It Works' }).first()).toBeVisible();
    expect(await broken(page)).toEqual([]);
  });
}
