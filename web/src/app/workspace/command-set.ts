/** What each command does, on the page as it stands. */
import type { RefObject } from 'react';
import { toast } from '@/components/ui/toast-store';
import type { PlaybackHandle } from '@/features/recorder/use-playback';
import type { FlagsHandle } from '@/features/report/report-card';
import type { ReportEditorHandle } from '@/features/report/report-editor';
import type { PatientHandle } from '@/features/workspace/patient-card';
import type { PreviewHandle } from '@/features/workspace/preview-editor';
import { stepTextSize } from '@/lib/text-size';
import type { CommandId } from './commands';
import { failed } from './desk';
import type { Workspace } from './workspace';

export type Commands = Readonly<Record<CommandId, () => void>>;

/** The parts of the page that a command reaches for. */
export interface PageParts {
  readonly editor: RefObject<ReportEditorHandle | null>;
  readonly flags: RefObject<FlagsHandle | null>;
  readonly preview: RefObject<PreviewHandle | null>;
  readonly patient: RefObject<PatientHandle | null>;
  readonly playback: RefObject<PlaybackHandle | null>;
  readonly comparison: RefObject<ComparisonHandle | null>;
  readonly showKeys: () => void;
}

export interface ComparisonHandle {
  /** Opens the previous report, or says who may compare. */
  readonly open: () => void;
}

export function commandsOf(workspace: Workspace, page: PageParts): Commands {
  const { editor, flags, preview, patient } = page;
  const walk = (direction: 'next' | 'previous') => {
    if (!editor.current?.walk(direction)) failed('No Blanks', 'The report has no blank to fill.');
  };
  const size = (step: 1 | -1) => toast({ title: 'Text Size', description: SIZE_NAMES[stepTextSize(step)] });
  return {
    toggleRecording: () => void workspace.toggleRecording(),
    togglePause: () => workspace.togglePause(),
    transcribe: () => void workspace.transcribe(),
    play: () => {
      if (!page.playback.current?.toggle()) failed('No Recording', 'There is no finished recording to listen to.');
    },
    structure: () => void workspace.structure(),
    impression: () => void workspace.impression().then(() => afterPaint(() => editor.current?.reveal('impression'))),
    cancel: () => {
      if (workspace.activity.get().running) workspace.cancel();
      else toast({ title: 'Nothing to Cancel', description: 'Nothing is being transcribed or written.' });
    },
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
    dismissFlag: () => flags.current?.dismiss(),
    putBack: () => {
      if (!workspace.putNextBack())
        toast({ title: 'Nothing to Put Back', description: 'No line of the template is set aside.' });
    },
    undo: () => workspace.undo(),
    redo: () => workspace.redo(),
    newReport: () => workspace.newReport(),
    park: () => void workspace.park(),
    openParked: () => void workspace.openLastParked(),
    compare: () => page.comparison.current?.open(),
    goToPatient: () => patient.current?.focus(),
    goToTemplate: () => patient.current?.openTemplates(),
    goToPreview: () => preview.current?.focus(),
    goToReport: () => editor.current?.focus(),
    largerText: () => size(1),
    smallerText: () => size(-1),
    showKeys: page.showKeys,
  };
}

const SIZE_NAMES = { small: 'Small', standard: 'Standard', large: 'Large', largest: 'Largest' };

/** When what just changed is on the page. */
function afterPaint(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work));
}
