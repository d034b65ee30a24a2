/**
 * How large the dictation and the report are on this device: reading rooms differ, and so do eyes. The choice is an
 * attribute of the document's root; the style sheet says what it means.
 */
import { createStore } from './store';

const KEY = 'text-size';

export const TEXT_SIZES = ['small', 'standard', 'large', 'largest'] as const;
export type TextSize = (typeof TEXT_SIZES)[number];

/** What a stored value means; anything that is not a choice means the standard one. */
export function textSizeFrom(stored: string | null): TextSize {
  return TEXT_SIZES.find((size) => size === stored) ?? 'standard';
}

function kept(): TextSize {
  try {
    return textSizeFrom(localStorage.getItem(KEY));
  } catch {
    return 'standard';
  }
}

export const textSize = createStore<TextSize>(kept());

/** Shows the size that was chosen on this device. */
export function showTextSize(root: HTMLElement = document.documentElement): void {
  root.dataset.textSize = textSize.get();
}

export function setTextSize(size: TextSize): void {
  textSize.set(size);
  showTextSize();
  try {
    localStorage.setItem(KEY, size);
  } catch {
    // A browser that keeps nothing has the size for as long as the page is open.
  }
}

/** The next size up or down; at the end it stays. */
export function stepTextSize(step: 1 | -1): TextSize {
  const size = TEXT_SIZES[TEXT_SIZES.indexOf(textSize.get()) + step] ?? textSize.get();
  setTextSize(size);
  return size;
}
