/** Asks what becomes of the blanks that nobody filled, before the report leaves the page. */
import { type ReactNode, useId, useRef } from 'react';
import type { OpenSentence } from '@/api/types';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { blanksToFill } from './blanks';

interface OpenBlanksDialogProps {
  readonly open: boolean;
  readonly taking: 'export' | 'copy';
  readonly blanks: number;
  /** The sentences with blanks; null when it is not known what can be left out. */
  readonly sentences: readonly OpenSentence[] | null;
  readonly onLeaveOut: () => void;
  readonly onAsItIs: () => void;
  readonly onCancel: () => void;
  /** The dialog is closed, and the first blank is to be gone to. */
  readonly onGoToFirst: () => void;
}

const NONE: readonly OpenSentence[] = [];

export function OpenBlanksDialog(props: OpenBlanksDialogProps) {
  const { open, sentences } = props;
  const first = useRef<HTMLButtonElement>(null);
  const goes = useRef(false);
  const of = (outcome: OpenSentence['outcome']) => (sentences ?? NONE).filter((each) => each.outcome === outcome);
  const [leftOut, shortened, staying] = [of('left_out'), of('shortened'), of('stays')];
  const some = leftOut.length + shortened.length > 0;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && props.onCancel()}
      title="Unfilled Blanks"
      description={descriptionOf(props, some)}
      className="w-[min(40rem,calc(100vw-2rem))]"
      initialFocus={first}
      givesFocusBack={() => !goes.current}
      onClosed={() => {
        if (goes.current) props.onGoToFirst();
        goes.current = false;
      }}
    >
      {sentences && (
        <Sentences>
          <Group title="Left out" sentences={leftOut} />
          <Group title="Shortened" sentences={shortened} />
          <Group title="Stay until you answer" sentences={staying} />
        </Sentences>
      )}
      <DialogActions>
        <Button variant="ghost" onClick={props.onAsItIs}>
          {props.taking === 'export' ? 'Export as It Is' : 'Copy as It Is'}
        </Button>
        <Button
          ref={some ? undefined : first}
          variant={some ? 'outline' : 'primary'}
          onClick={() => {
            goes.current = true;
            props.onCancel();
          }}
        >
          Go to First Blank
        </Button>
        {some && (
          <Button ref={first} variant="primary" onClick={props.onLeaveOut}>
            Leave Them Out
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

function descriptionOf({ blanks, sentences }: OpenBlanksDialogProps, some: boolean): string {
  const count = `The report has ${blanksToFill(blanks)}.`;
  if (!sentences) return `${count} Readout could not check which of them can be left out.`;
  return some ? count : `${count} None can be left out, because each stands in a sentence that says more.`;
}

/** A long list is scrolled by key too. */
function Sentences({ children }: { children: ReactNode }) {
  return (
    <section
      aria-label="Sentences with blanks"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by key
      tabIndex={0}
      className="mt-3 max-h-[45dvh] overflow-y-auto text-sm"
    >
      {children}
    </section>
  );
}

function Group({ title, sentences }: { title: string; sentences: readonly OpenSentence[] }) {
  const id = useId();
  if (sentences.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mb-3">
      <h3 id={id} className="mb-1 text-2xs font-medium text-ink-3">
        {title}
      </h3>
      <ul className="grid gap-1">
        {sentences.map(({ text, shortened }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes while it is shown, and sentences repeat
          <li key={index} className="wrap-anywhere text-ink-2">
            {shortened === undefined || shortened === null ? (
              text
            ) : (
              <>
                <del>{text}</del> <ins className="text-ink no-underline">{shortened}</ins>
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
