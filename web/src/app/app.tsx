import type { QueryClient } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { useLocation } from 'wouter';
import { PageLoading } from '@/components/ui/spinner';
import { PageBoundary } from './page-boundary';
import { NotFoundPage } from './pages/not-found-page';
import { Providers } from './providers';
import { APP_PAGES, type AppPath } from './routes';
import { titleOf } from './titles';

export function App({ client }: { client: QueryClient }) {
  return (
    <Providers client={client}>
      <Page />
    </Providers>
  );
}

function Page() {
  const [path] = useLocation();
  useEffect(() => {
    document.title = titleOf(path);
    window.scrollTo(0, 0);
  }, [path]);
  if (!isAppPath(path)) return <NotFoundPage />;
  const Content = APP_PAGES[path];
  return (
    <PageBoundary key={path}>
      <Suspense fallback={<PageLoading />}>
        <Content />
      </Suspense>
    </PageBoundary>
  );
}

function isAppPath(path: string): path is AppPath {
  return path in APP_PAGES;
}
