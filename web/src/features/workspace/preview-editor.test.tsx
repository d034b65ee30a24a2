import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type RefObject, useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { PreviewEditor, type PreviewHandle } from './preview-editor';
import type { Doubt } from './transcript';

const TEXT = 'Mild hepatic study is seen.';
const DOUBT: Doubt = { start: 5, end: 18, heard: 'hepatic study' };
const handle: RefObject<PreviewHandle | null> = { current: null };
const settled = vi.fn();
const added = vi.fn();
let arrive: (text: string) => void;

function Page({ text, doubtful, tentative = '' }: { text: string; doubtful: readonly Doubt[]; tentative?: string }) {
  const [value, setValue] = useState(text);
  arrive = (next) => act(() => setValue(next));
  return (
    <>
      <h2 id="title">Preview</h2>
      <PreviewEditor
        ref={handle}
        value={value}
        doubtful={doubtful}
        tentative={tentative}
        following={false}
        labelledBy="title"
        describedBy="title"
        placeholder="Nothing yet"
        onEdit={setValue}
        onSettle={settled}
        onAddWord={added}
      />
    </>
  );
}

beforeEach(() => {
  // The test's document lays nothing out.
  Range.prototype.getClientRects = () => document.createElement('p').getClientRects();
  vi.clearAllMocks();
});

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Preview' });
const selected = () => field().value.slice(field().selectionStart, field().selectionEnd);

it('shows words that may still change behind the text, and not in it', () => {
  render(<Page text="Liver normal." doubtful={[]} tentative="spleen nor" />);
  expect(field()).toHaveValue('Liver normal.');
  expect(screen.getByTestId('tentative')).toHaveTextContent('spleen nor');
  expect(field().previousElementSibling).toHaveTextContent('Liver normal. spleen nor');
});

it('goes to a doubtful word, says what was heard, and takes it for right', async () => {
  render(<Page text={TEXT} doubtful={[DOUBT]} />);
  act(() => void handle.current?.nextDoubt());
  expect(selected()).toBe('hepatic study');
  expect(document.querySelector('mark')).toHaveTextContent('hepatic study');
  expect(await screen.findByRole('status')).toHaveTextContent('Heard: hepatic study');
  await userEvent.setup().click(screen.getByRole('button', { name: 'It is right' }));
  expect(settled).toHaveBeenCalledWith(DOUBT);
  expect(field()).toHaveFocus();
});

it('selects the words that somebody points to', () => {
  render(<Page text={TEXT} doubtful={[DOUBT]} />);
  act(() => handle.current?.select({ start: 0, end: 18 }));
  expect(field()).toHaveFocus();
  expect(selected()).toBe('Mild hepatic study');
});

it('walks the doubtful words from the caret, the first one at the start of the text included', () => {
  const first = { start: 0, end: 4, heard: 'mild' };
  render(<Page text={TEXT} doubtful={[first, DOUBT]} />);
  field().setSelectionRange(0, 0);
  const walked = [0, 1, 2].map(() => {
    act(() => void handle.current?.nextDoubt());
    return selected();
  });
  expect(walked).toEqual(['Mild', 'hepatic study', 'Mild']);
});

it('gives the focus back to the text when what is shown for a word is closed by key', async () => {
  const user = userEvent.setup();
  render(<Page text={TEXT} doubtful={[DOUBT]} />);
  act(() => void handle.current?.nextDoubt());
  const button = await screen.findByRole('button', { name: 'It is right' });
  act(() => button.focus());
  await user.keyboard('{Escape}');
  expect(button).not.toBeInTheDocument();
  expect(field()).toHaveFocus();
});

it('shows nothing for a word that another text has taken the place of', async () => {
  render(<Page text={TEXT} doubtful={[DOUBT]} />);
  act(() => void handle.current?.nextDoubt());
  await screen.findByRole('button', { name: 'It is right' });
  arrive(`${TEXT} No stone.`);
  expect(screen.getByRole('button', { name: 'It is right' })).toBeVisible();
  arrive('');
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

it('offers a selected word for the vocabulary, and not a whole passage', async () => {
  const user = userEvent.setup();
  render(<Page text={`${TEXT}\nNo pleural effusion.`} doubtful={[]} />);
  await user.pointer([{ target: field(), offset: 5, keys: '[MouseLeft>]' }, { offset: 12 }, { keys: '[/MouseLeft]' }]);
  await user.click(await screen.findByRole('button', { name: 'Add “hepatic” to vocabulary' }));
  expect(added).toHaveBeenCalledWith('hepatic');
  await user.keyboard('{Control>}a{/Control}');
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

it('keeps the caret at its place in the text when words arrive before or behind it', () => {
  render(<Page text="Liver normal." doubtful={[]} />);
  field().focus();
  field().setSelectionRange(5, 5);
  arrive('Liver normal. Spleen normal.');
  expect(field().selectionStart).toBe(5);
  arrive('So: Liver normal. Spleen normal.');
  expect(field().selectionStart).toBe(9);
});
