import { Check, Copy, Download, RotateCcw, Sparkles } from 'lucide-react';
import {
  type ReactNode,
  type Ref,
  type RefObject,
  useDeferredValue,
  useId,
  useImperativeHandle,
  useMemo,
  useState,
} from 'react';
import type { Delay } from '@/api/server-away';
import { Disclosure } from '@/components/disclosure';
import { DoubtCount } from '@/components/doubt-count';
import { ListeningSign } from '@/components/listening-sign';
import { Button } from '@/components/ui/button';
import { Card, CardFooter, CardHeader } from '@/components/ui/card';
import { Notice } from '@/components/ui/notice';
import { toast } from '@/components/ui/toast-store';
import { WorkLine } from '@/components/work-line';
import { singleClick } from '@/lib/single-click';
import type { TextRange } from '@/lib/text-change';
import { blanksToFill, findBlanks } from './blanks';
import { type Flag, nextFlag, type PutIn } from './flag';
import { FlagList } from './flag-list';
import type { Statement } from './marks';
import { OriginLegend } from './origin-legend';
import { areOriginsShown, rememberOriginsShown } from './origins-shown';
import { type DoubtfulWords, ReportEditor, type ReportEditorHandle } from './report-editor';
import { impressionOffer } from './report-text';
import type { SetAsideLine } from './set-aside';
import { SetAsideList } from './set-aside-list';
import type { ReportFlags } from './use-report-flags';

interface Keys {
  readonly hint: string;
  readonly aria: string;
}

/** What keys do with the flags. */
export interface FlagsHandle {
  readonly next: () => void;
  /** Applies the fix of the flag gone to; while none is, goes to the first that has one. Nothing changes unseen. */
  readonly fix: () => void;
  /** Puts the flag gone to aside and goes to the one after it. */
  readonly dismiss: () => void;
}

interface ReportCardProps {
  readonly report: string;
  /** What there is of a report that is being written; null when none is. */
  readonly draft: string | null;
  readonly statements: readonly Statement[];
  /** What was dictated into the report and may have been misheard. */
  readonly doubtful: readonly DoubtfulWords[];
  /** Where words stand that were dictated into the report. */
  readonly spoken: readonly TextRange[];
  readonly flags: ReportFlags;
  /** What structured it and generated its impression, for a line under the report. */
  readonly source: string | null;
  /** Why another engine than the usual one wrote it, or its impression. */
  readonly notes: readonly string[];
  /** What was put right from the dictation, in sentences. */
  readonly repairs: readonly string[];
  /** Abnormal findings that the generated impression leaves out. */
  readonly leftOut: readonly string[];
  /** Lines of the template that the report leaves out. */
  readonly setAside: readonly SetAsideLine[];
  /** What of the dictation was taken back. */
  readonly takenBack: readonly string[];
  readonly structuring: boolean;
  /** How much of a report that is being written stands, from 0 to 1; absent before anything does. */
  readonly written?: number;
  readonly generating: boolean;
  /** What keeps the report, or its impression, from being written. */
  readonly delay: Delay | null;
  readonly exporting: boolean;
  readonly copied: boolean;
  /** Another request that would change the report runs. */
  readonly disabled: boolean;
  /** Nothing else waits to be done before the report. */
  readonly isNext: boolean;
  readonly failure: string | null;
  readonly keys: Readonly<
    Record<
      'impression' | 'export' | 'copy' | 'nextBlank' | 'nextDoubt' | 'nextFlag' | 'fixFlag' | 'putBack' | 'newReport',
      Keys
    >
  >;
  /** Words that are spoken now go to the caret. */
  readonly listening: boolean;
  /** The ones that may still change. */
  readonly tentative: string;
  readonly editor: RefObject<ReportEditorHandle | null>;
  readonly flagsHandle: Ref<FlagsHandle>;
  readonly undo: ReactNode;
  readonly className?: string;
  readonly onChange: (report: string) => void;
  readonly onNextBlank: () => void;
  readonly onNextDoubt: () => void;
  readonly onSettleDoubt: (doubt: DoubtfulWords) => void;
  readonly onImpression: () => void;
  readonly onCancel: () => void;
  readonly onExport: () => void;
  readonly onCopy: () => void;
  readonly onNewReport: () => void;
  /** Words that were dictated were put into the report. */
  readonly onPutIn: (words: PutIn) => void;
  /** Shows dictated words where they stand in the transcription. */
  readonly onShowDictated: (words: TextRange) => void;
  /** The radiologist puts a flag aside. */
  readonly onDismiss: (flag: Flag) => void;
  readonly onPutBack: (line: SetAsideLine) => void;
}

const NO_STATEMENTS: readonly Statement[] = [];
const NO_FLAGS: readonly Flag[] = [];
const NO_DOUBTS: readonly DoubtfulWords[] = [];
const NOTHING_SPOKEN: readonly TextRange[] = [];

export function ReportCard(props: ReportCardProps) {
  const { report, draft, statements, editor, keys } = props;
  const { failed, checkAgain } = props.flags;
  // What was found belongs to the report, not to the draft that is shown in its place.
  const flags = draft === null ? props.flags.flags : NO_FLAGS;
  const doubtful = draft === null ? props.doubtful : NO_DOUBTS;
  const [selected, setSelected] = useState<TextRange | null>(null);
  const looked = selected && doubtful.find(({ start, end }) => start <= selected.start && end >= selected.end);
  const [originsShown, showOrigins] = useState(areOriginsShown);
  const marksOrigins = originsShown && draft === null;
  const [current, setCurrent] = useState<string | null>(null);
  const id = useId();

  function go(flag: Flag | null): void {
    setCurrent(flag?.id ?? null);
    if (flag?.place) editor.current?.select(flag.place);
    else if (flag?.dictated) props.onShowDictated(flag.dictated);
  }
  function apply({ fix }: Flag): void {
    if (!fix) return;
    editor.current?.replace(fix);
    if (fix.putIn) props.onPutIn(fix.putIn);
  }
  useImperativeHandle(props.flagsHandle, () => ({
    next: () => go(nextFlag(flags, current)),
    fix() {
      const goneTo = flags.find((flag) => flag.id === current);
      if (!goneTo) go(flags.find((flag) => flag.fix) ?? null);
      else if (goneTo.fix) apply(goneTo);
      else toast({ title: 'No Fix', description: 'What you are at has none. Edit the report, or put it aside.' });
    },
    dismiss() {
      const goneTo = flags.find((flag) => flag.id === current);
      if (!goneTo) return go(nextFlag(flags, null));
      const after = nextFlag(flags, current);
      props.onDismiss(goneTo);
      go(after === goneTo ? null : after);
    },
  }));

  return (
    <Card aria-labelledby={id} className={`flex flex-col overflow-hidden ${props.className ?? ''}`}>
      <CardHeader id={id} title="Structured Report" aside={<Counts {...props} />} />
      <WorkLine doing={workOf(props)} delay={props.delay} done={props.structuring ? props.written : undefined} />
      {props.undo}
      <OriginLegend
        statements={statements}
        spoken={props.spoken}
        shown={originsShown}
        onShow={(shown) => {
          showOrigins(shown);
          rememberOriginsShown(shown);
        }}
      />
      <ReportEditor
        ref={editor}
        label="Structured Report"
        describedBy={`${id}-blanks`}
        placeholder="The structured report appears here. Choose a template, structure a dictation, or type."
        value={draft ?? report}
        readOnly={draft !== null}
        statements={marksOrigins ? statements : NO_STATEMENTS}
        spoken={marksOrigins ? props.spoken : NOTHING_SPOKEN}
        flags={flags}
        doubtful={doubtful}
        onChange={props.onChange}
        onSelect={setSelected}
      />
      <Looked
        doubt={looked ?? null}
        onSettle={(doubt) => {
          props.onSettleDoubt(doubt);
          editor.current?.focus();
        }}
      />
      {props.tentative && (
        <p aria-hidden className="line-clamp-2 border-t bg-raised px-4 py-1.5 text-sm text-ink-3">
          {props.tentative}
        </p>
      )}
      <p id={`${id}-blanks`} className="sr-only">
        Tab and Shift+Tab walk the blanks.
      </p>
      <FlagList
        flags={flags}
        failed={failed}
        onCheckAgain={checkAgain}
        current={current}
        keys={{ next: keys.nextFlag.hint, fix: keys.fixFlag.hint }}
        onGo={go}
        onFix={apply}
        onDismiss={props.onDismiss}
      />
      {draft === null && (
        <SetAsideList
          lines={props.setAside}
          takenBack={props.takenBack}
          hint={keys.putBack.hint}
          aria={keys.putBack.aria}
          onPutBack={props.onPutBack}
        />
      )}
      <div role="alert" className="empty:hidden">
        {props.failure && (
          <Notice tone="danger" className="mx-3 mb-3">
            {props.failure}
          </Notice>
        )}
      </div>
      {props.notes.map((note) => (
        <Notice key={note} tone="warn" className="mx-3 mb-3">
          {note}
        </Notice>
      ))}
      {props.source && <p className="border-t px-4 py-1.5 text-2xs text-ink-3">{props.source}</p>}
      <Told
        lines={props.repairs}
        one="1 statement was put right from the dictation"
        many="statements were put right from the dictation"
      />
      <Told
        lines={props.leftOut}
        one="1 finding was left out of the impression"
        many="findings were left out of the impression"
      />
      <Actions {...props} />
    </Card>
  );
}

function workOf({ structuring, generating }: ReportCardProps): string | null {
  if (structuring) return 'Writing the report';
  return generating ? 'Writing the impression' : null;
}

/** What was heard behind the doubtful word at the caret; nothing for none. */
function Looked({ doubt, onSettle }: { doubt: DoubtfulWords | null; onSettle: (doubt: DoubtfulWords) => void }) {
  return (
    <div role="status" className="flex items-center gap-2 border-t bg-raised px-4 py-1 text-xs text-ink-2 empty:hidden">
      {doubt && (
        <>
          <span className="min-w-0 wrap-anywhere">
            Heard: <span className="text-ink">{doubt.heard}</span>
          </span>
          <Button variant="ghost" size="sm" className="ml-auto" onClick={() => onSettle(doubt)}>
            <Check size={13} aria-hidden />
            It is right
          </Button>
        </>
      )}
    </div>
  );
}

function Counts({ report, doubtful, listening, keys, onNextBlank, onNextDoubt }: ReportCardProps) {
  // The character just typed is painted first, what is counted from it a moment later.
  const settled = useDeferredValue(report);
  const blanks = useMemo(() => findBlanks(settled).length, [settled]);
  return (
    <>
      {listening && <ListeningSign />}
      <DoubtCount count={doubtful.length} keys={keys.nextDoubt} onNext={onNextDoubt} />
      {blanks > 0 && (
        <button
          type="button"
          className="cursor-pointer rounded-sm text-accent tabular-nums hover:underline"
          aria-keyshortcuts={keys.nextBlank.aria}
          title={`Go to the next blank (${keys.nextBlank.hint})`}
          onClick={onNextBlank}
        >
          {blanksToFill(blanks)}
        </button>
      )}
      <span className="tabular-nums">{report.length} characters</span>
    </>
  );
}

/** What happened to some lines, which are shown when asked for; nothing for none. */
function Told({ lines, one, many }: { lines: readonly string[]; one: string; many: string }) {
  if (lines.length === 0) return null;
  return (
    <Disclosure title={lines.length === 1 ? one : `${lines.length} ${many}`} className="border-t">
      <ul className="mt-1 grid max-h-24 gap-1 overflow-y-auto">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Disclosure>
  );
}

function Actions(props: ReportCardProps) {
  const { report, keys, generating } = props;
  const blank = report.trim() === '';
  const settled = useDeferredValue(report);
  const offer = useMemo(() => impressionOffer(settled), [settled]);
  return (
    <CardFooter className="md:max-lg:gap-1 md:max-lg:px-2 md:max-lg:*:px-2.5">
      <Button
        variant={props.isNext && !blank && offer !== 'generate' ? 'primary' : 'outline'}
        pending={props.exporting}
        disabled={blank}
        aria-keyshortcuts={keys.export.aria}
        title={keys.export.hint}
        onClick={singleClick(props.onExport)}
      >
        {!props.exporting && <Download size={15} aria-hidden />}
        Export Report
      </Button>
      {offer === 'generate' && (
        <Button
          variant={props.isNext ? 'primary' : 'outline'}
          pending={generating}
          disabled={props.disabled}
          aria-keyshortcuts={keys.impression.aria}
          title={keys.impression.hint}
          onClick={props.onImpression}
        >
          {!generating && <Sparkles size={15} aria-hidden />}
          Generate Impression
        </Button>
      )}
      {offer === 'regenerate' && (
        <Button
          aria-label="Regenerate the impression"
          pending={generating}
          disabled={props.disabled}
          aria-keyshortcuts={keys.impression.aria}
          title={keys.impression.hint}
          onClick={props.onImpression}
        >
          {!generating && <Sparkles size={15} aria-hidden />}
          Regenerate
        </Button>
      )}
      {generating && (
        <Button variant="ghost" onClick={props.onCancel}>
          Cancel
        </Button>
      )}
      <Button
        variant="ghost"
        disabled={blank}
        aria-keyshortcuts={keys.copy.aria}
        title={keys.copy.hint}
        onClick={props.onCopy}
      >
        {props.copied ? <Check size={15} aria-hidden /> : <Copy size={15} aria-hidden />}
        {props.copied ? (
          'Copied'
        ) : (
          <span>
            Copy<span className="md:max-lg:sr-only"> report</span>
          </span>
        )}
      </Button>
      <span role="status" className="sr-only">
        {props.copied && 'The report was copied.'}
      </span>
      <Button
        variant="ghost"
        className="ml-auto"
        aria-keyshortcuts={keys.newReport.aria}
        title={keys.newReport.hint}
        onClick={props.onNewReport}
      >
        <RotateCcw size={15} aria-hidden />
        New Report
      </Button>
    </CardFooter>
  );
}
