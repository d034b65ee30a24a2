/**
 * What the sign-in page offers. The server leaves out the parts that this installation has not set up: each stands between two
 * tokens, and goes with them or without.
 */
import { KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { buttonClass } from '@/components/ui/button';
import { partTokens, TOKENS } from '@/lib/constants';
import { GitHubMark, GoogleMark } from './marks';

/** `or` is there when there is a provider and the e-mail form. */
type Part = 'oidc' | 'google' | 'github' | 'or' | 'email' | 'trial';

export function Offered({ part, children }: { part: Part; children: ReactNode }) {
  const { begin, end } = partTokens(part);
  return (
    <>
      {begin}
      {children}
      {end}
    </>
  );
}

const LINK = `${buttonClass({ variant: 'outline', size: 'lg' })} w-full min-w-0`;

/** Plain links: signing in through a provider is a navigation and needs no script. */
export function ProviderLinks() {
  return (
    <div className="mt-6 flex flex-col gap-3 empty:hidden">
      <Offered part="oidc">
        <a className={LINK} href={addressOf('oidc')}>
          <KeyRound size={18} className="shrink-0 text-accent" aria-hidden />
          <span className="truncate">Continue with {TOKENS.loginOidcName}</span>
        </a>
      </Offered>
      <Offered part="google">
        <a className={LINK} href={addressOf('google')}>
          <GoogleMark />
          Continue with Google
        </a>
      </Offered>
      <Offered part="github">
        <a className={LINK} href={addressOf('github')}>
          <GitHubMark />
          Continue with GitHub
        </a>
      </Offered>
    </div>
  );
}

function addressOf(provider: 'oidc' | 'google' | 'github'): string {
  return `/api/login/${provider}?next=${TOKENS.loginNextQuery}`;
}

/** The line between the providers and the e-mail form. */
export function OrByMail() {
  return (
    <div className="mt-6 flex items-center gap-3 text-2xs text-ink-3" aria-hidden>
      <span className="h-px flex-1 bg-line" />
      or by e-mail
      <span className="h-px flex-1 bg-line" />
    </div>
  );
}
