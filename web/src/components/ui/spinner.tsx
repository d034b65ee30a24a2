import { LoaderCircle } from 'lucide-react';
import { cx } from '@/lib/cx';

/** Turns while something runs. Decorative: say what runs in text beside it. */
export function Spinner({ size = 18 }: { size?: number }) {
  return <LoaderCircle size={size} className="animate-spin motion-reduce:animate-none" aria-hidden />;
}

/** A card whose content is on its way. */
export function Loading({ label = 'Loading', className }: { label?: string; className?: string }) {
  return (
    <div role="status" className={cx('grid place-items-center text-ink-3', className)}>
      <Spinner size={22} />
      <span className="sr-only">{label}</span>
    </div>
  );
}

/** A page whose content is on its way: already a page, with a landmark and a heading. */
export function PageLoading({ label = 'Loading' }: { label?: string }) {
  return (
    <main id="main">
      <h1 className="sr-only">Readout</h1>
      <Loading label={label} className="min-h-40" />
    </main>
  );
}
