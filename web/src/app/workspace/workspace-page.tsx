/** /app: who may be here, the banners, and the cards in their places. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { currentUserQuery } from '@/api/session';
import { SUBSCRIPTION_KEY, subscriptionStatusQuery } from '@/api/subscription';
import { AppHeader } from '@/components/app-header';
import { WORKSPACE_LINKS } from '@/components/site-header';
import { PageLoading } from '@/components/ui/spinner';
import { RecentWaiting } from '@/features/drafts/recent-head';
import type { PlaybackHandle } from '@/features/recorder/use-playback';
import type { FlagsHandle } from '@/features/report/report-card';
import type { ReportEditorHandle } from '@/features/report/report-editor';
import { RequireUser } from '@/features/session/require-user';
import { PromoBanner } from '@/features/subscription/promo-banner';
import { mustSubscribe } from '@/features/subscription/redirect';
import { SubscriptionBanner } from '@/features/subscription/subscription-banner';
import type { PatientHandle } from '@/features/workspace/patient-card';
import type { PreviewHandle } from '@/features/workspace/preview-editor';
import { copyrightYears, PRODUCT } from '@/lib/constants';
import { late } from '@/lib/late';
import { useMedia } from '@/lib/media';
import { useStore } from '@/lib/store';
import { signedOutPath, usePaymentReturn } from '../use-payment-return';
import { AdvancedArea, PatientArea, PreviewArea, RecorderArea } from './areas';
import { type ComparisonHandle, commandsOf } from './command-set';
import { HeaderTools } from './header-tools';
import { ParkedArea } from './parked-area';
import { ReportArea } from './report-area';
import { isBlank } from './study';
import { useCommandKeys } from './use-command-keys';
import { useDictationDevice } from './use-dictation-device';
import { useDictationPage } from './use-dictation-page';
import { useKeptFocus } from './use-kept-focus';
import { useOpening } from './use-opening';
import { useWorkspace } from './use-workspace';
import type { Workspace } from './workspace';

/** The window shares the screen with an image viewer: dictation and report still stand side by side. */
const BESIDE_A_VIEWER = '(min-width: 768px) and (max-width: 1023.98px)';

export function WorkspacePage() {
  const { data: user } = useQuery(currentUserQuery);
  const wide = useMedia('(min-width: 860px)');
  const [keysShown, setKeysShown] = useState(false);
  const showKeys = useCallback(() => setKeysShown(true), []);
  return (
    <div className="paper-flow flex min-h-dvh flex-col md:h-dvh md:max-lg:min-h-184">
      <AppHeader
        links={WORKSPACE_LINKS}
        wide
        status={
          <>
            {user && wide && <Subscription />}
            <HeaderTools onShowKeys={showKeys} />
          </>
        }
      />
      <RequireUser signedOutTo={signedOutPath('/app', '/')}>
        {({ id }) => <SignedIn userId={id} wide={wide} showKeys={showKeys} />}
      </RequireUser>
      <Suspense>{keysShown && <KeysSheet open onClose={() => setKeysShown(false)} />}</Suspense>
    </div>
  );
}

function Subscription() {
  const client = useQueryClient();
  const refetch = useCallback(() => void client.invalidateQueries({ queryKey: SUBSCRIPTION_KEY }), [client]);
  return <SubscriptionBanner onEnd={refetch} />;
}

function SignedIn({ userId, wide, showKeys }: { userId: string; wide: boolean; showKeys: () => void }) {
  const { workspace, searched } = useWorkspace(userId);
  const opening = useOpening(searched);
  usePaymentReturn('/app');
  if (!workspace || opening === 'waiting') return <PageLoading label="Opening the workspace" />;
  return (
    <>
      {!wide && (
        <section
          aria-label="Subscription"
          className="off-paper border-b bg-panel px-4 py-2 empty:hidden *:justify-between"
        >
          <Subscription />
        </section>
      )}
      {opening === 'in time' && <PromoBanner />}
      <Cards workspace={workspace} showKeys={showKeys} />
      <footer className="on-paper flex flex-wrap items-center gap-x-4 gap-y-1 px-4 pb-2.5 text-2xs text-ink-3 lg:px-5">
        <p className="min-w-0 flex-1 basis-80">
          Medical disclaimer: AI-generated text. The reporting professional must review and verify every report.
        </p>
        <p>
          © {copyrightYears(new Date())} {PRODUCT}
        </p>
      </footer>
    </>
  );
}

function Cards({ workspace, showKeys }: { workspace: Workspace; showKeys: () => void }) {
  const editor = useRef<ReportEditorHandle>(null);
  const flags = useRef<FlagsHandle>(null);
  const preview = useRef<PreviewHandle>(null);
  const patient = useRef<PatientHandle>(null);
  const playback = useRef<PlaybackHandle>(null);
  const comparison = useRef<ComparisonHandle>(null);
  const commands = useMemo(
    () => commandsOf(workspace, { editor, flags, preview, patient, playback, comparison, showKeys }),
    [workspace, showKeys],
  );
  const main = useRef<HTMLElement>(null);
  useCommandKeys(commands);
  useKeptFocus(main);
  const devices = useDictationDevice(workspace, commands);
  useDictationPage(workspace, commands, editor);
  useSubscribeRedirect(workspace);
  const parts = { workspace, commands };
  const beside = useMedia(BESIDE_A_VIEWER);
  const patientCard = <PatientArea {...parts} handle={patient} className="on-paper order-1 md:max-lg:col-span-2" />;
  return (
    <main
      ref={main}
      id="main"
      className="paper-flow grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] gap-3 p-3 md:max-lg:grid-cols-[minmax(0,0.85fr)_minmax(0,1.15fr)] md:max-lg:grid-rows-[auto_minmax(0,1fr)] lg:grid-cols-[264px_minmax(340px,0.82fr)_minmax(0,1.18fr)] lg:grid-rows-[minmax(0,1fr)]"
    >
      <h1 className="sr-only">Report workspace</h1>
      {beside && patientCard}
      {/* One column beside an image viewer; two where there is room. */}
      <div className="paper-flow contents md:max-lg:order-2 md:max-lg:flex md:max-lg:min-h-0 md:max-lg:flex-col md:max-lg:gap-3 md:max-lg:overflow-y-auto md:max-lg:*:*:shrink-0">
        <div className="paper-flow contents lg:flex lg:min-h-0 lg:flex-col lg:gap-3 lg:overflow-y-auto lg:*:shrink-0">
          <Parked workspace={workspace} />
          {!beside && patientCard}
          <AdvancedArea workspace={workspace} handle={comparison} className="order-5" />
          <Recent workspace={workspace} />
          <Suspense>
            <HowToUseCard className="order-6" />
          </Suspense>
        </div>
        <div className="contents lg:flex lg:min-h-0 lg:flex-col lg:gap-3 lg:overflow-y-auto">
          <RecorderArea {...parts} playback={playback} devices={devices} className="order-2" />
          <PreviewArea {...parts} preview={preview} className="order-3 min-h-64 md:flex-[1_0_auto]" />
        </div>
      </div>
      <ReportArea
        {...parts}
        editor={editor}
        flags={flags}
        preview={preview}
        className="on-paper paper-flow order-4 min-h-96 md:min-h-0"
      />
    </main>
  );
}

// What a report does not wait for comes behind the first paint.
const HowToUseCard = late(() => import('@/features/workspace/how-to-use-card').then((module) => module.HowToUseCard));
const KeysSheet = late(() => import('./keys-sheet').then((module) => module.KeysSheet));
const RecentArea = late(() => import('./recent-area').then((module) => module.RecentArea));

/** What was put aside stands first: it waits for somebody. */
function Parked({ workspace }: { workspace: Workspace }) {
  const some = useStore(workspace.keeping.parked, ({ length }) => length > 0);
  return some && <ParkedArea workspace={workspace} className="order-1" />;
}

function Recent({ workspace }: { workspace: Workspace }) {
  const count = useStore(workspace.recent.kept, ({ length }) => length);
  const [opened, setOpened] = useState(false);
  if (count === 0) return null;
  return (
    <Suspense fallback={<RecentWaiting count={count} className="order-5" onToggle={setOpened} />}>
      <RecentArea workspace={workspace} startsOpen={opened} className="order-5" />
    </Suspense>
  );
}

/** A trial that ends during a dictation lets it be finished: the page goes on until the study is off it. */
function useSubscribeRedirect(workspace: Workspace): void {
  const [, navigate] = useLocation();
  const { data: status } = useQuery(subscriptionStatusQuery);
  const written = useStore(workspace.history, ({ study }) => !isBlank(study));
  const spoken = useStore(workspace.recorder.state, ({ phase }) => phase !== 'idle');
  const leaves = mustSubscribe(status, written || spoken);
  useEffect(() => {
    if (leaves) navigate('/subscribe');
  }, [leaves, navigate]);
}
