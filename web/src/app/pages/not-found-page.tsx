import { AppHeader } from '@/components/app-header';
import { PageNotFound } from '@/components/page-not-found';
import { SITE_LINKS } from '@/components/site-header';

/** Only reached by a wrong turn inside the app; the server answers unknown paths with the prerendered page. */
export function NotFoundPage() {
  return (
    <>
      <AppHeader links={SITE_LINKS} />
      <main id="main">
        <PageNotFound />
      </main>
    </>
  );
}
