import { Suspense } from 'react';
import { late } from '@/lib/late';
import type { SelectProps } from './select';
import { SelectWaiting } from './select-waiting';

/** A list takes more script than the rest of the page: it comes behind the first paint, and is there before a hand is. */
const Select = late(() => import('./select').then((module) => module.Select));

/** A select for a page whose first sight does not wait for it. */
export function LateSelect(props: SelectProps) {
  const chosen = props.options?.find(({ value }) => value === props.value)?.label ?? '';
  return (
    <Suspense fallback={<SelectWaiting label={props.label} chosen={chosen} className={props.className} />}>
      <Select {...props} />
    </Suspense>
  );
}
