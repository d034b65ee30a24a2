/**
 * The one message shown at a time. A new message takes the place of the old one; a message closes itself after
 * `DISPLAY_MS`, and one that is closed is forgotten after `REMOVE_MS`. Knows nothing of React.
 */

export const DISPLAY_MS = 5_000;
export const REMOVE_MS = 1_000_000;

export type ToastMessage = {
  title: string;
  description?: string;
  variant?: 'default' | 'destructive';
};

export type Toast = ToastMessage & { id: number; open: boolean };

export function createToastStore() {
  let nextId = 1;
  let current: Toast | null = null;
  let closing: ReturnType<typeof setTimeout> | undefined;
  let removal: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  const change = (next: Toast | null) => {
    current = next;
    for (const listener of listeners) listener();
  };

  const dismiss = () => {
    clearTimeout(closing);
    if (!current?.open) return;
    change({ ...current, open: false });
    clearTimeout(removal);
    removal = setTimeout(() => change(null), REMOVE_MS);
  };

  /** Gives the open message its whole display time again. */
  const resume = () => {
    clearTimeout(closing);
    if (current?.open) closing = setTimeout(dismiss, DISPLAY_MS);
  };

  return {
    show(message: ToastMessage): number {
      const id = nextId++;
      clearTimeout(removal);
      change({ ...message, id, open: true });
      resume();
      return id;
    },
    dismiss,
    /** Holds the open message while the pointer or the focus is on it. */
    hold: () => clearTimeout(closing),
    resume,
    current: () => current,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

export const toastStore = createToastStore();

/** Shows a message to the person. */
export function toast(message: ToastMessage): void {
  toastStore.show(message);
}
