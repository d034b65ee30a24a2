import { act, render, screen, waitFor } from '@testing-library/react';
import { useRef, useState } from 'react';
import { expect, it } from 'vitest';
import { useKeptFocus } from './use-kept-focus';

let show: (shown: { cancel: boolean; rests: boolean }) => void;

function Page() {
  const main = useRef<HTMLElement>(null);
  const [shown, setShown] = useState({ cancel: true, rests: false });
  show = setShown;
  useKeptFocus(main);
  return (
    <main ref={main}>
      <section>
        <textarea aria-label="Text" />
        <button type="button" disabled={shown.rests}>
          Structure
        </button>
        {shown.cancel && <button type="button">Cancel</button>}
      </section>
    </main>
  );
}

const focus = (name: string) => act(() => screen.getByRole('button', { name }).focus());

it('goes to the text of the card when the control that had it goes', async () => {
  render(<Page />);
  focus('Cancel');
  act(() => show({ cancel: false, rests: false }));
  await waitFor(() => expect(screen.getByRole('textbox')).toHaveFocus());
});

it('comes back to a control that rested', async () => {
  render(<Page />);
  focus('Structure');
  // A browser takes the focus off what is disabled; the document of the test leaves it there.
  act(() => screen.getByRole('button', { name: 'Structure' }).blur());
  act(() => show({ cancel: true, rests: true }));
  expect(document.body).toHaveFocus();
  act(() => show({ cancel: true, rests: false }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Structure' })).toHaveFocus());
});

it('leaves alone who went elsewhere meanwhile', async () => {
  render(<Page />);
  focus('Cancel');
  act(() => screen.getByRole('textbox').focus());
  act(() => show({ cancel: false, rests: true }));
  act(() => show({ cancel: true, rests: false }));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(screen.getByRole('textbox')).toHaveFocus();
});
