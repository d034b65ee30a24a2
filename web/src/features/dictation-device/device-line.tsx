/** In the recorder: which microphone's buttons and which pedal act here, and the way to connect one. */
import { Cable } from 'lucide-react';
import { Spinner } from '@/components/ui/spinner';
import { singleClick } from '@/lib/single-click';
import { useStore } from '@/lib/store';
import type { DeviceConnection } from './connection';

interface DeviceLineProps {
  readonly devices: DeviceConnection;
  /** Opens the list of what the buttons do. */
  readonly onShowButtons: () => void;
}

export function DeviceLine({ devices, onShowButtons }: DeviceLineProps) {
  const { names, connecting, failed } = useStore(devices.state, (value) => value);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-0.5 border-t px-4 py-1.5 text-2xs text-ink-3">
      <p role="status" className="text-ink-2 empty:hidden">
        {names.length > 0 && `${names.join(', ')} connected`}
      </p>
      {names.length > 0 && (
        <button type="button" className={QUIET} onClick={onShowButtons}>
          What the buttons do
        </button>
      )}
      <button type="button" className={QUIET} disabled={connecting} onClick={singleClick(() => void devices.connect())}>
        {connecting ? <Spinner size={13} /> : <Cable size={13} aria-hidden />}
        {names.length > 0 ? 'Connect another' : 'Connect a dictation microphone or pedal'}
      </button>
      <p role="alert" className="basis-full text-warn empty:hidden">
        {failed && 'No device could be connected. Plug it in, close other programs that use it, and try again.'}
      </p>
    </div>
  );
}

const QUIET = 'flex min-h-6 cursor-pointer items-center gap-1.5 rounded-sm hover:text-ink disabled:cursor-default';
