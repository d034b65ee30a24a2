/** The question about unfilled blanks, tied to the workspace. */
import { type RefObject, Suspense, useEffect, useState } from 'react';
import { findBlanks } from '@/features/report/blanks';
import type { ReportEditorHandle } from '@/features/report/report-editor';
import { late } from '@/lib/late';
import { useStore } from '@/lib/store';
import type { Workspace } from './workspace';

/** It is here before a report is, so that it can be asked without a connection. */
const OpenBlanksDialog = late(() =>
  import('@/features/report/open-blanks-dialog').then((module) => module.OpenBlanksDialog),
);

interface OpenBlanksAreaProps {
  readonly workspace: Workspace;
  readonly editor: RefObject<ReportEditorHandle | null>;
}

export function OpenBlanksArea({ workspace, editor }: OpenBlanksAreaProps) {
  const { openBlanks, history } = workspace;
  const id = useStore(history, ({ study }) => study.id);
  const asked = useStore(openBlanks.question, (value) => value);
  const question = asked?.study.id === id ? asked : null;
  // Who comes back to a study is not asked what was asked before they left it.
  useEffect(() => {
    if (asked && asked.study.id !== id) openBlanks.cancel();
  }, [asked, id, openBlanks]);
  // What was asked stays to be seen while the dialog closes, and never into the next study.
  const [shown, show] = useState(question);
  if (question && question !== shown) show(question);
  if (shown && shown.study.id !== id) show(null);
  return (
    <Suspense>
      <OpenBlanksDialog
        open={question !== null}
        taking={shown?.taking ?? 'export'}
        blanks={shown?.blanks ?? 0}
        sentences={shown?.without?.sentences ?? null}
        onLeaveOut={() => void openBlanks.leaveOut()}
        onAsItIs={() => void openBlanks.asItIs()}
        onCancel={openBlanks.cancel}
        onGoToFirst={() => {
          const [first] = findBlanks(history.get().study.report);
          if (first) editor.current?.select(first);
        }}
      />
    </Suspense>
  );
}
