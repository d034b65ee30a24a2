/** What stands in the app's shell where no script runs: sign-in works without one, the workspace does not. */
import { Logo } from '@/components/logo';
import { WaysOn } from '@/components/ways-on';

export function NoScript() {
  return (
    <noscript>
      <div className="mx-auto max-w-xl px-5 py-16 md:py-24">
        <Logo />
        <h1 className="mt-8 text-2xl font-semibold tracking-[-0.02em]">This page needs JavaScript</h1>
        <p className="mt-3 text-pretty text-ink-2">
          Readout records, shows and checks your report in the browser, and this browser runs no scripts here. Allow
          them for this address, then load the page again.
        </p>
        <WaysOn />
      </div>
    </noscript>
  );
}
