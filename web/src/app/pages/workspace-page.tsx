/** /app: composes the workspace from its features (workspace, recorder, report, templates, subscription). */
import { AppHeader } from '@/components/app-header';
import { WORKSPACE_LINKS } from '@/components/site-header';
import { RequireUser } from '@/features/session/require-user';

export function WorkspacePage() {
  return (
    <>
      <AppHeader links={WORKSPACE_LINKS} wide />
      <RequireUser signedOutTo="/">{() => <main id="main" className="p-3" />}</RequireUser>
    </>
  );
}
