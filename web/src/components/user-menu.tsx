import { LogOut, User } from 'lucide-react';
import { displayName } from '@/api/session';
import type { CurrentUser } from '@/api/types';
import { Menu, MenuLink } from './ui/menu';

export function initials(name: string): string {
  const words = name.split(/[\s@._-]+/).filter(Boolean);
  return words
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');
}

/** Who is signed in, and the way to the account and out. */
export function UserMenu({ user }: { user: CurrentUser }) {
  const name = displayName(user);
  return (
    <Menu
      label={`Account menu for ${name}`}
      triggerClassName="px-1.5"
      trigger={
        <>
          <span className="grid size-7 place-items-center rounded-full bg-accent-soft text-2xs font-semibold text-accent">
            {initials(name)}
          </span>
          <span className="hidden max-w-40 truncate sm:inline">{name}</span>
        </>
      }
    >
      <MenuLink href="/account">
        <User size={15} aria-hidden />
        Account & Billing
      </MenuLink>
      <MenuLink href="/api/logout">
        <LogOut size={15} aria-hidden />
        Logout
      </MenuLink>
    </Menu>
  );
}
