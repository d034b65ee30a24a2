/** The card of the report, tied to the parts of the workspace that it shows. */
import { type RefObject, useMemo } from 'react';
import { type FlagsHandle, ReportCard } from '@/features/report/report-card';
import type { ReportEditorHandle } from '@/features/report/report-editor';
import { printReport, shareWritten } from '@/features/report/report-text';
import type { SetAsideLine } from '@/features/report/set-aside';
import { useReportFlags } from '@/features/report/use-report-flags';
import type { PreviewHandle } from '@/features/workspace/preview-editor';
import { spokenPlaces } from '@/features/workspace/report-words';
import { doubtsOf } from '@/features/workspace/transcript';
import { useStore } from '@/lib/store';
import { type AreaProps, keysOf, Undo, useLiveAt } from './areas';
import { OpenBlanksArea } from './open-blanks-area';
import { modalityOf, studyNameOf } from './requests';
import { notesOf, sourceLine } from './source-line';
import { awaitsStructuring, type Step } from './study';

const NOTHING: readonly string[] = [];
const NOTHING_SET_ASIDE: readonly SetAsideLine[] = [];

export function ReportArea({
  workspace,
  commands,
  className,
  editor,
  flags,
  preview,
}: AreaProps & {
  editor: RefObject<ReportEditorHandle | null>;
  flags: RefObject<FlagsHandle | null>;
  preview: RefObject<PreviewHandle | null>;
}) {
  const report = useStore(workspace.history, ({ study }) => study.report);
  const words = useStore(workspace.history, ({ study }) => study.reportWords);
  const doubtful = useMemo(() => doubtsOf(words), [words]);
  const spoken = useMemo(() => spokenPlaces(words, report), [words, report]);
  const statements = useStore(workspace.history, ({ study }) => study.statements);
  const lost = useStore(workspace.history, ({ study }) => study.lost);
  const leftOut = useStore(workspace.history, ({ study }) => study.leftOut);
  const setAside = useStore(workspace.history, ({ study }) => study.setAside) ?? NOTHING_SET_ASIDE;
  const takenBack = useStore(workspace.history, ({ study }) => study.takenBack) ?? NOTHING;
  const id = useStore(workspace.history, ({ study }) => study.id);
  const sex = useStore(workspace.history, ({ study }) => study.patient.sex);
  const studyName = useStore(workspace.history, ({ study }) => studyNameOf(study));
  const altered = useStore(workspace.history, ({ study }) => study.altered);
  const madeFrom = useStore(workspace.history, ({ study }) => study.madeFrom);
  const transcript = useStore(workspace.history, ({ study }) => study.transcript.text);
  const modality = useStore(workspace.history, ({ study }) => modalityOf(study));
  const structuredBy = useStore(workspace.history, ({ study }) => study.structuredBy);
  const impressionBy = useStore(workspace.history, ({ study }) => study.impressionBy);
  const awaited = useStore(workspace.history, ({ study }) => awaitsStructuring(study));
  const activity = useStore(workspace.activity, (value) => value);
  const { listening, tentative } = useLiveAt(workspace, 'report');
  const dismissed = useStore(workspace.history, ({ study }) => study.dismissed);
  const found = useReportFlags({
    study: id,
    report,
    statements,
    lost,
    altered,
    madeFrom,
    transcript,
    sex,
    studyName,
    modality,
    dismissed,
  });
  return (
    <>
      <ReportCard
        className={className}
        editor={editor}
        flagsHandle={flags}
        report={report}
        draft={activity.draft && printReport(activity.draft)}
        statements={statements}
        doubtful={doubtful}
        spoken={spoken}
        flags={found}
        source={sourceLine(structuredBy, impressionBy)}
        notes={notesOf(structuredBy, impressionBy)}
        repairs={structuredBy?.repairs ?? NOTHING}
        leftOut={leftOut}
        setAside={setAside}
        takenBack={takenBack}
        structuring={activity.running === 'structure'}
        written={activity.draft ? shareWritten(activity.draft) : undefined}
        generating={activity.running === 'impression'}
        delay={activity.delay}
        exporting={activity.exporting}
        isNext={!awaited}
        copied={activity.copied}
        disabled={activity.running !== null}
        failure={activity.reportFailure}
        keys={REPORT_KEYS}
        listening={listening}
        tentative={tentative}
        undo={<Undo workspace={workspace} commands={commands} kinds={REPORT_STEPS} />}
        onChange={(next) => workspace.amend({ report: next })}
        onNextBlank={commands.nextBlank}
        onNextDoubt={() => editor.current?.nextDoubt()}
        onSettleDoubt={workspace.settleReportDoubt}
        onImpression={commands.impression}
        onCancel={workspace.cancel}
        onExport={commands.export}
        onCopy={commands.copy}
        onNewReport={commands.newReport}
        onPutIn={workspace.notePutIn}
        onShowDictated={(words) => preview.current?.select(words)}
        onDismiss={({ id: flag }) => workspace.dismissFlag(flag)}
        onPutBack={workspace.putBack}
      />
      <OpenBlanksArea workspace={workspace} editor={editor} />
    </>
  );
}

const REPORT_KEYS = {
  impression: keysOf('impression'),
  export: keysOf('export'),
  copy: keysOf('copy'),
  nextBlank: keysOf('nextBlank'),
  nextDoubt: keysOf('nextDoubt'),
  nextFlag: keysOf('nextFlag'),
  fixFlag: keysOf('fixFlag'),
  putBack: keysOf('putBack'),
  newReport: keysOf('newReport'),
};

const REPORT_STEPS: readonly Step['kind'][] = ['report', 'new-report'];
