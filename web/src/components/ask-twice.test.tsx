import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { AskTwice } from './ask-twice';

const confirm = vi.fn();
const button = () => screen.getByRole('button');

it('takes away what it is asked for twice, and not by a double click', async () => {
  const user = userEvent.setup();
  render(<AskTwice label="Remove all" question="Remove all?" onConfirm={confirm} />);
  await user.dblClick(button());
  expect(confirm).not.toHaveBeenCalled();
  expect(button()).toHaveTextContent('Remove all?');
  await user.tab();
  expect(button()).toHaveTextContent(/^Remove all$/);
  button().focus();
  await user.keyboard('{Enter}');
  await user.keyboard('{Enter}');
  expect(confirm).toHaveBeenCalledOnce();
});
