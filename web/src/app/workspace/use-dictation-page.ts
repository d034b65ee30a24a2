/** Ties live dictation to the page: where words go follows the focus, and spoken commands act as keys do. */
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect } from 'react';
import { requestJson } from '@/api/client';
import type { ReportEditorHandle } from '@/features/report/report-editor';
import type { Place } from '@/features/workspace/live-take';
import type { Commands } from './command-set';
import { runSpoken } from './spoken';
import type { Workspace } from './workspace';

export function useDictationPage(
  workspace: Workspace,
  commands: Commands,
  editor: RefObject<ReportEditorHandle | null>,
): void {
  const client = useQueryClient();
  useEffect(() => {
    const { dictation, recorder } = workspace;
    // The report has the focus while it is changed, and with the focus it would get the next words.
    const sparingTarget = <T>(change: () => T): T => {
      const target = dictation.target.get();
      const result = change();
      dictation.target.set(placeOf(document.activeElement) ?? target);
      return result;
    };
    const detach = dictation.attach({
      insert: (words) => editor.current?.insert(words) ?? null,
      remove: (inserted) => sparingTarget(() => editor.current?.remove(inserted) ?? false),
      correct: (place, words) => sparingTarget(() => editor.current?.correct(place, words) ?? false),
      command: (spoken) => runSpoken(spoken, { workspace, commands, client }),
    });
    // A button or a field of the patient that is used meanwhile does not send the words elsewhere.
    const onFocus = ({ target }: FocusEvent) => {
      const place = placeOf(target);
      if (place) dictation.target.set(place);
    };
    const stopWatching = recorder.state.subscribe(() => {
      if (recorder.state.get().phase === 'starting') dictation.target.set(placeOf(document.activeElement) ?? 'preview');
    });
    // A connection does not say why it was refused: asking who is signed in tells, and the header says it.
    const stopAsking = dictation.live.subscribe(() => {
      const live = dictation.live.get();
      if (live.phase === 'lost' && !live.reason) requestJson('/api/auth/user').catch(() => undefined);
    });
    document.addEventListener('focusin', onFocus);
    return () => {
      detach();
      stopAsking();
      stopWatching();
      document.removeEventListener('focusin', onFocus);
    };
  }, [workspace, commands, editor, client]);
}

/** The text that an element is; null when it is none that words go to. */
function placeOf(element: EventTarget | null): Place | null {
  const place = element instanceof HTMLTextAreaElement ? element.dataset.dictation : undefined;
  return place === 'report' || place === 'preview' ? place : null;
}
