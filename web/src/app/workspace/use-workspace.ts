/** Binds the workspace to the page: one for a user, and gone with the page. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { enginesQuery } from '@/api/engines';
import { subscriptionStatusQuery } from '@/api/subscription';
import { beforeLeaving } from '@/lib/leaving';
import { reloadPage } from '@/lib/navigation';
import { openStorage } from './open-storage';
import { createRecentReports } from './recent-reports';
import { createStudyKeeping } from './study-keeping';
import { createWorkspace, type Workspace } from './workspace';

interface OpenedWorkspace {
  /** Null until it is made. */
  readonly workspace: Workspace | null;
  /** What this browser keeps of other studies has been looked for, found or not. */
  readonly searched: boolean;
}

export function useWorkspace(userId: string): OpenedWorkspace {
  const client = useQueryClient();
  const [workspace, setWorkspace] = useState<Workspace | null>(null);
  const [searched, setSearched] = useState(false);

  useEffect(() => {
    const storage = openStorage(client, userId);
    const created = createWorkspace({
      keeping: createStudyKeeping(storage.vault),
      recent: createRecentReports(storage.reports),
      isLive: () => client.getQueryData(enginesQuery.queryKey)?.speech.live ?? false,
      hasPremium: () => client.getQueryData(subscriptionStatusQuery.queryKey)?.hasPremiumAccess ?? false,
    });
    const found = () => setSearched(true);
    created.open().then(found, found);
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

  return { workspace, searched };
}
