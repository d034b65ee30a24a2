import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { expect, it } from 'vitest';
import type { Statement } from './marks';
import { ReportEditor, type ReportEditorHandle } from './report-editor';

const NO_STATEMENTS: readonly Statement[] = [];

function Page({ report, statements = NO_STATEMENTS }: { report: string; statements?: readonly Statement[] }) {
  const [value, setValue] = useState(report);
  const editor = useRef<ReportEditorHandle>(null);
  return (
    <>
      <ReportEditor ref={editor} label="Report" value={value} statements={statements} onChange={setValue} />
      <button type="button" onClick={() => editor.current?.walk('next')}>
        Next blank
      </button>
    </>
  );
}

const editor = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Report' });
const selected = () => editor().value.slice(editor().selectionStart, editor().selectionEnd);
const mirror = () => editor().previousElementSibling;

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
