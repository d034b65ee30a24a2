import { Button } from './ui/button';
import { Notice } from './ui/notice';

type LoadFailedProps = { what: string; pending: boolean; onRetry: () => void };

/** Stands in a card whose content could not be had. */
export function LoadFailed({ what, pending, onRetry }: LoadFailedProps) {
  return (
    <Notice tone="warn" title={`${what} could not be loaded`}>
      <p>Check your connection and try again.</p>
      <Button size="sm" className="mt-2.5" pending={pending} onClick={onRetry}>
        Try again
      </Button>
    </Notice>
  );
}
