import { Switch } from '@/components/ui/switch';
import type { TextRange } from '@/lib/text-change';
import type { Origin, Statement } from './marks';

const ORIGINS: readonly { readonly origin: Origin; readonly name: string; readonly className: string }[] = [
  { origin: 'dictated', name: 'Dictated', className: 'hl-dictated' },
  { origin: 'template', name: 'Template', className: 'hl-template' },
  { origin: 'derived', name: 'Generated', className: 'hl-derived' },
  { origin: 'previous', name: 'Previous report', className: 'hl-previous' },
];

interface OriginLegendProps {
  readonly statements: readonly Statement[];
  readonly spoken: readonly TextRange[];
  readonly shown: boolean;
  readonly onShow: (shown: boolean) => void;
}

/** What the marks mean, and the switch that hides them. Only the origins that the report has; nothing for none. */
export function OriginLegend({ statements, spoken, shown, onShow }: OriginLegendProps) {
  const isPresent = (origin: Origin) =>
    (origin === 'dictated' && spoken.length > 0) || statements.some((statement) => statement.origin === origin);
  const present = ORIGINS.filter(({ origin }) => isPresent(origin));
  if (present.length === 0) return null;
  return (
    <div className="off-paper flex flex-wrap items-center gap-x-4 gap-y-1 border-b px-4 py-1.5 text-2xs text-ink-3">
      <Switch label="Show origins" checked={shown} onCheckedChange={onShow} />
      {shown && (
        <span className="origin-legend ml-auto flex flex-wrap gap-x-3.5">
          {present.map(({ origin, name, className }) => (
            <span key={origin} className={origin === 'template' ? undefined : 'text-ink'}>
              <span className={className}>{name}</span>
            </span>
          ))}
        </span>
      )}
    </div>
  );
}
