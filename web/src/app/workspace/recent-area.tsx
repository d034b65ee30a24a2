/** The card of the reports that this browser keeps. Its script comes when there are some. */
import { useEffect, useState } from 'react';
import type { ListedReport } from '@/features/drafts/model';
import { RecentCard } from '@/features/drafts/recent-card';
import { RecentDialog } from '@/features/drafts/recent-dialog';
import { useStore } from '@/lib/store';
import type { RecentReport, RecentReports } from './recent-reports';
import { nameOf, whatOf } from './study-summary';
import type { Workspace } from './workspace';

interface RecentAreaProps {
  readonly workspace: Workspace;
  readonly startsOpen: boolean;
  readonly className?: string;
}

export function RecentArea({ workspace, startsOpen, className }: RecentAreaProps) {
  const { recent } = workspace;
  const kept = useStore(recent.kept, (value) => value);
  const hours = useStore(recent.hours, (value) => value);
  const current = useStore(workspace.history, ({ study }) => study.id);
  const parked = useStore(workspace.keeping.parked, (value) => value);
  const exporting = useStore(workspace.activity, (activity) => activity.exporting);
  const copied = useStore(workspace.activity, (activity) => activity.copied);
  const [unfolded, setUnfolded] = useState(startsOpen);
  const [chosen, choose] = useState<{ report: ListedReport; open: boolean } | null>(null);
  // A draft that is parked is in the other list.
  const shown = kept.filter(({ id }) => !parked.some(({ stored }) => stored.studyId === id));
  const reports = useReports(recent, unfolded, kept);
  if (!hours || shown.length === 0) return null;
  const close = () => choose((before) => before && { ...before, open: false });
  return (
    <>
      <RecentCard
        className={className}
        count={shown.length}
        hours={hours}
        reports={reports?.filter(({ id }) => shown.some((each) => each.id === id)).map(listedReport) ?? null}
        current={current}
        startsOpen={startsOpen}
        onToggle={setUnfolded}
        onOpen={(report) => choose({ report, open: true })}
        onRemove={(id) => void recent.remove(id)}
        onRemoveAll={() => void recent.removeAll()}
      />
      {chosen && (
        <RecentDialog
          {...chosen}
          hours={hours}
          exporting={exporting}
          copied={copied}
          onClose={close}
          onCopy={() => void workspace.copyRecent(chosen.report.id)}
          onExport={() => void workspace.exportRecent(chosen.report.id)}
          onContinue={() => {
            close();
            void workspace.openReport(chosen.report.id);
          }}
        />
      )}
    </>
  );
}

/** Read when they are looked at, and forgotten when the card is folded. */
function useReports(recent: RecentReports, wanted: boolean, kept: unknown): readonly RecentReport[] | null {
  const [reports, setReports] = useState<readonly RecentReport[] | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again whenever what is kept has changed
  useEffect(() => {
    if (!wanted) return setReports(null);
    let gone = false;
    void recent.readAll().then((found) => {
      if (!gone) setReports(found);
    });
    return () => {
      gone = true;
    };
  }, [recent, wanted, kept]);
  return reports;
}

function listedReport({ id, keptAt, by, study }: RecentReport): ListedReport {
  return { id, keptAt, by, name: nameOf(study), what: whatOf(study), report: study.report };
}
