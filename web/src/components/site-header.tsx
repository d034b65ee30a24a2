import { Menu as MenuIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '@/lib/cx';
import { Logo } from './logo';
import { ThemeToggle } from './theme-toggle';

export type HeaderLink = { href: string; label: string };

export const SITE_LINKS: HeaderLink[] = [
  { href: '/about', label: 'About' },
  { href: '/contact', label: 'Contact' },
  { href: '/how-it-works', label: 'How It Works' },
  { href: '/faq', label: 'FAQ' },
];

export const WORKSPACE_LINKS: HeaderLink[] = [
  { href: '/', label: 'Home' },
  { href: '/contact', label: 'Contact Us' },
];

export const ACCOUNT_LINKS: HeaderLink[] = [{ href: '/app', label: 'Back to App' }];

type SiteHeaderProps = {
  links: HeaderLink[];
  /** The path shown now, to mark its link. */
  path?: string;
  /** Whole window width, for the workspace. */
  wide?: boolean;
  /** Between the links and the theme toggle: a status line, a banner. */
  status?: ReactNode;
  /** After the theme toggle: sign in, or who is signed in. */
  children?: ReactNode;
};

export function SiteHeader({ links, path, wide = false, status, children }: SiteHeaderProps) {
  return (
    <>
      <a
        href="#main"
        className="btn btn-primary sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50 focus:inline-flex focus:h-9 focus:px-3.5"
      >
        Skip to content
      </a>
      <header
        className={cx(
          'sticky top-0 z-20 border-b',
          wide ? 'bg-panel' : 'bg-canvas/90 backdrop-blur supports-not-backdrop-filter:bg-canvas',
        )}
      >
        <div className={cx('flex h-14 items-center gap-4', wide ? 'px-5' : 'mx-auto max-w-[1200px] px-5')}>
          <a href="/" aria-label="Readout home" className="flex items-center rounded-md">
            <Logo />
          </a>
          <nav aria-label="Main" className="ml-2 hidden items-center gap-1 md:flex">
            {links.map(({ href, label }) => (
              <a
                key={href}
                href={href}
                aria-current={href === path ? 'page' : undefined}
                className="rounded-md px-3 py-1.5 text-sm text-ink-2 transition-colors hover:bg-raised hover:text-ink aria-[current=page]:text-ink"
              >
                {label}
              </a>
            ))}
          </nav>
          <div className="ml-auto flex min-w-0 items-center gap-2">
            {status}
            <ThemeToggle />
            {children}
            <details data-menu className="relative md:hidden">
              <summary className="btn btn-ghost size-9 list-none px-0" aria-label="Menu">
                <MenuIcon size={18} aria-hidden />
              </summary>
              <nav
                aria-label="Menu"
                className="absolute top-11 right-0 z-30 min-w-48 rounded-md border bg-raised p-1 shadow-pop"
              >
                {links.map(({ href, label }) => (
                  <a
                    key={href}
                    href={href}
                    aria-current={href === path ? 'page' : undefined}
                    className="flex h-10 items-center rounded-sm px-3 text-sm text-ink hover:bg-accent-soft"
                  >
                    {label}
                  </a>
                ))}
              </nav>
            </details>
          </div>
        </div>
      </header>
    </>
  );
}
