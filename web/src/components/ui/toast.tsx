import { X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { cx } from '@/lib/cx';
import { type Toast, toastStore } from './toast-store';

/**
 * Shows the message of `toast()`, top right under the header. Stands once, at the root of the app. Both live regions
 * are always there: assistive technology only reads what changes inside one that it knows.
 */
export function Toaster() {
  const message = useSyncExternalStore(toastStore.subscribe, toastStore.current, () => null);
  const open = message?.open ? message : null;
  const failed = open?.variant === 'destructive';
  return (
    <section
      aria-label="Notifications"
      className="off-paper pointer-events-none fixed top-17 right-4 z-60 w-[min(22rem,calc(100vw-2rem))]"
    >
      <div role="status">{open && !failed && <Message key={open.id} {...open} />}</div>
      <div role="alert">{open && failed && <Message key={open.id} {...open} />}</div>
    </section>
  );
}

function Message({ title, description, variant = 'default' }: Toast) {
  const failed = variant === 'destructive';
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: holding the message under the pointer is a courtesy, not a control
    <div
      data-toast={variant}
      className={cx(
        'toast-in pointer-events-auto relative rounded-lg border bg-raised p-3.5 pr-11 shadow-pop',
        failed && 'border-rec/60',
      )}
      onPointerEnter={toastStore.hold}
      onPointerLeave={toastStore.resume}
      onFocus={toastStore.hold}
      onBlur={toastStore.resume}
    >
      <p className={cx('text-sm font-medium', failed && 'text-rec')}>{title}</p>
      {description && <p className="mt-0.5 text-sm text-ink-2">{description}</p>}
      <button
        type="button"
        aria-label="Close"
        className="absolute top-2 right-2 grid size-8 cursor-pointer place-items-center rounded text-ink-3 hover:text-ink"
        onClick={toastStore.dismiss}
      >
        <X size={15} aria-hidden />
      </button>
    </div>
  );
}
