/** The frame of a prerendered page. No state and no hooks: src/marketing.ts brings the few moving parts to life. */
import type { ReactNode } from 'react';
import { SiteFooter } from './site-footer';
import { SITE_LINKS, SiteHeader } from './site-header';
import { buttonClass } from './ui/button';
import { StaticUserMenu } from './user-menu';

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
