import type { Browser, Page } from '@playwright/test';

export const CHROMIUM: string;
export const QUIET: readonly string[];
export function openBrowser(...flags: string[]): Promise<Browser>;
export function signIn(page: Page, base: string, email: string): Promise<void>;
export function signInByForm(page: Page, base: string, email: string): Promise<void>;
