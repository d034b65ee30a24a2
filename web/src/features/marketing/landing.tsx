import { ArrowRight, Check, FileDown, ListChecks, Mic, PenLine } from 'lucide-react';
import { PublicPage } from '@/components/public-page';
import { buttonClass } from '@/components/ui/button';
import { DESIGNED_FOR, PRICE_INR, PRICE_USD, REGULAR_PRICE_INR, TEMPLATE_COUNT, TRIAL_DAYS } from '@/lib/constants';
import { ExampleReport } from './example-report';
import { ProductPicture } from './product-picture';

const STEPS = [
  ['Record Your Findings', 'Speak the way you already do. Pause to look again, resume, or type instead.'],
  [
    'AI Structures Report',
    'Your words are written out, sorted by anatomy and set into history, technique, findings and impression.',
  ],
  ['Export Report', 'Read it, change what you like, then download a Word file or copy the text into your RIS.'],
] as const;

const FEATURES = [
  {
    icon: Mic,
    title: 'AI-Powered Transcription',
    text: 'Made for radiology speech: measurements, sides, levels and sequences come out in their written form, such as 12 x 8 mm or L4-L5.',
  },
  {
    icon: ListChecks,
    title: 'Automatic Structuring',
    text: `${TEMPLATE_COUNT.total} templates, ${TEMPLATE_COUNT.ct} for CT and ${TEMPLATE_COUNT.mri} for MRI. What you dictate replaces the normal sentence it contradicts; the other sentences stay.`,
  },
  {
    icon: PenLine,
    title: 'Impression Generation',
    text: 'Numbered statements drawn from your findings and from nothing else, the most pressing first.',
  },
  {
    icon: FileDown,
    title: 'Easy Export',
    text: 'A clean Word document in Calibri 11 with real lists and headings, so that it can still be edited where it arrives.',
  },
];

const SHOWN = [
  [
    'Words while you speak',
    'In the preview, or where the caret stands in the report. What was heard with doubt is marked.',
  ],
  [
    'Where each line is from',
    'Dictated lines are underlined; the others are the normal sentences of the template you chose.',
  ],
  [
    'What to look at before you sign',
    'Here the impression names the other side than the findings. One key goes there, one puts it right.',
  ],
] as const;

const TARGETS = [
  [
    `${DESIGNED_FOR.minutesBefore} min to ${DESIGNED_FOR.secondsAfter} s`,
    `for a report, ${DESIGNED_FOR.fasterPercent}% faster`,
  ],
  [`${DESIGNED_FOR.timesTheReports}x`, 'the reports in an hour'],
  [`${DESIGNED_FOR.timeSavedPercent}%`, 'of the time at the desk saved'],
  [`above ${DESIGNED_FOR.accuracyPercent}%`, 'of words transcribed right'],
] as const;

const PLAN = [
  'Dictation with live words, transcription and structuring',
  'Impression, checks and Word export on your letterhead',
  `All ${TEMPLATE_COUNT.total} CT and MRI templates`,
  'Comparison with a previous report',
  'Your signature on the exported file',
  'Your own templates',
];

const WIDE = 'mx-auto max-w-[1200px] px-5';
const H2 = 'text-2xl font-semibold tracking-[-0.02em] text-balance';

export function LandingPage() {
  return (
    <PublicPage path="/">
      <div hidden data-farewell role="status" className="border-b bg-ok-soft dark:bg-ok-soft/55">
        <p className={`${WIDE} py-3 text-sm`}>
          Your account and what was stored about you have been deleted; what outlives it is in the privacy policy.
          Signing in again makes a new account.
        </p>
      </div>
      <section
        className={`${WIDE} grid items-center gap-12 pt-12 pb-16 md:pt-20 md:pb-24 lg:grid-cols-[1.15fr_0.85fr] lg:gap-14`}
      >
        <div>
          <h1 className="text-hero font-semibold tracking-[-0.035em]">
            <span className="block">Say what you see.</span>{' '}
            <span className="block text-accent">Sign what you said.</span>
          </h1>
          <p className="mt-6 max-w-[34rem] text-lg text-pretty text-ink-2">
            Dictate your findings and get a structured CT or MRI report, designed to be ready in about{' '}
            {DESIGNED_FOR.secondsAfter} seconds. You stay the author of every line.
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <a href="/api/login" className={`${buttonClass({ variant: 'primary', size: 'lg' })} auth-out`}>
              Login <ArrowRight size={17} aria-hidden />
            </a>
            <a href="/app" className={`${buttonClass({ variant: 'primary', size: 'lg' })} auth-in`}>
              Go to App <ArrowRight size={17} aria-hidden />
            </a>
            <a href="/how-it-works" className={buttonClass({ size: 'lg' })}>
              See How It Works
            </a>
          </div>
          <p className="mt-4 text-sm text-ink-3">
            {TRIAL_DAYS}-day free trial, no card needed. Then ₹{PRICE_INR} a month.
          </p>
        </div>
        <ExampleReport />
      </section>

      <section className={`${WIDE} pb-20 md:pb-24`} aria-labelledby="product">
        <h2 id="product" className="sr-only">
          The workspace
        </h2>
        <figure>
          <ProductPicture />
          <figcaption className="mt-3 text-2xs text-ink-3">
            The workspace as it is, with an invented CT chest dictated by a synthetic voice.
          </figcaption>
        </figure>
        <ul className="mt-8 grid gap-6 md:grid-cols-3 md:gap-10">
          {SHOWN.map(([title, text]) => (
            <li key={title}>
              <h3 className="font-medium">{title}</h3>
              <p className="mt-1 text-sm text-pretty text-ink-2">{text}</p>
            </li>
          ))}
        </ul>
      </section>

      <section className="border-y bg-panel" aria-labelledby="steps">
        <div className={`${WIDE} py-16`}>
          <h2 id="steps" className={H2}>
            From voice to Word in three steps
          </h2>
          <ol className="mt-8 grid gap-8 md:grid-cols-3">
            {STEPS.map(([title, text], i) => (
              <li key={title} className="border-t-2 border-accent pt-4">
                <p className="font-mono text-xs text-ink-3">{i + 1}</p>
                <h3 className="mt-1 text-lg font-medium">{title}</h3>
                <p className="mt-1.5 text-pretty text-ink-2">{text}</p>
              </li>
            ))}
          </ol>
        </div>
      </section>

      <section className={`${WIDE} grid gap-10 py-20 lg:grid-cols-[0.8fr_1.2fr] lg:gap-16`} aria-labelledby="features">
        <div>
          <h2 id="features" className={H2}>
            Key Features
          </h2>
          <p className="mt-3 max-w-md text-pretty text-ink-2">
            Built for the person who reads the study: few clicks, no layout to fight, and nothing in the report that you
            did not say or choose.
          </p>
        </div>
        <div className="grid gap-x-10 gap-y-9 sm:grid-cols-2">
          {FEATURES.map(({ icon: Icon, title, text }) => (
            <div key={title}>
              <Icon size={20} className="text-accent" aria-hidden />
              <h3 className="mt-3 font-medium">{title}</h3>
              <p className="mt-1 text-sm text-pretty text-ink-2">{text}</p>
            </div>
          ))}
        </div>
      </section>

      <section className={`${WIDE} grid gap-8 pb-20 lg:grid-cols-[0.8fr_1.2fr] lg:gap-16`} aria-labelledby="targets">
        <div>
          <h2 id="targets" className={H2}>
            What it is designed for
          </h2>
          <p className="mt-3 max-w-md text-pretty text-ink-2">
            Aims that the product is built towards, not results that somebody measured. What you gain depends on your
            studies, your voice and the engine your installation runs. The {TRIAL_DAYS} days of the trial will tell you.
          </p>
        </div>
        <dl className="grid gap-px self-start overflow-hidden rounded-xl border bg-line sm:grid-cols-2">
          {TARGETS.map(([figure, meaning]) => (
            <div key={figure} className="flex flex-col-reverse justify-end bg-panel p-5">
              <dt className="mt-1 text-sm text-pretty text-ink-2">{meaning}</dt>
              <dd className="text-xl font-semibold tracking-tight tabular-nums sm:text-2xl">{figure}</dd>
            </div>
          ))}
        </dl>
      </section>

      <section className="border-y bg-panel" aria-labelledby="private">
        <div className={`${WIDE} grid gap-8 py-16 lg:grid-cols-[0.8fr_1.2fr] lg:gap-16`}>
          <div>
            <h2 id="private" className={H2}>
              Your patients’ data is not our business
            </h2>
            <p className="mt-3 max-w-md text-pretty text-ink-2">
              Built with the principles of HIPAA in mind. With the built-in engines it all runs on one machine, your
              hospital’s own if you like.{' '}
              <a href="/privacy-policy" className="link">
                What is kept, and until when
              </a>
            </p>
          </div>
          <div className="grid gap-6 text-sm text-ink-2 sm:grid-cols-3">
            <p>
              <strong className="block text-base font-medium text-ink">Nothing kept</strong>
              The server stores no audio, no transcript and no report. It counts how many there were.
            </p>
            <p>
              <strong className="block text-base font-medium text-ink">Nothing logged</strong>
              Patient names, IDs and report text are kept out of the logs by design, and tests watch over it.
            </p>
            <p>
              <strong className="block text-base font-medium text-ink">Nothing lost</strong>A recording is saved in your
              browser, encrypted, while you speak. A crash does not take it.
            </p>
          </div>
        </div>
      </section>

      <section className={`${WIDE} grid items-center gap-10 py-20 lg:grid-cols-2 lg:gap-16`} aria-labelledby="price">
        <div>
          <h2 id="price" className="text-3xl font-semibold tracking-[-0.025em] text-balance">
            Read your next study with it
          </h2>
          <p className="mt-4 max-w-md text-lg text-pretty text-ink-2">
            Try it on your own list for {TRIAL_DAYS} days. If it does not earn its place, do nothing: the trial simply
            ends.
          </p>
          <a href="/app" className={`${buttonClass({ variant: 'primary', size: 'lg' })} mt-7`}>
            Get Started <ArrowRight size={17} aria-hidden />
          </a>
        </div>
        <div className="rounded-xl border bg-panel p-6 shadow-card">
          <p className="flex flex-wrap items-baseline gap-x-2.5">
            <span className="text-3xl font-semibold tracking-tight">₹{PRICE_INR}</span>
            <span className="text-ink-2">a month</span>
            <s className="text-ink-3">₹{REGULAR_PRICE_INR}</s>
          </p>
          <p className="mt-1 text-sm text-ink-3">Introductory price in India. Everywhere else: ${PRICE_USD} a month.</p>
          <ul className="mt-5 space-y-2.5 border-t pt-5 text-sm">
            {PLAN.map((item) => (
              <li key={item} className="flex items-center gap-2.5">
                <Check size={16} className="shrink-0 text-accent" aria-hidden />
                {item}
              </li>
            ))}
          </ul>
        </div>
      </section>
    </PublicPage>
  );
}
