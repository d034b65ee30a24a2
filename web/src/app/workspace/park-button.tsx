import { CircleParking } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { useStore } from '@/lib/store';
import type { Commands } from './command-set';
import { ariaKeys, keyHint } from './commands';
import { isBlank } from './study';
import type { Workspace } from './workspace';

/** Puts the whole study aside for an urgent one; there is nothing to put aside on an empty page. */
export function ParkButton({ workspace, commands }: { workspace: Workspace; commands: Commands }) {
  const written = useStore(workspace.history, ({ study }) => !isBlank(study));
  const spoken = useStore(workspace.recorder.state, ({ phase }) => phase !== 'idle' && phase !== 'starting');
  const shelved = useStore(workspace.recorder.shelved, (recordings) => recordings.length > 0);
  const turning = useStore(workspace.activity, (activity) => activity.turning);
  return (
    <Button
      size="sm"
      variant="ghost"
      className="px-2 lg:-my-0.5 lg:-mr-2 lg:h-7"
      disabled={turning || !(written || spoken || shelved)}
      aria-keyshortcuts={ariaKeys('park')}
      title={`Put this study aside (${keyHint('park')})`}
      onClick={commands.park}
    >
      <CircleParking size={15} aria-hidden />
      Park
    </Button>
  );
}
