import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import type { ReactNode } from 'react';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useReportFlags } from './use-report-flags';

/** Flags the first word of every report, after a while. */
const server = setupServer(
  http.post('/api/check-report', async ({ request }) => {
    const { reportContent } = (await request.json()) as { reportContent: string };
    const end = reportContent.indexOf(' ');
    const flag = { kind: 'contradiction', message: reportContent.slice(0, end), section: 'findings', start: 0, end };
    return HttpResponse.json({ flags: [flag], conservation: [], impression: [] });
  }),
);
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterAll(() => server.close());

it('shows no flag of the patient before', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const shown: string[][] = [];
  const { rerender } = renderHook(
    ({ study, report }) => {
      const found = useReportFlags({
        study,
        report,
        statements: [],
        lost: [],
        altered: [],
        madeFrom: null,
        transcript: '',
        sex: '',
        studyName: null,
        modality: null,
        dismissed: [],
      });
      shown.push(found.flags.map((flag) => flag.message));
    },
    { wrapper, initialProps: { study: 'one', report: 'Liver is normal.' } },
  );
  await waitFor(() => expect(shown.at(-1)).toEqual(['Liver']));
  rerender({ study: 'one', report: 'Liver is enlarged.' });
  expect(shown.at(-1)).toEqual(['Liver']);
  const before = shown.length;
  rerender({ study: 'two', report: 'Liver and spleen: Spleen is normal.' });
  await waitFor(() => expect(shown.at(-1)).toEqual(['Liver']), { timeout: 3000 });
  const first = shown.slice(before).findIndex((messages) => messages.length > 0);
  expect(first).toBeGreaterThan(0);
});

it('checks a report again that could not be checked', async () => {
  const unavailable = () => HttpResponse.json({ message: 'Not now.', code: 'unavailable' }, { status: 503 });
  server.use(http.post('/api/check-report', unavailable, { once: true }));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { result } = renderHook(
    () =>
      useReportFlags({
        study: 'three',
        report: 'Liver is normal.',
        statements: [],
        lost: [],
        altered: [],
        madeFrom: null,
        transcript: '',
        sex: '',
        studyName: null,
        modality: null,
        dismissed: [],
      }),
    { wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider> },
  );
  await waitFor(() => expect(result.current.failed).toBe(true));
  result.current.checkAgain();
  await waitFor(() => expect(result.current.flags).toHaveLength(1));
  expect(result.current.failed).toBe(false);
});
