import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { ReportStyle } from '@/api/types';
import { Toaster } from '@/components/ui/toast';
import { toastStore } from '@/components/ui/toast-store';
import { ReportStyleCard } from './report-style-card';

const USUAL: ReportStyle = { layout: 'organ', spelling: 'dictated', levels: 'dictated' };

afterEach(() => {
  toastStore.dismiss();
  vi.unstubAllGlobals();
});

/** Shows the card; the stand-in for the server keeps what is put, or refuses it with `refusal`. */
async function showCard(refusal?: Response) {
  const put: ReportStyle[] = [];
  vi.stubGlobal('fetch', async (_path: string, init?: RequestInit) => {
    if (init?.method === 'PUT' && refusal) return refusal;
    if (init?.method === 'PUT') put.push(JSON.parse(String(init.body)));
    return Response.json(put.at(-1) ?? USUAL);
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ReportStyleCard />
      <Toaster />
    </QueryClientProvider>,
  );
  await screen.findByRole('combobox', { name: 'Findings' });
  return put;
}

const choose = (name: string, option: string) =>
  userEvent.selectOptions(screen.getByRole('combobox', { name }), screen.getByRole('option', { name: option }));

it('saves each choice at once and shows it in the example', async () => {
  const put = await showCard();
  expect(screen.getByRole('figure', { name: /^Example/ })).toHaveTextContent('- A 9 mm hemangioma');
  await choose('Findings', 'A bullet for each organ, with its name');
  await choose('Spelling', 'British');
  await choose('Spinal levels', 'L4-L5');
  await waitFor(() => expect(put).toHaveLength(3));
  expect(put.at(-1)).toEqual({ layout: 'labelled', spelling: 'british', levels: 'full' });
  expect(screen.getByRole('figure')).toHaveTextContent('- Discs: Disc bulge at L4-L5.');
  expect(screen.getByRole('figure')).toHaveTextContent('haemangioma');
});

it('says why a choice was not saved, and goes back to what is', async () => {
  const message = 'Readout is being restarted.';
  await showCard(Response.json({ message, code: 'unavailable', requestId: '1' }, { status: 503 }));
  await choose('Spelling', 'American');
  expect(await screen.findByText(message)).toBeInTheDocument();
  expect(screen.getByRole('combobox', { name: 'Spelling' })).toHaveValue('dictated');
});
