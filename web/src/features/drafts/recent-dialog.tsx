/** A finished report, to be read, copied, exported again or gone on with. */
import { Check, Copy, Download, PencilLine } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { KEPT_BY, type ListedReport, UNNAMED } from './model';

interface RecentDialogProps {
  readonly report: ListedReport;
  readonly open: boolean;
  /** Hours that it is kept. */
  readonly hours: number;
  readonly exporting: boolean;
  readonly copied: boolean;
  readonly onClose: () => void;
  readonly onCopy: () => void;
  readonly onExport: () => void;
  readonly onContinue: () => void;
}

export function RecentDialog(props: RecentDialogProps) {
  const { report, hours } = props;
  const details = [
    report.what,
    `${KEPT_BY[report.by]} ${timeText(report.keptAt)}`,
    `kept until ${timeText(report.keptAt + hours * 3_600_000)}`,
  ];
  return (
    <Dialog
      open={props.open}
      onOpenChange={(open) => !open && props.onClose()}
      title={report.name ?? UNNAMED}
      description={details.filter(Boolean).join(' · ')}
      className="w-[min(46rem,calc(100vw-2rem))]"
    >
      <textarea
        readOnly
        aria-label="Report"
        rows={Math.min(24, report.report.split('\n').length + 1)}
        className="mt-4 min-h-40 w-full resize-none rounded-md border bg-canvas p-4 text-base focus-visible:outline-1 focus-visible:outline-offset-0"
        value={report.report}
      />
      <DialogActions>
        <Button variant="ghost" onClick={props.onCopy}>
          {props.copied ? <Check size={15} aria-hidden /> : <Copy size={15} aria-hidden />}
          {props.copied ? 'Copied' : 'Copy report'}
        </Button>
        <Button pending={props.exporting} onClick={props.onExport}>
          {!props.exporting && <Download size={15} aria-hidden />}
          Export Report
        </Button>
        <Button variant="primary" onClick={props.onContinue}>
          <PencilLine size={15} aria-hidden />
          Continue Editing
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function timeText(at: number): string {
  return new Date(at).toLocaleString(undefined, {
    hour: '2-digit',
    minute: '2-digit',
    day: 'numeric',
    month: 'short',
  });
}
