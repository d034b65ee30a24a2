/** What the tab of a page of the app is called. Prerendered pages have theirs in meta.ts, which the app does not carry. */
import { PRODUCT } from '@/lib/constants';

const TITLES: Record<string, string> = {
  '/app': 'Workspace',
  '/account': 'Account',
  '/subscribe': 'Subscribe',
  '/admin': 'Admin Panel',
};

export function titled(title: string): string {
  return `${title} | ${PRODUCT}`;
}

export function titleOf(path: string): string {
  return titled(TITLES[path] ?? 'Page Not Found');
}
