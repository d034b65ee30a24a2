import { TextPage } from '@/components/public-page';
import { buttonClass } from '@/components/ui/button';
import { TRIAL_DAYS } from '@/lib/constants';

export function AboutPage() {
  return (
    <TextPage
      path="/about"
      title="Made by a radiologist, for the reading room"
      lead="Readout was founded by a practising radiologist, for people who would rather look at images than type."
    >
      <h2>Why it exists</h2>
      <p>
        Its founder reads CT and MRI for a living: eyes on the images, both hands busy, a list that does not get
        shorter, and after every study the same report to be typed once more. A report says the same things in the same
        order hundreds of times a week, and still every word matters: a left for a right, or a lost “no”, is an error
        that somebody acts on.
      </p>
      <p>
        Dictating to a general tool gave a wall of text with “four point two centimetres” spelt out in the middle.
        Filling forms meant leaving the images. So Readout was made to take the dictation as one would give it to a
        colleague, and to hand back a report in the form that referrers expect, with everything that was said in it and
        nothing besides that was not chosen.
      </p>
      <h2>What it is made of</h2>
      <p>
        A speech-recognition model turns the recording into words. A second step gives them their written form: numbers,
        units, sides, levels, dates. Then the text is structured. Built in is an engine of rules that places each
        sentence by anatomy and knows which normal sentence a finding contradicts. An installation can give this step to
        a large language model of its own choice instead; the workspace names what wrote each report.
      </p>
      <p>
        Whichever does the work, one rule stands above all: a number, a side or a “no” that was spoken belongs in the
        report, and one that was not spoken does not. A deterministic comparison of report and dictation holds every
        report to it, and shows you the line where it finds a breach.
      </p>
      <h2>What it does with your patients’ data</h2>
      <p>
        As little as possible, with the principles of HIPAA in mind. The server keeps no audio, no transcript and no
        report. With the built-in engines nothing leaves the machine that Readout runs on; where an installation uses an
        outside engine, the workspace says so. The <a href="/privacy-policy">privacy policy</a> has the details.
      </p>
      <h2>What it is not</h2>
      <p>
        Readout does not look at images and does not make diagnoses. It writes down what you found. Every report is a
        draft until the professional responsible has reviewed and verified it.
      </p>
      <p className="pt-5">
        <a href="/app" className={buttonClass({ variant: 'primary', size: 'lg' })}>
          Start your {TRIAL_DAYS}-day trial
        </a>
      </p>
    </TextPage>
  );
}
