import { ChevronDown } from 'lucide-react';
import { type ReactNode, type Ref, useId, useImperativeHandle, useRef, useState } from 'react';
import { Card } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { cx } from '@/lib/cx';
import { MODALITIES, type ModalityChoice, type PatientDetails, patientSummary, SEXES, type SexChoice } from './patient';

export interface PatientHandle {
  /** The caret goes to the Patient ID; a folded card opens. */
  readonly focus: () => void;
  readonly openTemplates: () => void;
}

interface PatientCardProps {
  readonly patient: PatientDetails;
  readonly modality: ModalityChoice;
  /** Folded at first, on a phone. */
  readonly startsFolded: boolean;
  readonly className?: string;
  /** Modality and template may not change while a request that depends on them runs. */
  readonly disabled: boolean;
  readonly onPatient: (patient: PatientDetails) => void;
  readonly onModality: (modality: ModalityChoice) => void;
  /** In the header: what is done with the whole study. */
  readonly action: ReactNode;
  /** The Report Template select. */
  readonly children: ReactNode;
  readonly ref?: Ref<PatientHandle>;
}

/** For the Word file alone. */
const MORE = [
  { field: 'accessionNumber', label: 'Accession Number' },
  { field: 'referringDoctor', label: 'Referring Doctor' },
] as const;

export function PatientCard(props: PatientCardProps) {
  const { patient, onPatient, children } = props;
  const [folded, setFolded] = useState(props.startsFolded);
  const id = useId();
  const patientId = useRef<HTMLInputElement>(null);
  const templates = useRef<HTMLDivElement>(null);
  /** What is folded away cannot have the focus. */
  function unfolded(then: () => void): void {
    setFolded(false);
    requestAnimationFrame(then);
  }
  useImperativeHandle(props.ref, () => ({
    focus: () => unfolded(() => patientId.current?.focus()),
    openTemplates: () =>
      unfolded(() => {
        const list = templates.current?.querySelector('button');
        list?.focus();
        list?.click();
      }),
  }));
  const set = (change: Partial<PatientDetails>) => onPatient({ ...patient, ...change });

  return (
    <Card aria-labelledby={`${id}-title`} className={props.className}>
      <header className={cx('card-h md:max-lg:py-0.5', folded && 'max-lg:border-b-0')}>
        <h2 id={`${id}-title`} className="card-t shrink-0">
          Patient Information
        </h2>
        {folded && <span className="min-w-0 truncate text-xs text-ink-3 lg:hidden">{patientSummary(patient)}</span>}
        <span className="ml-auto flex shrink-0">{props.action}</span>
        <button
          type="button"
          className="btn btn-ghost -mr-2 size-9 px-0 lg:hidden"
          aria-expanded={!folded}
          aria-controls={`${id}-fields`}
          aria-label={folded ? 'Show patient information' : 'Hide patient information'}
          onClick={() => setFolded(!folded)}
        >
          <ChevronDown size={16} className={cx('transition-transform', !folded && 'rotate-180')} aria-hidden />
        </button>
      </header>
      <div
        id={`${id}-fields`}
        className={cx(
          'paper-fields grid grid-cols-2 gap-x-3 gap-y-2.5 p-4 md:max-lg:grid-cols-6 md:max-lg:py-3 lg:grid-cols-[3fr_2fr]',
          folded && 'max-lg:hidden',
        )}
      >
        <Field label="Patient ID" className="lg:col-span-2">
          {(control) => (
            <Input
              {...control}
              ref={patientId}
              className="font-mono"
              autoComplete="off"
              spellCheck={false}
              value={patient.patientId}
              onChange={(event) => set({ patientId: event.target.value })}
            />
          )}
        </Field>
        <Field label="Patient Name" className="md:col-span-2">
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              spellCheck={false}
              value={patient.patientName}
              onChange={(event) => set({ patientName: event.target.value })}
            />
          )}
        </Field>
        <Select
          label="Sex"
          value={patient.sex}
          options={[...SEXES]}
          onValueChange={(sex) => set({ sex: sex as SexChoice })}
        />
        <Field label="Age">
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              autoComplete="off"
              value={patient.age}
              onChange={(event) => set({ age: event.target.value })}
            />
          )}
        </Field>
        <Field label="Study Date" className="lg:col-span-2">
          {(control) => (
            <Input
              {...control}
              type="date"
              value={patient.studyDate}
              onChange={(event) => set({ studyDate: event.target.value })}
            />
          )}
        </Field>
        <Select
          label="Modality"
          className="md:col-span-2"
          value={props.modality}
          disabled={props.disabled}
          options={[...MODALITIES]}
          onValueChange={(modality) => props.onModality(modality as ModalityChoice)}
        />
        <div ref={templates} className="col-span-2">
          {children}
        </div>
        {MORE.map(({ field, label }) => (
          <Field key={field} label={label} className="lg:col-span-2">
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                spellCheck={false}
                value={patient[field]}
                onChange={(event) => set({ [field]: event.target.value })}
              />
            )}
          </Field>
        ))}
      </div>
    </Card>
  );
}
