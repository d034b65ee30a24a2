import { Menu as MenuIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '@/lib/cx';
import { Logo } from './logo';
import { ThemeToggle } from './theme-toggle';
import { Menu, MenuLink } from './ui/menu';

/** Where a menu of the header opens: under it, at its right end. */
export const HEADER_MENU = 'top-13 right-[max(1.25rem,calc((100vw-1200px)/2+1.25rem))]';
export const WIDE_HEADER_MENU = 'top-13 right-5';

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
  /** What stands at the end is not known yet: the place is kept, and nothing is seen to move in it. */
  settling?: boolean;
  /** After the theme toggle: sign in, or who is signed in. */
  children?: ReactNode;
};

export function SiteHeader({ links, path, wide = false, status, settling = false, children }: SiteHeaderProps) {
  // One link has room on a phone; several go behind a button.
  const folds = links.length > 1;
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
        <div className={cx('flex h-14 items-center gap-1 px-5 sm:gap-4', !wide && 'mx-auto max-w-[1200px]')}>
          <a href="/" aria-label="Readout home" className="flex items-center rounded-md">
            <Logo />
          </a>
          <nav aria-label="Main" className={cx('items-center gap-1 sm:ml-2', folds ? 'hidden md:flex' : 'flex')}>
            {links.map(({ href, label }) => (
              <a
                key={href}
                href={href}
                aria-current={href === path ? 'page' : undefined}
                className="rounded-md px-2 py-1.5 text-sm whitespace-nowrap text-ink-2 transition-colors hover:bg-raised hover:text-ink aria-[current=page]:text-ink sm:px-3"
              >
                {label}
              </a>
            ))}
          </nav>
          <div className={cx('ml-auto flex min-w-0 items-center gap-1 sm:gap-2', settling && 'invisible')}>
            {status}
            <ThemeToggle />
            {children}
            {folds && (
              <Menu
                label="Menu"
                className="size-9 px-0 md:hidden"
                placement={wide ? WIDE_HEADER_MENU : HEADER_MENU}
                trigger={<MenuIcon size={18} aria-hidden />}
              >
                <nav aria-label="Menu">
                  {links.map(({ href, label }) => (
                    <MenuLink key={href} href={href} current={href === path}>
                      {label}
                    </MenuLink>
                  ))}
                </nav>
              </Menu>
            )}
          </div>
        </div>
      </header>
    </>
  );
}
