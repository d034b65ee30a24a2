import { WaysOn } from './ways-on';

/** What stands at an address that has no page, prerendered and in the app alike. */
export function PageNotFound() {
  return (
    <div className="mx-auto grid max-w-xl place-items-start px-5 py-24 md:py-32">
      <p className="font-mono text-sm text-ink-3">404</p>
      <h1 className="mt-2 text-3xl font-semibold tracking-[-0.025em]">Page Not Found</h1>
      <p className="mt-4 text-lg text-ink-2">No abnormality, just no page at this address.</p>
      <WaysOn emphasised />
    </div>
  );
}
