import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { ListedRow } from './listed-row';

function List() {
  const [names, setNames] = useState(['First', 'Second', 'Third']);
  const drop = (name: string) => setNames((before) => before.filter((each) => each !== name));
  // As a list without keys would: the next row comes to stand where the one before was.
  return names.map((name, place) => (
    <ListedRow
      // biome-ignore lint/suspicious/noArrayIndexKey: the element under the pointer stays, its row changes
      key={place}
      name={name}
      details={[]}
      at={0}
      now={0}
      removal={{ label: 'Remove', icon: null }}
      onOpen={() => drop(name)}
      onRemove={() => drop(name)}
    />
  ));
}

it.each([/^Remove First/, /^First/])('loses one row to a double click on %s, not the next one too', async (name) => {
  render(<List />);
  await userEvent.setup().dblClick(screen.getByRole('button', { name }));
  expect(screen.getAllByRole('button', { name: /^Remove/ })).toHaveLength(2);
  expect(screen.getByRole('button', { name: 'Remove Second' })).toBeVisible();
});
