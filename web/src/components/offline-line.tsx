import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';

/** Under the header while the browser has no connection: what still works, and that nothing is lost. */
export function OfflineLine() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status">
      {!online && (
        <p className="flex items-start gap-2 border-b bg-warn-soft px-5 py-2 text-xs text-ink">
          <WifiOff size={14} className="mt-px shrink-0 text-warn" aria-hidden />
          You are offline. What is on this page stays, and recording goes on; what needs the server works again once you
          are connected.
        </p>
      )}
    </div>
  );
}

function subscribe(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}
