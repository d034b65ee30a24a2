/** In the header of the workspace: how large its texts are, and its keys. */
import { ALargeSmall, Keyboard } from 'lucide-react';
import { Menu } from '@/components/ui/menu';
import { useStore } from '@/lib/store';
import { setTextSize, TEXT_SIZES, type TextSize, textSize } from '@/lib/text-size';
import { ariaKeys, keyHint } from './commands';

const NAMES: Readonly<Record<TextSize, string>> = {
  small: 'Small',
  standard: 'Standard',
  large: 'Large',
  largest: 'Largest',
};

export function HeaderTools({ onShowKeys }: { onShowKeys: () => void }) {
  return (
    <>
      <TextSizeMenu />
      <button
        type="button"
        className="btn btn-ghost size-9 px-0"
        aria-label="Keyboard shortcuts"
        aria-keyshortcuts={`${ariaKeys('showKeys')} ?`}
        title={`Keyboard shortcuts (? or ${keyHint('showKeys')})`}
        onClick={onShowKeys}
      >
        <Keyboard size={18} aria-hidden />
      </button>
    </>
  );
}

/** Under its button; at the right end of the header where the browser cannot tie one to the other. */
const UNDER_BUTTON =
  'top-13 right-5 supports-[position-area:bottom]:inset-auto supports-[position-area:bottom]:[position-area:bottom_span-left]';

function TextSizeMenu() {
  const chosen = useStore(textSize, (size) => size);
  return (
    <Menu
      label="Text size"
      className="size-9 px-0"
      placement={UNDER_BUTTON}
      trigger={<ALargeSmall size={19} aria-hidden />}
    >
      <fieldset className="p-1.5">
        <legend className="sr-only">Size of dictation and report</legend>
        <p aria-hidden className="px-1.5 pb-1 text-2xs font-medium text-ink-3">
          Dictation and report
        </p>
        {TEXT_SIZES.map((size) => (
          <label
            key={size}
            className="flex h-9 cursor-pointer items-center gap-2.5 rounded-sm px-1.5 text-sm hover:bg-accent-soft"
          >
            <input
              type="radio"
              name="text-size"
              className="size-4 accent-accent"
              checked={chosen === size}
              onChange={() => setTextSize(size)}
            />
            {NAMES[size]}
          </label>
        ))}
        <p className="px-1.5 pt-1 text-2xs text-ink-3">Kept on this device.</p>
      </fieldset>
    </Menu>
  );
}
