/** The pages that run in the browser. Public pages are not here: they are prerendered (see entry-prerender.tsx). */
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

export type AppPath = '/app' | '/account' | '/subscribe' | '/admin';

export const APP_PAGES: Record<AppPath, LazyExoticComponent<ComponentType>> = {
  '/app': lazy(() => import('./workspace/workspace-page').then((m) => ({ default: m.WorkspacePage }))),
  '/account': lazy(() => import('./pages/account-page').then((m) => ({ default: m.AccountPage }))),
  '/subscribe': lazy(() => import('./pages/subscribe-page').then((m) => ({ default: m.SubscribePage }))),
  '/admin': lazy(() => import('./pages/admin-page').then((m) => ({ default: m.AdminPage }))),
};
