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

it('asks before it discards a draft, and gives the focus back when it is kept', async () => {
  const user = userEvent.setup();
  const discard = vi.fn();
  render(
    <ParkedCard
      drafts={[draft('a', 'First'), draft('b', 'Second')]}
      keys={{ hint: 'Alt Shift K', aria: 'Alt+Shift+K' }}
      disabled={false}
      onOpen={() => undefined}
      onDiscard={discard}
    />,
  );
  const button = () => screen.getByRole('button', { name: 'Discard the draft Second' });
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
