import { PageNotFound } from '@/components/page-not-found';
import { PublicPage } from '@/components/public-page';

export function NotFoundPage() {
  return (
    <PublicPage>
      <PageNotFound />
    </PublicPage>
  );
}
