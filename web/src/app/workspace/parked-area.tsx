/** The card of the studies that were put aside. */
import { ParkedCard } from '@/features/drafts/parked-card';
import { useStore } from '@/lib/store';
import { ariaKeys, keyHint } from './commands';
import type { ParkedStudy } from './study-keeping';
import { nameOf, stateOf, whatOf } from './study-summary';
import type { Workspace } from './workspace';

const OPEN_PARKED = { hint: keyHint('openParked'), aria: ariaKeys('openParked') };

export function ParkedArea({ workspace, className }: { workspace: Workspace; className?: string }) {
  const parked = useStore(workspace.keeping.parked, (value) => value);
  const turning = useStore(workspace.activity, (activity) => activity.turning);
  const find = (id: string) => parked.find(({ stored }) => stored.studyId === id)?.stored;
  if (parked.length === 0) return null;
  return (
    <ParkedCard
      className={className}
      drafts={parked.map(listedDraft)}
      keys={OPEN_PARKED}
      disabled={turning}
      onOpen={(id) => {
        const found = find(id);
        if (found) void workspace.openStudy(found);
      }}
      onDiscard={(id) => {
        const found = find(id);
        if (found) void workspace.discardFound(found);
      }}
    />
  );
}

function listedDraft({ stored, study }: ParkedStudy) {
  return {
    id: stored.studyId,
    name: nameOf(study),
    what: study && whatOf(study),
    state: stateOf(study, stored.recordings),
    parkedAt: stored.parkedAt ?? stored.touchedAt,
  };
}
