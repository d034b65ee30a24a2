type ExampleLine = { text: string; origin: 'dictated' | 'template' };

const findings: ExampleLine[] = [
  { text: 'There is a 4 mm nodule in the right upper lobe.', origin: 'dictated' },
  { text: 'Small left pleural effusion.', origin: 'dictated' },
  { text: 'Interlobar fissures are normal.', origin: 'template' },
  { text: 'No pneumothorax is seen.', origin: 'template' },
];

/**
 * A dictation, and an excerpt of what the program makes of it over its template for a plain CT chest, to the letter and in its
 * order. e2e/pages.spec.ts asks the program.
 */
export const EXAMPLE = {
  template: 'CT Chest',
  spoken:
    'There is a four millimetre nodule in the right upper lobe. Small left pleural effusion. Heart size is normal.',
  findings,
  impression: ['There is a 4 mm nodule in the right upper lobe.', 'Small left pleural effusion.'],
};
