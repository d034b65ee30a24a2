/**
 * The pages of signing in. Plain links and forms: they work without scripts. The server fills the tokens; a place whose
 * token was filled with nothing is empty, and empty places do not show.
 */
import { ArrowRight, MailCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Logo } from '@/components/logo';
import { ThemeToggle } from '@/components/theme-toggle';
import { buttonClass } from '@/components/ui/button';
import { KEPT, TOKENS, TRIAL_DAYS } from '@/lib/constants';
import { Offered, OrByMail, ProviderLinks } from './offered';

function SignInFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-14 items-center justify-between px-5">
        <a href="/" aria-label="Readout home" className="flex rounded-md">
          <Logo />
        </a>
        <ThemeToggle />
      </header>
      <main id="main" className="grid flex-1 place-items-start px-5 pt-[12vh] pb-16 sm:place-items-center sm:pt-0">
        <div className="w-full max-w-[26rem]">{children}</div>
      </main>
      <footer className="flex flex-wrap justify-center gap-x-5 gap-y-1 px-5 pb-6 text-2xs text-ink-3">
        <a className="py-1 hover:text-ink" href="/privacy-policy">
          Privacy Policy
        </a>
        <a className="py-1 hover:text-ink" href="/terms-of-service">
          Terms of Service
        </a>
        <a className="py-1 hover:text-ink" href="/contact">
          Contact
        </a>
      </footer>
    </div>
  );
}

function SignInError() {
  return (
    <p role="alert" className="mt-5 rounded-md border border-rec/45 bg-rec-soft px-3.5 py-3 text-sm empty:hidden">
      {TOKENS.loginError}
    </p>
  );
}

const TITLE = 'text-2xl font-semibold tracking-[-0.02em]';

export function LoginPage() {
  return (
    <SignInFrame>
      <h1 className={TITLE}>Log in to Readout</h1>
      <p className="mt-2 text-ink-2">New here? Logging in opens your account.</p>
      <Offered part="trial">
        <p className="mt-1 text-ink-2">
          It starts with your <span className="whitespace-nowrap">{TRIAL_DAYS}-day</span> free trial.
        </p>
      </Offered>
      <SignInError />
      <ProviderLinks />
      <Offered part="or">
        <OrByMail />
      </Offered>
      <Offered part="email">
        <EmailForm />
      </Offered>
    </SignInFrame>
  );
}

function EmailForm() {
  return (
    <>
      <form method="post" action="/api/login/email" className="mt-6">
        <input type="hidden" name="next" value={TOKENS.loginNext} />
        <label htmlFor="email" className="label">
          E-mail
        </label>
        <input
          id="email"
          name="email"
          type="email"
          required
          maxLength={254}
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="you@hospital.org"
          defaultValue={TOKENS.loginEmail}
          className="field h-11 text-base"
        />
        <button type="submit" className={`${buttonClass({ variant: 'primary', size: 'lg' })} mt-4 w-full`}>
          Send sign-in link <ArrowRight size={17} aria-hidden />
        </button>
      </form>
      <p className="mt-4 text-2xs text-ink-3">
        We mail you a link that works once and for {KEPT.signInLinkMinutes} minutes.
      </p>
    </>
  );
}

export function LoginSentPage() {
  return (
    <SignInFrame>
      <MailCheck size={30} className="text-accent" aria-hidden />
      <h1 className={`${TITLE} mt-4`}>Check your e-mail</h1>
      <p className="mt-2 text-ink-2">
        A sign-in link is on its way to{' '}
        <strong className="font-medium wrap-anywhere text-ink">{TOKENS.loginEmail}</strong>. It works once and for{' '}
        {KEPT.signInLinkMinutes} minutes.
      </p>
      <div className="group mt-6">
        <div className="hidden rounded-md border border-accent/35 bg-accent-soft px-3.5 py-3 text-sm has-[[data-outbox-link]]:block">
          <p className="text-ink-2">
            This installation has no mail server yet: the mail is in its outbox folder, and here.
          </p>
          <p className="mt-3">{TOKENS.loginOutbox}</p>
        </div>
        <p className="text-sm text-ink-2 group-has-[[data-outbox-link]]:hidden">
          Nothing there? Look in the spam folder, or{' '}
          <a className="link" href="/api/login">
            ask for another link
          </a>
          .
        </p>
      </div>
    </SignInFrame>
  );
}

export function LoginConfirmPage() {
  return (
    <SignInFrame>
      <h1 className={TITLE}>Confirm sign-in</h1>
      <p className="mt-2 text-ink-2">
        You are signing in as <strong className="font-medium wrap-anywhere text-ink">{TOKENS.loginEmail}</strong>. Is
        that not you? Then close this page: somebody else asked for the link.
      </p>
      <form method="post" action="/api/login/email/confirm" className="mt-6">
        <input type="hidden" name="token" value={TOKENS.loginToken} />
        <button type="submit" className={`${buttonClass({ variant: 'primary', size: 'lg' })} w-full`}>
          Sign in <ArrowRight size={17} aria-hidden />
        </button>
      </form>
      <p className="mt-5 text-2xs text-pretty text-ink-3">
        One more click, so that a mail scanner that follows links cannot use yours up.
      </p>
    </SignInFrame>
  );
}
