import { type ComponentProps, useState } from 'react';
import { singleClick } from '@/lib/single-click';
import { Button } from './ui/button';

type AskTwiceProps = Omit<ComponentProps<typeof Button>, 'children' | 'onClick' | 'onBlur' | 'variant'> & {
  readonly label: string;
  /** Stands in its place after the first click. */
  readonly question: string;
  readonly onConfirm: () => void;
};

/** Takes something away for good, and asks once more in its own place before it does. */
export function AskTwice({ label, question, onConfirm, ...rest }: AskTwiceProps) {
  const [asked, ask] = useState(false);
  return (
    <Button
      {...rest}
      variant={asked ? 'danger' : 'ghost'}
      onBlur={() => ask(false)}
      onClick={singleClick(() => {
        if (asked) onConfirm();
        ask(!asked);
      })}
    >
      {asked ? question : label}
    </Button>
  );
}
