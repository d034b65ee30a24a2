/** Binds the workspace to the page: one for a user, its commands to keys, and gone with the page. */
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useState } from 'react';
import { subscriptionStatusQuery } from '@/api/subscription';
import { toast } from '@/components/ui/toast-store';
import { enginesQuery } from '@/features/recorder/api';
import type { FlagsHandle } from '@/features/report/report-card';
import type { ReportEditorHandle } from '@/features/report/report-editor';
import type { PreviewHandle } from '@/features/workspace/preview-editor';
import { beforeLeaving } from '@/lib/leaving';
import { reloadPage } from '@/lib/navigation';
import { type CommandId, commandOf } from './commands';
import { failed } from './desk';
import { openStorage } from './open-storage';
import { createRecentReports } from './recent-reports';
import { createStudyKeeping } from './study-keeping';
import { createWorkspace, type Workspace } from './workspace';

export type Commands = Readonly<Record<CommandId, () => void>>;

export function useWorkspace(userId: string): Workspace | null {
  const client = useQueryClient();
  const [workspace, setWorkspace] = useState<Workspace | null>(null);

  useEffect(() => {
    const storage = openStorage(client, userId);
    const created = createWorkspace({
      keeping: createStudyKeeping(storage.vault),
      recent: createRecentReports(storage.reports),
      isLive: () => client.getQueryData(enginesQuery.queryKey)?.speech.live ?? false,
      hasPremium: () => client.getQueryData(subscriptionStatusQuery.queryKey)?.hasPremiumAccess ?? false,
    });
    void created.open();
    setWorkspace(created);
    const flush = () => void created.keeping.flush();
    const ask = (event: BeforeUnloadEvent) => {
      if (created.wouldLose()) event.preventDefault();
    };
    // A page that the browser kept whole would show its patient to whoever presses Back after a sign-out.
    const reload = (event: PageTransitionEvent) => {
      if (event.persisted) reloadPage();
    };
    const forget = beforeLeaving(created.secure);
    window.addEventListener('pagehide', flush);
    window.addEventListener('beforeunload', ask);
    window.addEventListener('pageshow', reload);
    return () => {
      forget();
      window.removeEventListener('pagehide', flush);
      window.removeEventListener('beforeunload', ask);
      window.removeEventListener('pageshow', reload);
      void created.close();
    };
  }, [client, userId]);

  return workspace;
}

export function commandsOf(
  workspace: Workspace,
  editor: RefObject<ReportEditorHandle | null>,
  flags: RefObject<FlagsHandle | null>,
  preview: RefObject<PreviewHandle | null>,
): Commands {
  const walk = (direction: 'next' | 'previous') => {
    if (!editor.current?.walk(direction)) failed('No Blanks', 'The report has no blank to fill.');
  };
  return {
    toggleRecording: () => void workspace.toggleRecording(),
    togglePause: () => workspace.togglePause(),
    transcribe: () => void workspace.transcribe(),
    structure: () => void workspace.structure(),
    impression: () => void workspace.impression().then(() => afterPaint(() => editor.current?.reveal('impression'))),
    export: () => void workspace.export(),
    copy: () => void workspace.copy(),
    nextBlank: () => walk('next'),
    previousBlank: () => walk('previous'),
    goToImpression: () => {
      if (!editor.current?.goTo('impression'))
        failed('No Impression', 'There is no report yet that it could stand in.');
    },
    nextDoubt: () => {
      const both = [preview.current, editor.current];
      // The text that is worked on comes first.
      if (editor.current?.hasFocus()) both.reverse();
      if (both.some((text) => text?.nextDoubt())) return;
      toast({ title: 'No Doubtful Words', description: 'Nothing is marked.' });
    },
    scratch: () => workspace.dictation.scratch(),
    nextFlag: () => flags.current?.next(),
    fixFlag: () => flags.current?.fix(),
    undo: () => workspace.undo(),
    redo: () => workspace.redo(),
    newReport: () => workspace.newReport(),
    park: () => void workspace.park(),
    openParked: () => void workspace.openLastParked(),
  };
}

/** When what just changed is on the page. */
function afterPaint(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work));
}

/** Starts commands by their keys, wherever the focus is; a dialog that is open keeps its keys to itself. */
export function useCommandKeys(commands: Commands): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const command = commandOf(event);
      if (!command || event.repeat || event.defaultPrevented) return;
      if (document.querySelector('[role="dialog"][data-open]')) return;
      event.preventDefault();
      commands[command]();
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [commands]);
}
