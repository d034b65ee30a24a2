import { buttonClass } from './ui/button';

/** What stands at an address that has no page, prerendered and in the app alike. */
export function PageNotFound() {
  return (
    <div className="mx-auto grid max-w-xl place-items-start px-5 py-24 md:py-32">
      <p className="font-mono text-sm text-ink-3">404</p>
      <h1 className="mt-2 text-3xl font-semibold tracking-[-0.025em]">Page Not Found</h1>
      <p className="mt-4 text-lg text-ink-2">No abnormality, just no page at this address.</p>
      <div className="mt-7 flex flex-wrap gap-3">
        <a href="/" className={buttonClass({ variant: 'primary' })}>
          Go to the start page
        </a>
        <a href="/contact" className={buttonClass()}>
          Contact us
        </a>
      </div>
    </div>
  );
}
