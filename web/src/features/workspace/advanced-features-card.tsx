import { useId } from 'react';
import { Link } from 'wouter';
import { buttonClass } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { Checkbox } from '@/components/ui/checkbox';
import { toast } from '@/components/ui/toast-store';

interface AdvancedFeaturesCardProps {
  /** Absent until it is known. */
  readonly premium?: boolean;
  /** Asks again what the user may; given when that could not be had. */
  readonly onAskAccess?: () => void;
  readonly comparing: boolean;
  readonly includeSignature: boolean;
  readonly className?: string;
  readonly onCompare: (comparing: boolean) => void;
  /** Opens the previous report again while the box is ticked. */
  readonly onOpenPrevious: () => void;
  readonly onIncludeSignature: (include: boolean) => void;
}

const premiumOnly = (description: string) => toast({ title: 'Premium Feature', description });
export const comparisonIsPremium = () => premiumOnly('Comparison reports are only available for premium subscribers.');

export function AdvancedFeaturesCard(props: AdvancedFeaturesCardProps) {
  const { premium = false, comparing, includeSignature } = props;
  const known = props.premium !== undefined;
  const id = useId();
  return (
    <Card aria-labelledby={id} className={props.className}>
      <CardHeader id={id} title="Advanced Features" />
      <div className="px-4 py-2.5">
        <Checkbox
          label="Compare with Previous Report"
          checked={premium && comparing}
          locked={known && !premium}
          disabled={!known}
          onLockedClick={comparisonIsPremium}
          onCheckedChange={props.onCompare}
        />
        {premium && comparing && (
          <button
            type="button"
            className="mb-1 ml-7 cursor-pointer text-xs text-accent underline underline-offset-2"
            onClick={props.onOpenPrevious}
          >
            Edit the previous report
          </button>
        )}
        <Checkbox
          label="Include Signature in Export"
          checked={premium && includeSignature}
          locked={known && !premium}
          disabled={!known}
          onLockedClick={() => premiumOnly('Signature inclusion is only available for premium subscribers.')}
          onCheckedChange={props.onIncludeSignature}
        />
        {props.onAskAccess && (
          <p role="alert" className="mt-1 text-2xs text-warn">
            Your subscription could not be read.{' '}
            <button type="button" className="cursor-pointer underline underline-offset-2" onClick={props.onAskAccess}>
              Try again
            </button>
          </p>
        )}
        {known && !premium && (
          <div className="mt-2 flex items-center justify-between gap-3 border-t pt-2.5 pb-0.5">
            <p className="text-2xs text-ink-3">
              <span className="block font-medium text-ink-2">Premium Features</span>
              Part of the monthly subscription.
            </p>
            <Link href="/subscribe" className={buttonClass({ size: 'sm' })}>
              Subscribe
            </Link>
          </div>
        )}
      </div>
    </Card>
  );
}
