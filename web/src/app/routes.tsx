/** The pages that run in the browser. Public pages are not here: they are prerendered (see entry-prerender.tsx). */
import type { ComponentType, LazyExoticComponent } from 'react';
import { latePage } from '@/lib/late';

export type AppPath = '/app' | '/account' | '/subscribe' | '/admin';

export const APP_PAGES: Record<AppPath, LazyExoticComponent<ComponentType>> = {
  '/app': latePage(() => import('./workspace/workspace-page').then((m) => m.WorkspacePage)),
  '/account': latePage(() => import('./pages/account-page').then((m) => m.AccountPage)),
  '/subscribe': latePage(() => import('./pages/subscribe-page').then((m) => m.SubscribePage)),
  '/admin': latePage(() => import('./pages/admin-page').then((m) => m.AdminPage)),
};
