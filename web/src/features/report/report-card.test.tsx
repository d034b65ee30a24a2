import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentProps, useRef, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { ReportCard } from './report-card';
import type { DoubtfulWords, ReportEditorHandle } from './report-editor';

const KEY = { hint: 'Alt X', aria: 'Alt+X' };
const nothing = () => undefined;
const REST: Omit<ComponentProps<typeof ReportCard>, 'editor' | 'doubtful' | 'onSettleDoubt'> = {
  report: 'FINDINGS:\nHepatic study.',
  draft: null,
  statements: [],
  spoken: [],
  flags: { flags: [], failed: false },
  source: null,
  notes: [],
  repairs: [],
  leftOut: [],
  generating: false,
  exporting: false,
  copied: false,
  disabled: false,
  isNext: false,
  failure: null,
  keys: {
    impression: KEY,
    export: KEY,
    copy: KEY,
    nextBlank: KEY,
    nextDoubt: KEY,
    nextFlag: KEY,
    fixFlag: KEY,
    newReport: KEY,
  },
  listening: false,
  tentative: '',
  flagsHandle: null,
  undo: null,
  onChange: nothing,
  onNextBlank: nothing,
  onNextDoubt: nothing,
  onImpression: nothing,
  onCancel: nothing,
  onExport: nothing,
  onCopy: nothing,
  onNewReport: nothing,
  onPutIn: nothing,
  onShowDictated: nothing,
  onDismiss: nothing,
};

function Page({ draft, onSettle = nothing }: { draft?: string; onSettle?: (doubt: DoubtfulWords) => void }) {
  const editor = useRef<ReportEditorHandle>(null);
  const [doubtful, setDoubtful] = useState<readonly DoubtfulWords[]>([{ start: 18, end: 23, heard: 'steatosis' }]);
  return (
    <ReportCard
      {...REST}
      draft={draft ?? null}
      editor={editor}
      doubtful={doubtful}
      onNextDoubt={() => editor.current?.nextDoubt()}
      onSettleDoubt={(doubt) => {
        onSettle(doubt);
        setDoubtful([]);
      }}
    />
  );
}

it('shows what was heard behind the doubtful word at the caret, and takes the word of the radiologist', async () => {
  const user = userEvent.setup();
  const onSettle = vi.fn();
  render(<Page onSettle={onSettle} />);
  expect(screen.queryByText('steatosis')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: /^1 doubtful/ }));
  expect(screen.getByText('steatosis')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'It is right' }));
  expect(onSettle).toHaveBeenCalledWith({ start: 18, end: 23, heard: 'steatosis' });
  expect(screen.queryByText('steatosis')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /doubtful/ })).not.toBeInTheDocument();
  expect(screen.getByRole('textbox')).toHaveFocus();
});

it('marks nothing in a report that is being written in its place', () => {
  const { container } = render(<Page draft={REST.report} />);
  expect(container.querySelector('.hl-doubt')).toBeNull();
});
