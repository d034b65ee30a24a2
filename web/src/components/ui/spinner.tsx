import { LoaderCircle } from 'lucide-react';

/** Turns while something runs. Decorative: say what runs in text beside it. */
export function Spinner({ size = 18 }: { size?: number }) {
  return <LoaderCircle size={size} className="animate-spin motion-reduce:animate-none" aria-hidden />;
}

/** A page or card whose content is on its way. */
export function Loading({ label = 'Loading' }: { label?: string }) {
  return (
    <div role="status" className="grid min-h-40 place-items-center text-ink-3">
      <Spinner size={22} />
      <span className="sr-only">{label}</span>
    </div>
  );
}
