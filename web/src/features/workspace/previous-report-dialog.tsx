import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { Textarea } from '@/components/ui/textarea';

interface PreviousReportDialogProps {
  readonly open: boolean;
  readonly text: string;
  /** Closed without a decision: the text stays as it was saved. */
  readonly onClose: () => void;
  readonly onClear: () => void;
  readonly onSave: (text: string) => void;
}

export function PreviousReportDialog({ open, text, onClose, onClear, onSave }: PreviousReportDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Previous Report Comparison"
      description="Paste the previous report. The new report then gets a Comparison section."
      className="w-[min(44rem,calc(100vw-2rem))]"
    >
      <PreviousReportForm key={String(open)} text={text} onClear={onClear} onSave={onSave} />
    </Dialog>
  );
}

function PreviousReportForm({ text, onClear, onSave }: Pick<PreviousReportDialogProps, 'text' | 'onClear' | 'onSave'>) {
  const [draft, setDraft] = useState(text);
  return (
    <>
      <Textarea
        aria-label="Previous report"
        className="mt-4 h-72 resize-y py-2.5 text-base leading-relaxed"
        placeholder="Paste the previous report here"
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
      />
      <DialogActions>
        <Button variant="ghost" onClick={onClear}>
          Clear & Close
        </Button>
        <Button variant="primary" onClick={() => onSave(draft)}>
          Save
        </Button>
      </DialogActions>
    </>
  );
}
