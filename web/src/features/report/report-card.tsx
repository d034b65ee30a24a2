import { Check, Copy, Download, RotateCcw, Sparkles, TriangleAlert } from 'lucide-react';
import { type ReactNode, type Ref, useDeferredValue, useId, useMemo, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Card, CardFooter, CardHeader } from '@/components/ui/card';
import { Notice } from '@/components/ui/notice';
import { blanksToFill, findBlanks } from './blanks';
import { type Statement, standingFlags } from './marks';
import { OriginLegend } from './origin-legend';
import { ReportEditor, type ReportEditorHandle } from './report-editor';
import { impressionOffer } from './report-text';

interface Keys {
  readonly hint: string;
  readonly aria: string;
}

interface ReportCardProps {
  readonly report: string;
  readonly statements: readonly Statement[];
  /** What structured it, for a line under the report. */
  readonly source: string | null;
  readonly generating: boolean;
  readonly exporting: boolean;
  readonly copied: boolean;
  /** Another request that would change the report runs. */
  readonly disabled: boolean;
  /** Nothing else waits to be done before the report. */
  readonly isNext: boolean;
  readonly failure: string | null;
  readonly keys: Readonly<Record<'impression' | 'export' | 'copy' | 'nextBlank' | 'newReport', Keys>>;
  readonly editor: Ref<ReportEditorHandle>;
  readonly undo: ReactNode;
  readonly className?: string;
  readonly onChange: (report: string) => void;
  readonly onNextBlank: () => void;
  readonly onImpression: () => void;
  readonly onCancel: () => void;
  readonly onExport: () => void;
  readonly onCopy: () => void;
  readonly onNewReport: () => void;
}

const NO_STATEMENTS: readonly Statement[] = [];

export function ReportCard(props: ReportCardProps) {
  const { report, statements } = props;
  const [originsShown, showOrigins] = useState(true);
  const id = useId();
  return (
    <Card aria-labelledby={id} className={`flex flex-col overflow-hidden ${props.className ?? ''}`}>
      <CardHeader id={id} title="Structured Report" aside={<Counts {...props} />} />
      {props.undo}
      {statements.length > 0 && <OriginLegend statements={statements} shown={originsShown} onShow={showOrigins} />}
      <ReportEditor
        ref={props.editor}
        label="Structured Report"
        describedBy={`${id}-blanks`}
        placeholder="The structured report appears here. Choose a template, structure a dictation, or type."
        value={report}
        statements={originsShown ? statements : NO_STATEMENTS}
        onChange={props.onChange}
      />
      <p id={`${id}-blanks`} className="sr-only">
        Tab and Shift+Tab walk the blanks.
      </p>
      <Doubts report={report} statements={statements} />
      <div role="alert" className="empty:hidden">
        {props.failure && (
          <Notice tone="danger" className="mx-3 mb-3">
            {props.failure}
          </Notice>
        )}
      </div>
      {props.source && <p className="border-t px-4 py-1.5 text-2xs text-ink-3">{props.source}</p>}
      <Actions {...props} />
    </Card>
  );
}

function Counts({ report, keys, onNextBlank }: ReportCardProps) {
  // The character just typed is painted first, what is counted from it a moment later.
  const settled = useDeferredValue(report);
  const blanks = useMemo(() => findBlanks(settled).length, [settled]);
  return (
    <>
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

function Doubts({ report, statements }: { report: string; statements: readonly Statement[] }) {
  const settled = useDeferredValue(report);
  const flags = useMemo(() => standingFlags(settled, statements), [settled, statements]);
  if (flags.length === 0) return null;
  return (
    <ul aria-label="To verify" className="max-h-28 overflow-y-auto border-t px-4 py-2 text-xs text-ink-2">
      {flags.map((flag) => (
        <li key={flag} className="flex items-center gap-2 py-0.5">
          <TriangleAlert size={13} className="shrink-0 text-warn" aria-hidden />
          {flag}
        </li>
      ))}
    </ul>
  );
}

function Actions(props: ReportCardProps) {
  const { report, keys, generating } = props;
  const blank = report.trim() === '';
  const settled = useDeferredValue(report);
  const offer = useMemo(() => impressionOffer(settled), [settled]);
  return (
    <CardFooter>
      <Button
        variant={props.isNext && !blank && offer !== 'generate' ? 'primary' : 'outline'}
        pending={props.exporting}
        disabled={blank}
        aria-keyshortcuts={keys.export.aria}
        title={keys.export.hint}
        onClick={props.onExport}
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
        {props.copied ? 'Copied' : 'Copy report'}
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
