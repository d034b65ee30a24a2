/** A findings section as each report style writes it. Fixed text, so that the choice is seen before anything is dictated. Pure. */
import type { ReportStyle } from '@/api/types';

type Form<Choice extends string> = Readonly<Record<Choice, string>>;

/** Dictated in both spellings and in both ways to write levels: what stays as dictated stays mixed. */
const HAEMANGIOMA: Form<ReportStyle['spelling']> = {
  dictated: 'hemangioma',
  british: 'haemangioma',
  american: 'hemangioma',
};
const OEDEMA: Form<ReportStyle['spelling']> = { dictated: 'oedema', british: 'oedema', american: 'edema' };
const LOWER_LEVEL: Form<ReportStyle['levels']> = { dictated: 'L4-5', full: 'L4-L5', short: 'L4-5' };
const UPPER_LEVEL: Form<ReportStyle['levels']> = { dictated: 'L3-L4', full: 'L3-L4', short: 'L3-4' };

interface Organ {
  readonly label: string;
  readonly statements: readonly string[];
}

function organsOf({ spelling, levels }: ReportStyle): readonly Organ[] {
  return [
    {
      label: 'Vertebrae',
      statements: [`A 9 mm ${HAEMANGIOMA[spelling]} in the L2 body.`, `No marrow ${OEDEMA[spelling]}.`],
    },
    {
      label: 'Discs',
      statements: [
        `Disc bulge at ${LOWER_LEVEL[levels]}.`,
        `Loss of signal at ${UPPER_LEVEL[levels]}.`,
        'The other discs are normal.',
      ],
    },
  ];
}

/** The lines of the section, without its heading. */
export function exampleFindings(style: ReportStyle): string {
  const lines = organsOf(style).flatMap(({ label, statements }) => {
    const whole = statements.join(' ');
    const byLayout: Readonly<Record<ReportStyle['layout'], readonly string[]>> = {
      organ: [whole],
      statement: statements,
      labelled: [`${label}: ${whole}`],
    };
    return byLayout[style.layout];
  });
  return lines.map((line) => `- ${line}`).join('\n');
}
