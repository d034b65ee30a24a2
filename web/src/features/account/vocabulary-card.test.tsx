import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { Vocabulary } from '@/api/types';
import { Toaster } from '@/components/ui/toast';
import { toastStore } from '@/components/ui/toast-store';
import { VocabularyCard } from './vocabulary-card';

afterEach(() => {
  toastStore.dismiss();
  vi.unstubAllGlobals();
});

/** Shows the card; the stand-in for the server keeps what is put, or refuses it with `refusal`. */
async function showCard(saved: Vocabulary, refusal?: Response) {
  let kept = saved;
  vi.stubGlobal('fetch', async (_path: string, init?: RequestInit) => {
    if (init?.method === 'PUT') {
      if (refusal) return refusal;
      kept = JSON.parse(String(init.body));
    }
    return Response.json(kept);
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <VocabularyCard />
      <Toaster />
    </QueryClientProvider>,
  );
  await screen.findByRole('heading', { name: 'Words' });
  return { kept: () => kept };
}

it('adds and removes a word', async () => {
  const { kept } = await showCard({ words: ['Gadovist'], replacements: [] });
  await userEvent.type(screen.getByRole('textbox', { name: 'New word' }), ' PI-QUAL ');
  await userEvent.click(screen.getByRole('button', { name: 'Add word' }));
  expect(await screen.findByText('2 words, 0 replacements')).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: 'New word' })).toHaveValue('');
  await userEvent.click(screen.getByRole('button', { name: 'Remove Gadovist' }));
  expect(await screen.findByText('1 word, 0 replacements')).toBeInTheDocument();
  expect(kept().words).toEqual(['PI-QUAL']);
});

it('adds a replacement of several lines', async () => {
  const { kept } = await showCard({ words: [], replacements: [] });
  await userEvent.type(screen.getByRole('textbox', { name: 'When this is heard' }), 'normal chest');
  await userEvent.type(screen.getByRole('textbox', { name: 'Write this' }), 'Clear.{Enter}No effusion.');
  await userEvent.click(screen.getByRole('button', { name: 'Add replacement' }));
  expect(await screen.findByText('0 words, 1 replacement')).toBeInTheDocument();
  expect(kept().replacements).toEqual([{ heard: 'normal chest', written: 'Clear.\nNo effusion.' }]);
});

it('says why an entry is refused, and what was typed stays', async () => {
  const refusal = Response.json(
    { message: 'Two entries are heard as the same words.', code: 'entry_twice', requestId: '1' },
    { status: 422 },
  );
  const { kept } = await showCard({ words: ['MRI'], replacements: [] }, refusal);
  await userEvent.type(screen.getByRole('textbox', { name: 'New word' }), 'mri');
  await userEvent.click(screen.getByRole('button', { name: 'Add word' }));
  expect(await screen.findByText('Two entries are heard as the same words.')).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: 'New word' })).toHaveValue('mri');
  expect(kept().words).toEqual(['MRI']);
});
