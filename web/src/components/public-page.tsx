/** The frame of a prerendered page. No state and no hooks: src/marketing.ts brings the few moving parts to life. */
import { ChevronDown, LogOut, User } from 'lucide-react';
import type { ReactNode } from 'react';
import { SiteFooter } from './site-footer';
import { SITE_LINKS, SiteHeader } from './site-header';
import { buttonClass } from './ui/button';

export function PublicPage({ path, children }: { path?: string; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SiteHeader links={SITE_LINKS} path={path}>
        <a href="/api/login" className={`${buttonClass()} auth-out`}>
          Login
        </a>
        <StaticUserMenu />
      </SiteHeader>
      <main id="main" className="flex-1">
        {children}
      </main>
      <SiteFooter />
    </div>
  );
}

function StaticUserMenu() {
  const item = 'flex h-9 items-center gap-2.5 rounded-sm px-2.5 text-sm text-ink hover:bg-accent-soft';
  return (
    <details data-menu className="auth-in relative">
      <summary className="btn btn-ghost list-none px-2.5" aria-label="Account menu">
        <span data-user-name className="max-w-40 truncate">
          Account
        </span>
        <ChevronDown size={15} aria-hidden />
      </summary>
      <div className="absolute top-11 right-0 z-30 min-w-48 rounded-md border bg-raised p-1 shadow-pop">
        <a href="/account" className={item}>
          <User size={15} aria-hidden />
          Account & Billing
        </a>
        <a href="/api/logout" className={item}>
          <LogOut size={15} aria-hidden />
          Logout
        </a>
      </div>
    </details>
  );
}

/** A page of text: title, lead and a column of comfortable width. */
export function TextPage({ path, title, lead, children }: TextPageProps) {
  return (
    <PublicPage path={path}>
      <article className="mx-auto max-w-[46rem] px-5 pt-12 pb-20 md:pt-16">
        <h1 className="text-3xl font-semibold tracking-[-0.025em] text-balance">{title}</h1>
        {lead && <p className="mt-4 text-lg text-pretty text-ink-2">{lead}</p>}
        <div className="prose mt-10">{children}</div>
      </article>
    </PublicPage>
  );
}

type TextPageProps = { path: string; title: string; lead?: ReactNode; children: ReactNode };
