import { defineConfig } from '@playwright/test';
import tests from './playwright.config';

/** Takes the pictures of the product that the README and the landing page show: `make pictures`. */
export default defineConfig({ ...tests, testDir: 'e2e/pictures', testMatch: '*.ts', retries: 0 });
