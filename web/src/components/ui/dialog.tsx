import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { cx } from '@/lib/cx';
import { Button } from './button';

const BACKDROP =
  'fixed inset-0 z-40 bg-black/60 transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0';
const POPUP =
  'fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-2rem)] w-[min(34rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2 flex-col overflow-y-auto rounded-xl border bg-panel p-5 shadow-pop outline-none transition-[opacity,scale] duration-150 data-ending-style:opacity-0 data-starting-style:scale-97 data-starting-style:opacity-0';

type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  className?: string;
  /** What has the focus first; otherwise the first control of the content. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** Whether the focus goes back to where it was, asked as the dialog closes; it does when nobody says otherwise. */
  givesFocusBack?: () => boolean;
  /** The dialog has closed and holds the focus no longer. */
  onClosed?: () => void;
  children: ReactNode;
};

export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, className, children } = props;
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => onOpenChange(next)}
      onOpenChangeComplete={(opened) => !opened && props.onClosed?.()}
    >
      <Base.Portal>
        <Base.Backdrop className={BACKDROP} />
        <Base.Popup
          className={cx(POPUP, className)}
          initialFocus={props.initialFocus}
          finalFocus={props.givesFocusBack}
        >
          <Base.Title className="pr-10 text-lg font-semibold tracking-tight">{title}</Base.Title>
          {description && <Base.Description className="mt-1 text-sm text-ink-2">{description}</Base.Description>}
          {children}
          {/* Last, so that the focus goes to the content first. */}
          <Base.Close aria-label="Close" className="btn btn-ghost absolute top-3.5 right-3.5 size-9 px-0">
            <X size={17} aria-hidden />
          </Base.Close>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** The row of buttons at a dialog's end. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="mt-5 flex flex-wrap justify-end gap-2">{children}</div>;
}

type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: string;
  keepLabel: string;
  confirmLabel: string;
  /** Replaces the confirm label while the action runs. */
  pendingLabel: string;
  pending: boolean;
  onConfirm: () => void;
};

/** Asks before something that cannot be taken back. A click beside it does not close it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <AlertDialog.Root open={props.open} onOpenChange={(next) => props.onOpenChange(next)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={BACKDROP} />
        <AlertDialog.Popup className={cx(POPUP, 'w-[min(28rem,calc(100vw-2rem))]')}>
          <AlertDialog.Title className="text-lg font-semibold tracking-tight">{props.title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-2 text-sm text-ink-2">{props.description}</AlertDialog.Description>
          <DialogActions>
            <AlertDialog.Close className="btn btn-outline" disabled={props.pending}>
              {props.keepLabel}
            </AlertDialog.Close>
            <Button variant="danger" pending={props.pending} onClick={props.onConfirm}>
              {props.pending ? props.pendingLabel : props.confirmLabel}
            </Button>
          </DialogActions>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
