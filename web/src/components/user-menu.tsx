import { useQuery } from '@tanstack/react-query';
import { ChevronDown, LogOut, User } from 'lucide-react';
import { displayName } from '@/api/session';
import { isUnbilled, subscriptionStatusQuery } from '@/api/subscription';
import type { CurrentUser } from '@/api/types';
import { cx } from '@/lib/cx';
import { HEADER_MENU, WIDE_HEADER_MENU } from './site-header';
import { Menu, MenuLink } from './ui/menu';

/** Up to two letters for a name, or for the part of an e-mail before the at sign. */
export function initials(name: string): string {
  const [person = ''] = name.split('@');
  const words = person.split(/[\s._-]+/).filter(Boolean);
  return words
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');
}

/** Who is signed in, and the way to the account and out. */
export function UserMenu({ user, wide = false }: { user: CurrentUser; wide?: boolean }) {
  const name = displayName(user);
  const { data: status } = useQuery(subscriptionStatusQuery);
  return (
    <Menu
      label={`Account menu for ${name}`}
      className="px-1.5"
      placement={wide ? WIDE_HEADER_MENU : HEADER_MENU}
      trigger={
        <>
          <span className="grid size-7 place-items-center rounded-full bg-accent-soft text-2xs font-semibold text-accent">
            {initials(name)}
          </span>
          <bdi className={cx('hidden max-w-40 truncate', wide ? 'lg:inline' : 'sm:inline')}>{name}</bdi>
        </>
      }
    >
      <p className={cx('truncate px-3 pt-1.5 pb-1 text-2xs text-ink-3', wide ? 'lg:hidden' : 'sm:hidden')}>
        <bdi>{name}</bdi>
      </p>
      <AccountLinks billed={!(status && isUnbilled(status))} />
    </Menu>
  );
}

/** The same for prerendered pages, where the small script fills in the name. */
export function StaticUserMenu() {
  return (
    <div className="auth-in">
      <Menu
        label="Account menu"
        className="px-2.5"
        placement={HEADER_MENU}
        trigger={
          <>
            <bdi data-user-name className="max-w-28 truncate sm:max-w-40">
              Account
            </bdi>
            <ChevronDown size={15} aria-hidden />
          </>
        }
      >
        <AccountLinks billed />
      </Menu>
    </div>
  );
}

function AccountLinks({ billed }: { billed: boolean }) {
  return (
    <>
      <MenuLink href="/account">
        <User size={15} aria-hidden />
        {billed ? 'Account & Billing' : 'Account'}
      </MenuLink>
      <MenuLink href="/api/logout">
        <LogOut size={15} aria-hidden />
        Logout
      </MenuLink>
    </>
  );
}
