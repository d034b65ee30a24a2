import { AppHeader } from '@/components/app-header';
import { SITE_LINKS } from '@/components/site-header';
import { buttonClass } from '@/components/ui/button';

/** Only reached by a wrong turn inside the app; the server answers unknown paths with the prerendered page. */
export function NotFoundPage() {
  return (
    <>
      <AppHeader links={SITE_LINKS} />
      <main id="main" className="mx-auto max-w-xl px-5 py-24 text-center">
        <h1 className="text-2xl font-semibold tracking-tight">Page Not Found</h1>
        <p className="mt-3 text-ink-2">There is no page at this address.</p>
        <a href="/" className={`${buttonClass({ variant: 'primary' })} mt-6`}>
          Go to the start page
        </a>
      </main>
    </>
  );
}
