import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { OpenSentence } from '@/api/types';
import { OpenBlanksDialog } from './open-blanks-dialog';

const SENTENCES: readonly OpenSentence[] = [
  { text: 'Spleen measures ___ cm.', outcome: 'left_out' },
  {
    text: 'Liver is normal in size, measuring ___ cm.',
    outcome: 'shortened',
    shortened: 'Liver is normal in size.',
  },
  { text: 'Calculus in the [right/left] ureter.', outcome: 'stays' },
];

function open(sentences: readonly OpenSentence[] | null = SENTENCES) {
  const answers = { onLeaveOut: vi.fn(), onAsItIs: vi.fn(), onCancel: vi.fn(), onGoToFirst: vi.fn() };
  const dialog = (shown: boolean) => (
    <OpenBlanksDialog open={shown} taking="export" blanks={3} sentences={sentences} {...answers} />
  );
  const { rerender } = render(dialog(true));
  return { ...answers, user: userEvent.setup(), close: () => rerender(dialog(false)) };
}

const button = (name: string) => screen.getByRole('button', { name });

it('says how many blanks there are and what becomes of each sentence', () => {
  open();
  expect(screen.getByRole('dialog', { name: 'Unfilled Blanks' })).toHaveAccessibleDescription(
    'The report has 3 blanks to fill.',
  );
  const lines = (title: string) => within(screen.getByRole('region', { name: title })).getAllByRole('listitem');
  expect(lines('Left out')[0]).toHaveTextContent('Spleen measures ___ cm.');
  expect(lines('Shortened')[0]).toHaveTextContent(
    'Liver is normal in size, measuring ___ cm. Liver is normal in size.',
  );
  expect(lines('Stay until you answer')[0]).toHaveTextContent('Calculus in the [right/left] ureter.');
});

it('leaves them out on Enter, and does nothing on Escape', async () => {
  const { user, onLeaveOut, onAsItIs, onCancel } = open();
  await waitFor(() => expect(button('Leave Them Out')).toHaveFocus());
  await user.keyboard('{Enter}');
  expect(onLeaveOut).toHaveBeenCalledOnce();
  expect(onCancel).not.toHaveBeenCalled();
  await user.keyboard('{Escape}');
  expect(onCancel).toHaveBeenCalledOnce();
  expect(onAsItIs).not.toHaveBeenCalled();
});

it('goes to the first blank once it has closed', async () => {
  const { user, close, onCancel, onGoToFirst } = open();
  await user.click(button('Go to First Blank'));
  expect(onCancel).toHaveBeenCalledOnce();
  expect(onGoToFirst).not.toHaveBeenCalled();
  close();
  await waitFor(() => expect(onGoToFirst).toHaveBeenCalledOnce());
});

it('offers nothing to leave out when all stay, or when nobody knows', async () => {
  const { onAsItIs, user } = open(SENTENCES.slice(2));
  await waitFor(() => expect(button('Go to First Blank')).toHaveFocus());
  expect(screen.queryByRole('button', { name: 'Leave Them Out' })).toBeNull();
  await user.click(button('Export as It Is'));
  expect(onAsItIs).toHaveBeenCalledOnce();
});
