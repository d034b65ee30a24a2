/** The flags under the report: each goes to its place, some put themselves right, all can be put aside. */
import { CircleAlert, TriangleAlert, X } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { cx } from '@/lib/cx';
import { singleClick } from '@/lib/single-click';
import { type Flag, toVerify } from './flag';

interface FlagListProps {
  readonly flags: readonly Flag[];
  readonly current: string | null;
  readonly failed: boolean;
  readonly onCheckAgain: () => void;
  readonly keys: { readonly next: string; readonly fix: string };
  readonly onGo: (flag: Flag) => void;
  readonly onFix: (flag: Flag) => void;
  readonly onDismiss: (flag: Flag) => void;
}

export function FlagList(props: FlagListProps) {
  const { flags, current, failed, keys } = props;
  return (
    <section aria-label="To verify" className="border-t empty:hidden">
      <p role="status" className="sr-only">
        {flags.length > 0 && toVerify(flags.length)}
      </p>
      {flags.length > 0 && (
        <>
          <p className="flex items-center gap-3 px-4 pt-2 text-2xs text-ink-3">
            {toVerify(flags.length)}
            <span className="ml-auto max-md:hidden">
              {keys.next} next, {keys.fix} apply fix
            </span>
          </p>
          <ul className="px-2 pb-1.5 text-xs text-ink-2 md:max-h-36 md:overflow-y-auto md:max-lg:max-h-28">
            {flags.map((flag) => (
              <Row key={flag.id} flag={flag} isCurrent={flag.id === current} {...props} />
            ))}
          </ul>
        </>
      )}
      {failed && (
        <p className="px-4 py-2 text-2xs text-warn">
          The report could not be checked just now. Read it with more care, or{' '}
          <button type="button" className="cursor-pointer underline underline-offset-2" onClick={props.onCheckAgain}>
            check it again
          </button>
          .
        </p>
      )}
    </section>
  );
}

function Row({ flag, isCurrent, onGo, onFix, onDismiss }: FlagListProps & { flag: Flag; isCurrent: boolean }) {
  const Icon = flag.tone === 'danger' ? CircleAlert : TriangleAlert;
  const tone = flag.tone === 'danger' ? 'text-rec' : 'text-warn';
  return (
    <li
      className={cx(
        'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-1 rounded-md sm:grid-cols-[minmax(0,1fr)_auto_auto]',
        isCurrent && 'bg-accent-soft',
      )}
    >
      <button
        type="button"
        className="flex cursor-pointer items-start gap-2 rounded-md px-2 py-1.5 text-left hover:text-ink"
        aria-current={isCurrent || undefined}
        onClick={() => onGo(flag)}
      >
        <Icon size={14} className={`mt-px shrink-0 ${tone}`} aria-hidden />
        <span className="min-w-0">
          <span className={`font-medium ${tone}`}>{flag.label}</span> {flag.message}
        </span>
      </button>
      {flag.fix && (
        <Button
          size="sm"
          className="max-sm:row-start-2 max-sm:mb-1.5 max-sm:ml-7.5 max-sm:w-fit"
          onClick={singleClick(() => onFix(flag))}
        >
          {flag.fix.label}
        </Button>
      )}
      <Button
        variant="ghost"
        className="size-8 px-0 max-sm:col-start-2 max-sm:row-start-1 sm:col-start-3"
        aria-label={`Put aside: ${flag.message}`}
        onClick={singleClick(() => onDismiss(flag))}
      >
        <X size={14} aria-hidden />
      </Button>
    </li>
  );
}
