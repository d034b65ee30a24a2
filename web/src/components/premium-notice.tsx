import { Lock } from 'lucide-react';
import { Link } from 'wouter';
import { buttonClass } from './ui/button';

/** In place of what only subscribers have. */
export function PremiumNotice({ children }: { children: string }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <Lock size={18} className="shrink-0 text-ink-3" aria-hidden />
      <div className="min-w-48 flex-1">
        <p className="text-sm font-medium">Premium Feature</p>
        <p className="text-sm text-ink-2">{children}</p>
      </div>
      <Link href="/subscribe" className={`${buttonClass()} max-sm:ml-8.5`}>
        Subscribe to Unlock
      </Link>
    </div>
  );
}
