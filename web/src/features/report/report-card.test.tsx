import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentProps, createRef, type RefObject, useRef, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { toastStore } from '@/components/ui/toast-store';
import { flagOf } from './flag';
import { type FlagsHandle, ReportCard } from './report-card';
import type { DoubtfulWords, ReportEditorHandle } from './report-editor';

const KEY = { hint: 'Alt X', aria: 'Alt+X' };
const nothing = () => undefined;
const REST: Omit<ComponentProps<typeof ReportCard>, 'editor' | 'doubtful' | 'onSettleDoubt'> = {
  report: 'FINDINGS:\nHepatic study.',
  draft: null,
  statements: [],
  spoken: [],
  flags: { flags: [], failed: false, checkAgain: () => undefined },
  source: null,
  notes: [],
  repairs: [],
  leftOut: [],
  setAside: [],
  takenBack: [],
  structuring: false,
  generating: false,
  delay: null,
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
    putBack: KEY,
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
  onPutBack: nothing,
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

const WRONG = 'FINDINGS:\n- Liver is normal. Cyst in the liver.\n\nIMPRESSION:\n1. Cyst in the left kidney.';
const SIDE = { start: WRONG.indexOf('left'), end: WRONG.indexOf('left') + 4 };
const FLAGS = [
  flagOf('contradiction', 'The liver is called normal.', '', { start: 12, end: 17 }, null),
  flagOf('laterality_mismatch', 'The findings say right.', '', SIDE, {
    ...SIDE,
    replacement: 'right',
    label: 'Change',
  }),
];

/** The flags stand until the report is changed. */
function Flagged({ keys }: { keys: RefObject<FlagsHandle | null> }) {
  const [report, setReport] = useState(WRONG);
  const found = { flags: FLAGS.filter(() => report === WRONG), failed: false, checkAgain: () => undefined };
  const editor = useRef<ReportEditorHandle>(null);
  const page = { report, editor, flags: found, flagsHandle: keys, doubtful: [], onSettleDoubt: nothing };
  return <ReportCard {...REST} {...page} onChange={setReport} />;
}

it('puts right by key what the radiologist went to, in sight, and nothing else', () => {
  const scrolled: (string | null)[] = [];
  Element.prototype.scrollIntoView = function (this: Element) {
    scrolled.push(this.textContent);
  };
  const keys = createRef<FlagsHandle>();
  render(<Flagged keys={keys} />);
  const field = screen.getByRole<HTMLTextAreaElement>('textbox');
  const current = () =>
    within(screen.getByRole('region', { name: 'To verify' })).queryByRole('button', { current: true });
  const press = (key: keyof FlagsHandle) => act(() => keys.current?.[key]());

  press('fix');
  expect(field).toHaveValue(WRONG);
  expect(current()).toHaveTextContent('The findings say right.');
  press('next');
  expect(current()).toHaveTextContent('The liver is called normal.');
  press('fix');
  expect(field).toHaveValue(WRONG);
  expect(toastStore.current()?.title).toBe('No Fix');
  press('next');
  scrolled.length = 0;
  press('fix');
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
  expect(field).toHaveValue(WRONG.replace('left', 'right'));
  expect(scrolled).toEqual(['1. Cyst in the left kidney.']);
});

it('shows what the generated impression leaves out, when asked', async () => {
  const editor = { current: null };
  const leftOut = ['Simple renal cyst.', 'Calcified granuloma.'];
  render(<ReportCard {...REST} editor={editor} doubtful={[]} onSettleDoubt={nothing} leftOut={leftOut} />);
  const line = screen.getByText('Calcified granuloma.');
  expect(line).not.toBeVisible();
  await userEvent.setup().click(screen.getByText('2 findings were left out of the impression'));
  expect(line).toBeVisible();
});

it('lists what was set aside with its reason, and what was left out when asked', async () => {
  const editor = { current: null };
  const doubtful = { text: 'Lungs are clear.', reason: 'doubtful', because: 'Granuloma.', before: null } as const;
  const said = { text: 'Heart is normal.', reason: 'said', because: 'Heart normal.', before: null } as const;
  const back: string[] = [];
  render(
    <ReportCard
      {...REST}
      editor={editor}
      doubtful={[]}
      onSettleDoubt={nothing}
      setAside={[said, doubtful]}
      onPutBack={({ text }) => back.push(text)}
    />,
  );
  expect(screen.getByText('May be false beside: Granuloma.')).toBeVisible();
  expect(screen.getByText('Heart is normal.')).not.toBeVisible();
  const user = userEvent.setup();
  await user.click(screen.getByText('1 line of the template was left out'));
  expect(screen.getByText('Said by: Heart normal.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Put back: Lungs are clear.' }));
  expect(back).toEqual(['Lungs are clear.']);
});

it('lists what was taken back, in its order, and has no heading for nothing', () => {
  const editor = { current: null };
  const card = (takenBack: readonly string[]) => (
    <ReportCard {...REST} editor={editor} doubtful={[]} onSettleDoubt={nothing} takenBack={takenBack} />
  );
  const { rerender } = render(card([]));
  expect(screen.queryByText('Taken back')).not.toBeInTheDocument();
  rerender(card(['9 cm sorry', 'scratch that', 'scratch that']));
  const list = within(screen.getByRole('region', { name: 'Taken back' }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '9 cm sorry',
    'scratch that',
    'scratch that',
  ]);
});

it('marks nothing in a report that is being written in its place', () => {
  const { container } = render(<Page draft={REST.report} />);
  expect(container.querySelector('.hl-doubt')).toBeNull();
});
