import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type RefObject, useRef, useState } from 'react';
import { expect, it, vi } from 'vitest';
import type { Statement } from './marks';
import { type DoubtfulWords, type Inserted, ReportEditor, type ReportEditorHandle } from './report-editor';

const NO_STATEMENTS: readonly Statement[] = [];

interface PageProps {
  readonly report: string;
  readonly statements?: readonly Statement[];
  readonly doubtful?: readonly DoubtfulWords[];
  readonly handle?: RefObject<ReportEditorHandle | null>;
}

function Page({ report, statements = NO_STATEMENTS, doubtful, handle }: PageProps) {
  const [value, setValue] = useState(report);
  const own = useRef<ReportEditorHandle>(null);
  const editor = handle ?? own;
  return (
    <>
      <ReportEditor
        ref={editor}
        label="Report"
        value={value}
        statements={statements}
        doubtful={doubtful}
        onChange={setValue}
      />
      <button type="button" onClick={() => editor.current?.walk('next')}>
        Next blank
      </button>
    </>
  );
}

const editor = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Report' });
const selected = () => editor().value.slice(editor().selectionStart, editor().selectionEnd);
const mirror = () => editor().previousElementSibling;

/** What the page asks of the editor, done when it is on the page. */
function asking(handle: RefObject<ReportEditorHandle | null>) {
  return <T,>(work: (editor: ReportEditorHandle) => T): T | null => {
    let result: T | null = null;
    act(() => {
      result = handle.current && work(handle.current);
    });
    return result;
  };
}

it('walks the blanks with Tab and Shift+Tab, fills them, and lets Tab out past the last', async () => {
  const user = userEvent.setup();
  render(<Page report={'A ___ b [right/left] c'} />);
  editor().focus();
  editor().setSelectionRange(0, 0);
  await user.tab();
  expect(selected()).toBe('___');
  await user.keyboard('4');
  await user.tab();
  expect(selected()).toBe('[right/left]');
  await user.tab({ shift: true });
  expect(document.activeElement).not.toBe(editor());
  editor().focus();
  editor().setSelectionRange(0, 0);
  await user.tab();
  await user.keyboard('left');
  expect(editor()).toHaveValue('A 4 b left c');
  await user.tab();
  expect(screen.getByRole('button')).toHaveFocus();
});

it('goes to the next blank on command, from wherever the focus is', async () => {
  render(<Page report="A ___ b" />);
  await userEvent.setup().click(screen.getByRole('button'));
  expect(editor()).toHaveFocus();
  expect(selected()).toBe('___');
});

it('mirrors the text exactly, hidden from assistive technology', () => {
  const report = 'FINDINGS:\n- Aorta ___ mm.\n\nIMPRESSION:\n1. Normal.';
  render(<Page report={report} />);
  const lines = [...(mirror()?.children ?? [])].map((line) => line.textContent);
  expect(lines.join('\n')).toBe(report);
  expect(mirror()).toHaveAttribute('aria-hidden', 'true');
});

it('touches one line of the mirror for a keystroke', async () => {
  render(<Page report={'FINDINGS:\n- one ___\n- two\n- three'} />);
  const before = [...(mirror()?.children ?? [])].map((line) => line.firstChild);
  editor().focus();
  editor().setSelectionRange(24, 24);
  await userEvent.setup().keyboard('x');
  const after = [...(mirror()?.children ?? [])].map((line) => line.firstChild);
  expect(editor()).toHaveValue('FINDINGS:\n- one ___\n- twxo\n- three');
  expect(after.filter((node, place) => node === before[place])).toHaveLength(4);
  expect(mirror()?.children[2]).toHaveTextContent('- twxo');
});

it('marks where statements come from', () => {
  const statements: Statement[] = [
    { section: 'findings', text: 'A nodule.', origin: 'dictated', spans: [], flags: [] },
    { section: 'findings', text: 'Heart normal.', origin: 'template', spans: [], flags: [] },
  ];
  render(<Page report={'FINDINGS:\n- A nodule.\n- Heart normal.'} statements={statements} />);
  expect(screen.getByText('A nodule.')).toHaveClass('hl-dictated');
  expect(screen.getByText('Heart normal.')).toHaveClass('hl-template');
  expect(screen.getByText('FINDINGS:')).toHaveClass('hl-head');
});

it('takes dictated words at the caret and in the place of a blank, and gives them back', () => {
  const handle: RefObject<ReportEditorHandle | null> = { current: null };
  render(<Page report={'FINDINGS:\n- Nodule of ___ mm.\n\nIMPRESSION:'} handle={handle} />);
  const doing = asking(handle);
  const insert = (words: string) => doing((each) => each.insert(words));
  act(() => void handle.current?.walk('next'));
  const blank = insert('4 mm.');
  expect(editor()).toHaveValue('FINDINGS:\n- Nodule of 4 mm.\n\nIMPRESSION:');
  expect(doing((each) => blank && each.remove(blank))).toBe(true);
  expect(editor()).toHaveValue('FINDINGS:\n- Nodule of ___ mm.\n\nIMPRESSION:');

  expect(doing((each) => each.goTo('impression'))).toBe(true);
  const line = insert(' benign nodule.');
  expect(editor().value).toMatch(/IMPRESSION:\nBenign nodule\.$/);

  // What was edited since is not taken away.
  editor().setSelectionRange(0, editor().value.length);
  insert('Other.');
  expect(doing((each) => line && each.remove(line))).toBe(false);
  expect(editor()).toHaveValue('Other.');
});

it('corrects what stands in it and leaves the focus and the caret where they are', () => {
  const handle: RefObject<ReportEditorHandle | null> = { current: null };
  render(<Page report={'FINDINGS:\n- Left kidney large.'} handle={handle} />);
  const doing = asking(handle);
  const correct = (old: string, words: string) => {
    const start = editor().value.indexOf(old);
    return doing((each) => each.correct({ start, end: start + old.length }, words));
  };
  const caretBefore = (words: string) => {
    const at = editor().value.indexOf(words);
    editor().setSelectionRange(at, at);
  };
  const behindCaret = () => editor().value.slice(editor().selectionStart);
  screen.getByRole('button').focus();
  caretBefore('kidney');
  expect(correct('Left', 'Right')).toBe(true);
  expect(screen.getByRole('button')).toHaveFocus();
  expect(behindCaret()).toBe('kidney large.');
  correct(' large', '');
  expect(editor()).toHaveValue('FINDINGS:\n- Right kidney.');
  expect(behindCaret()).toBe('kidney.');
  correct('kidney', 'lung');
  expect(behindCaret()).toBe('lung.');
});

it('makes the heading of a section that was not printed, where dictating goes on', () => {
  const handle: RefObject<ReportEditorHandle | null> = { current: null };
  render(<Page report={'TECHNIQUE:\nCT.\n\nFINDINGS:\n- A nodule.'} handle={handle} />);
  const doing = asking(handle);
  expect(doing((each) => each.goTo('impression'))).toBe(true);
  doing((each) => each.insert('Benign nodule.'));
  expect(doing((each) => each.goTo('clinicalHistory'))).toBe(true);
  doing((each) => each.insert('Cough.'));
  expect(editor()).toHaveValue(
    'CLINICAL HISTORY:\nCough.\n\nTECHNIQUE:\nCT.\n\nFINDINGS:\n- A nodule.\n\nIMPRESSION:\nBenign nodule.',
  );
});

it('goes nowhere in a report that is not there', () => {
  const handle: RefObject<ReportEditorHandle | null> = { current: null };
  render(<Page report={'\n'} handle={handle} />);
  expect(asking(handle)((each) => each.goTo('impression'))).toBe(false);
  expect(editor()).toHaveValue('\n');
});

it('takes dictated words away where they were put, and not the same words elsewhere', () => {
  const handle: RefObject<ReportEditorHandle | null> = { current: null };
  render(<Page report={'FINDINGS:\n- Liver:\n- Spleen: Normal.'} handle={handle} />);
  const doing = asking(handle);
  const replace = (old: string, replacement: string) => {
    const start = editor().value.indexOf(old);
    doing((each) => each.replace({ start, end: start + old.length, replacement, label: '' }));
  };
  const insert = () => {
    editor().setSelectionRange(18, 18);
    return doing((each) => each.insert('Normal.'));
  };
  const remove = (inserted: Inserted | null) => doing((each) => inserted && each.remove(inserted));

  const before = insert();
  expect(editor()).toHaveValue('FINDINGS:\n- Liver: Normal.\n- Spleen: Normal.');
  replace('FINDINGS:', 'Old scan. FINDINGS:');
  expect(remove(before)).toBe(true);
  expect(editor()).toHaveValue('Old scan. FINDINGS:\n- Liver:\n- Spleen: Normal.');

  replace('Old scan. ', '');
  const edited = insert();
  replace('Liver: Normal.', 'Liver: Large.');
  expect(remove(edited)).toBe(false);
  expect(editor()).toHaveValue('FINDINGS:\n- Liver: Large.\n- Spleen: Normal.');
});

it('leaves the focus where it is when dictated words arrive', () => {
  const handle: RefObject<ReportEditorHandle | null> = { current: null };
  render(<Page report="A" handle={handle} />);
  screen.getByRole('button').focus();
  editor().setSelectionRange(1, 1);
  act(() => void handle.current?.insert('nodule'));
  expect(editor()).toHaveValue('A nodule');
  expect(screen.getByRole('button')).toHaveFocus();
});

it('writes into no other field when the focus cannot be had, and deletes nothing for words that are none', () => {
  const handle: RefObject<ReportEditorHandle | null> = { current: null };
  const command = vi.fn(() => true);
  Object.assign(document, { execCommand: command });
  render(<Page report="A" handle={handle} />);
  screen.getByRole('button').focus();
  editor().setSelectionRange(1, 1);
  act(() => void handle.current?.insert(' '));
  expect(command).not.toHaveBeenCalled();
  // A dialog that is open keeps the focus to itself.
  editor().focus = () => undefined;
  act(() => void handle.current?.insert('nodule'));
  Object.assign(document, { execCommand: undefined });
  expect(command).not.toHaveBeenCalled();
  expect(editor()).toHaveValue('A nodule');
});

it('marks doubtful words and goes from one to the next, beginning again at the start', () => {
  const handle: RefObject<ReportEditorHandle | null> = { current: null };
  const ask = asking(handle);
  const doubtful = [
    { start: 10, end: 15, heard: 'liver' },
    { start: 24, end: 29, heard: 'study' },
  ];
  render(<Page report={'FINDINGS:\nLiver\nHepatic study.'} doubtful={doubtful} handle={handle} />);
  const marks = [...(mirror()?.querySelectorAll('.hl-doubt') ?? [])];
  expect(marks.map((mark) => mark.textContent)).toEqual(['Liver', 'study']);
  editor().setSelectionRange(0, 0);
  const walked = [1, 2, 3].map(() => [ask((page) => page.nextDoubt()), selected()]);
  expect(walked).toEqual([
    [true, 'Liver'],
    [true, 'study'],
    [true, 'Liver'],
  ]);
});
