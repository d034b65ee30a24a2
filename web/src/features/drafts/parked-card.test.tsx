import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { ParkedCard } from './parked-card';

const draft = (id: string, name: string) => ({
  id,
  name,
  what: 'CT Chest',
  state: { kind: 'transcribed' } as const,
  parkedAt: Date.now(),
});

const card = (...drafts: ReturnType<typeof draft>[]) => (
  <>
    <ParkedCard
      drafts={drafts}
      keys={{ hint: 'Alt Shift K', aria: 'Alt+Shift+K' }}
      disabled={false}
      onOpen={() => undefined}
      onDiscard={discard}
    />
    <input aria-label="Elsewhere" />
  </>
);
const discard = vi.fn();
const [first, second] = [draft('a', 'First'), draft('b', 'Second')];
const button = () => screen.getByRole('button', { name: 'Discard the draft Second' });

it('asks before it discards a draft, and gives the focus back when it is kept', async () => {
  const user = userEvent.setup();
  render(card(first, second));
  for (const answer of ['{Enter}', '{Escape}']) {
    await user.click(button());
    expect(screen.getByRole('button', { name: 'Keep' })).toHaveFocus();
    await user.keyboard(answer);
    expect(button()).toHaveFocus();
  }
  expect(discard).not.toHaveBeenCalled();
  await user.click(button());
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(discard).toHaveBeenCalledWith('b');
});

it.each(['asked about', 'kept'])(
  'takes the focus from nobody when a draft that was %s is parked again',
  async (what) => {
    const user = userEvent.setup();
    const { rerender } = render(card(first, second));
    await user.click(button());
    if (what === 'kept') await user.keyboard('{Enter}');
    rerender(card(first));
    const elsewhere = screen.getByRole('textbox', { name: 'Elsewhere' });
    await user.click(elsewhere);
    rerender(card(second, first));
    expect(button()).toBeVisible();
    expect(elsewhere).toHaveFocus();
  },
);
