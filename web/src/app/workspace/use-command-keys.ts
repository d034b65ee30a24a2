/** Starts commands by their keys, wherever the focus is. A dialog that is open keeps its keys, but not the microphone. */
import { useEffect } from 'react';
import { useStore } from '@/lib/store';
import type { Commands } from './command-set';
import { commandOf } from './commands';
import { questionMark } from './question-mark';

const OPEN_DIALOG = ':is([role="dialog"], [role="alertdialog"])[data-open]';
const TEXT = 'input, textarea, select, [contenteditable]';

export const isDialogOpen = () => document.querySelector(OPEN_DIALOG) !== null;

export function useCommandKeys(commands: Commands): void {
  const allowed = useStore(questionMark, (value) => value);
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (event.repeat || event.defaultPrevented) return;
      const { target } = event;
      const text = !allowed || (target instanceof Element && target.closest(TEXT) !== null);
      const command = commandOf(event, { text, dialog: isDialogOpen() });
      if (!command) return;
      event.preventDefault();
      commands[command]();
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [commands, allowed]);
}
