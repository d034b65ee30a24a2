/** How reports are written: layout, spelling and vertebral levels. Each change is saved at once, and an example shows it. */
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { reportStyleQuery } from '@/api/report-style';
import type { ReportStyle } from '@/api/types';
import { LoadFailed } from '@/components/load-failed';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Select } from '@/components/ui/select';
import { Loading } from '@/components/ui/spinner';
import { useSaveReportStyle } from './api';
import { exampleFindings } from './report-style-example';

type Option<Choice extends string> = { value: Choice; label: string };

const LAYOUTS: readonly Option<ReportStyle['layout']>[] = [
  { value: 'organ', label: 'A bullet for each organ' },
  { value: 'statement', label: 'A bullet for each statement' },
  { value: 'labelled', label: 'A bullet for each organ, with its name' },
];
const SPELLINGS: readonly Option<ReportStyle['spelling']>[] = [
  { value: 'dictated', label: 'As dictated' },
  { value: 'british', label: 'British' },
  { value: 'american', label: 'American' },
];
const LEVELS: readonly Option<ReportStyle['levels']>[] = [
  { value: 'dictated', label: 'As dictated' },
  { value: 'full', label: 'L4-L5' },
  { value: 'short', label: 'L4-5' },
];

export function ReportStyleCard() {
  const { data: style, isPending, isFetching, refetch } = useQuery(reportStyleQuery);
  const { mutate, isPending: saving, variables } = useSaveReportStyle();
  // What was chosen is seen while it is saved; refused, it goes back to what is saved.
  const shown = style && saving ? variables : style;
  return (
    <Card aria-labelledby="report-style">
      <CardHeader id="report-style" title="Report Style" />
      <CardBody className="grid gap-4">
        {isPending && <Loading label="Loading your report style" className="min-h-64" />}
        {!isPending && !shown && <LoadFailed what="Your report style" pending={isFetching} onRetry={refetch} />}
        {shown && <Choices style={shown} save={mutate} />}
        {shown && <Example style={shown} />}
      </CardBody>
    </Card>
  );
}

function Choices({ style, save }: { style: ReportStyle; save: (style: ReportStyle) => void }) {
  return (
    <>
      <p className="text-sm text-ink-2">
        Your next report is written this way, in the editor, the copied text and the Word file. Sizes keep the order in
        which you dictate them.
      </p>
      <div className="grid gap-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]">
        <Choice
          label="Findings"
          value={style.layout}
          options={LAYOUTS}
          onChoose={(layout) => save({ ...style, layout })}
        />
        <Choice
          label="Spelling"
          value={style.spelling}
          options={SPELLINGS}
          onChoose={(spelling) => save({ ...style, spelling })}
        />
        <Choice
          label="Spinal levels"
          value={style.levels}
          options={LEVELS}
          onChoose={(levels) => save({ ...style, levels })}
        />
      </div>
    </>
  );
}

interface ChoiceProps<Of extends string> {
  readonly label: string;
  readonly value: Of;
  readonly options: readonly Option<Of>[];
  readonly onChoose: (value: Of) => void;
}

function Choice<Of extends string>({ label, value, options, onChoose }: ChoiceProps<Of>) {
  const choose = (chosen: string) => {
    const option = options.find((each) => each.value === chosen);
    if (option) onChoose(option.value);
  };
  return <Select label={label} value={value} options={options} onValueChange={choose} />;
}

function Example({ style }: { style: ReportStyle }) {
  const id = useId();
  return (
    <figure aria-labelledby={id} className="rounded-md border bg-raised px-4 py-3">
      <figcaption id={id} className="text-2xs text-ink-3">
        Example, dictated with both spellings and both ways to write levels
      </figcaption>
      <div className="mt-2 text-sm leading-relaxed" aria-live="polite">
        <p className="text-ink-3">FINDINGS:</p>
        <p className="whitespace-pre-line wrap-anywhere">{exampleFindings(style)}</p>
      </div>
    </figure>
  );
}
