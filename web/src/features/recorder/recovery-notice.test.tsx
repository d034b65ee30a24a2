import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type Found, RecoveryNotice } from './recovery-notice';

it('says what was found, how long it is and from when', () => {
  const from = new Date().setHours(9, 30);
  const said = (found: Omit<Found, 'from'>) => {
    const { unmount } = render(
      <RecoveryNotice {...found} from={from} onRecover={() => undefined} onDiscard={() => undefined} />,
    );
    const text = screen.getByRole('status').querySelector('p')?.textContent;
    unmount();
    return text;
  };
  expect(said({ recordings: 0, seconds: 0 })).toMatch(/^An unsaved report from .*9:30.* was found$/);
  expect(said({ recordings: 1, seconds: 7 })).toMatch(/^An unsaved recording of 00:07 from .*9:30.* was found$/);
  expect(said({ recordings: 2, seconds: 3_427 })).toMatch(
    /^2 unsaved recordings of 57:07 in all from .*9:30.* were found$/,
  );
});
