import type { ReactNode } from 'react';
import { TextPage } from '@/components/public-page';
import { buttonClass } from '@/components/ui/button';
import { TEMPLATE_COUNT, TRIAL_DAYS, WAITS } from '@/lib/constants';

const STEPS: readonly (readonly [title: string, text: ReactNode])[] = [
  [
    'Enter patient info',
    'Patient ID, name, study date and modality. All of it is optional; sex and age help to choose the right template and to check the text.',
  ],
  [
    'Dictate',
    <>
      Press record and speak. The level display shows that you are heard, and words appear while you speak. Pause and
      resume as you scroll. Transcription is designed to take no more than{' '}
      <span className="whitespace-nowrap">{WAITS.transcription}</span>.
    </>,
  ],
  [
    'AI structures',
    'The transcript is yours to correct first. Then one button sorts it into clinical history, technique, findings and impression, with a template or without one.',
  ],
  [
    'Review and export',
    'Walk through the blanks that are left, generate the impression, read the whole, and download the Word file or copy the text.',
  ],
];

export function HowItWorksPage() {
  return (
    <TextPage
      path="/how-it-works"
      title="How it works"
      lead="Four steps, on one page, without leaving the study you are reading."
    >
      <ol className="!mt-0 !list-none !space-y-0 !pl-0">
        {STEPS.map(([title, text], i) => (
          <li key={title} className="grid grid-cols-[2.25rem_1fr] border-t py-5 first:border-t-0 first:pt-0">
            <span className="font-mono text-sm text-accent">{i + 1}</span>
            <div>
              <h2 className="!m-0">{title}</h2>
              <p className="!mt-1">{text}</p>
            </div>
          </li>
        ))}
      </ol>

      <h2>Key features</h2>
      <ul>
        <li>Dictation with pause, resume and playback; a recording survives a crash of the browser.</li>
        <li>
          {TEMPLATE_COUNT.total} templates: {TEMPLATE_COUNT.ct} CT and {TEMPLATE_COUNT.mri} MRI, plain and contrast,
          female and male where they differ.
        </li>
        <li>An impression made from the findings, most pressing statement first.</li>
        <li>Checks while you write: sides, sex, contradictions, sizes, blanks and critical findings.</li>
        <li>
          A key for every step, the list of them with “?”, and the buttons of dictation microphones and foot pedals in
          browsers that let pages use them.
        </li>
        <li>Your own words, your letterhead and a draft that can be parked for an urgent study.</li>
        <li>Comparison with a previous report, your signature on export and your own templates for subscribers.</li>
        <li>A Word file with real headings and lists, set in Calibri 11.</li>
      </ul>

      <h2>How a template is chosen</h2>
      <p>
        Pick one from the list, or begin the dictation with the study’s name and let Readout find it. The name is
        compared with each template’s study name and search phrases. Abbreviations such as NCCT, CECT or HRCT and small
        misspellings are understood. One phrase can fit several templates: as you type, up to ten best matches stand
        first in the list. In a dictation the best one is used when it is clearly the study that was named, and you can
        change it; when two fit equally well, or contrast or the patient’s sex would be a guess, none is. A study that
        is neither CT nor MRI gets none.
      </p>
      <h3>Female or male variant</h3>
      <p>Where a region has variants, the text decides, by score:</p>
      <table>
        <thead>
          <tr>
            <th scope="col">What is found in the text</th>
            <th scope="col">Weight</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>Anatomy, such as uterus or prostate</td>
            <td>5</td>
          </tr>
          <tr>
            <td>Descriptors, such as female, man, lady</td>
            <td>3</td>
          </tr>
          <tr>
            <td>Pronouns, such as she, his</td>
            <td>2</td>
          </tr>
        </tbody>
      </table>
      <p>
        Only whole words count. A sex is taken as known when its score is at least 2 and leads the other by at least 2.
        A template for that sex then gains 5 points in the ranking, and a template for the other loses 10. If you state
        the sex on the patient card, your word is used.
      </p>

      <h2>What happens to a finding</h2>
      <p>
        Each dictated sentence is placed under its structure. A normal sentence of the template that your finding
        contradicts is taken out; the ones beside it stay. What fits no line of the template is kept, in anatomical
        order. Nothing you dictated is dropped. Afterwards the report is compared with the dictation and the template: a
        number, unit, side, level or negation that was lost, changed or invented is flagged at its line.
      </p>
      <p className="pt-5">
        <a href="/app" className={buttonClass({ variant: 'primary', size: 'lg' })}>
          Try it free for {TRIAL_DAYS} days
        </a>
      </p>
    </TextPage>
  );
}
