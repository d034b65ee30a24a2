/** What is kept, where and for how long. docs/PRIVACY.md has it by column: the two change together. */
import { TextPage } from '@/components/public-page';
import { KEPT, POLICIES_DATE, RECENT_REPORTS_HOURS } from '@/lib/constants';
import { SupportLink } from './support-link';

const STORED: readonly (readonly [what: string, why: string, until: string])[] = [
  [
    'Your e-mail address, your name if you gave one, and how you sign in',
    'To know you again',
    'You delete the account',
  ],
  ['Your trial and subscription dates', 'To know what you have access to', 'You delete the account'],
  [
    'How many transcriptions and reports you made, and when you were last active',
    'To run the service; counts only',
    'You delete the account',
  ],
  [
    'The signature, letterhead, templates, vocabulary and report style that you save',
    'To use them in your reports',
    'You delete them, or the account',
  ],
  [
    'Where you are signed in: since when, last used, which kind of browser',
    'So that you can see and end it',
    `You sign out, or ${KEPT.sessionDays} days without use, at most ${KEPT.sessionWholeDays} days after the sign-in`,
  ],
  [
    'A sign-in link, as a hash, with the address it was sent to',
    'To let you in once',
    `${KEPT.signInLinkMinutes} minutes, or its use`,
  ],
  [
    'A sign-in under way at Google, GitHub or your identity provider',
    'To know that the answer is yours',
    `${KEPT.signInAtProviderMinutes} minutes, or its end`,
  ],
  [
    'A random number for each recording',
    'So that one is not counted twice',
    `${KEPT.takeDays} days, or the account is deleted`,
  ],
  ['The key to what your browser keeps', 'So that your sign-in alone opens it', 'You delete the account'],
  ['Payments: transaction ID, amount, time', 'They are the books', 'For good'],
  [
    'The payer’s address of a payment that has activated nothing yet',
    'To activate it for the right person',
    'It is claimed or settled, or the account with that address is deleted',
  ],
  ['What happened to accounts, such as an activation: numbers, never an address', 'Security', 'For good'],
  [
    'That you exported or signed a report, changed your signature or downloaded your data: when, and a hash of the text',
    'So that nobody can do it in your name and deny it',
    'For good',
  ],
  [
    'After you delete your account: a keyed hash of its address',
    'So that a trial is given once',
    `${KEPT.trialHashDays} days, or your next sign-in`,
  ],
];

export function PrivacyPolicyPage() {
  return (
    <TextPage
      path="/privacy-policy"
      title="Privacy Policy"
      lead="Readout is built so that it has as little of your patients’ data as a reporting tool can have."
    >
      <p className="text-sm">Last changed on {POLICIES_DATE}.</p>
      <h2>What is never kept on the server</h2>
      <p>
        Audio, transcripts, reports, previous reports, patient names and patient IDs. They pass through the server’s
        memory while a request is answered and are gone when it ends. They are not written to logs. The log of requests
        has the kind of request, its outcome, how long it took and a number to find it by.
      </p>
      <h2>What is kept on the server</h2>
      <div className="overflow-x-auto">
        <table>
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col">Why</th>
              <th scope="col">Until</th>
            </tr>
          </thead>
          <tbody>
            {STORED.map(([what, why, until]) => (
              <tr key={what}>
                <td>{what}</td>
                <td>{why}</td>
                <td>{until}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p>Whoever runs the installation may keep backups of this for a time of their own.</p>
      <h2>What stays in your browser</h2>
      <p>
        A recording is saved in your browser while you speak, and the texts and patient details of the report at hand
        while you write, so that a crash does not lose them. They are encrypted with a key that is only given out after
        you sign in, and deleted when you export the report as it stands, or have started a new one and no longer undo
        that; what you record or change after an export stays, and a draft that you park, until you finish or discard
        it.
      </p>
      <p>
        Reports that were structured, copied or exported stay readable to you on that device, as text without audio,
        encrypted in the same way: for {RECENT_REPORTS_HOURS} hours unless whoever runs the installation has set another
        time or switched it off. You can remove them sooner.
      </p>
      <p>
        Your browser also remembers how you like things: colour theme, size of text, whether the list of keys opens with
        “?”, where lines came from is shown and “structure report” may be said, that the note about the price was
        closed, that somebody is signed in, which dictation device you have allowed, and for how long reports are kept.
        One cookie keeps you signed in; a second one lives for the minutes of a sign-in at another provider. There are
        no advertising or tracking cookies, and pages load nothing from anybody else.
      </p>
      <h2>Where the work is done</h2>
      <p>
        With the built-in engines, speech recognition and structuring run on the machine that Readout is installed on,
        and learn nothing from what they hear. An installation can be set up to use outside engines instead; the
        workspace then says that audio or text leaves the machine, and what the engine’s owner does with it is a matter
        between them and whoever runs the installation. With a recording go words of your vocabulary and terms of the
        chosen template. Patient ID, name and study date are not sent to a language model; where they stand in a text,
        they are taken out if they are recognised, which is not always.
      </p>
      <p>
        Your account may be kept in a database on another machine, and sign-in links are mailed where mail is set up. On
        the <a href="/account">account page</a> you see what leaves the server of your installation, and of recordings
        and texts to whom, and whether the way there is encrypted.
      </p>
      <h2>Payments</h2>
      <p>Payments are made on the payment provider’s own page. We never see your card.</p>
      <h2>Your part</h2>
      <p>
        Use Readout in line with the rules of your hospital and your country. Readout follows the thinking of HIPAA; it
        does not hold a certificate, and whether it may be used with identifiable data where you work is for you and
        your institution to decide. All patient fields are optional.
      </p>
      <h2>Your rights</h2>
      <p>
        On the <a href="/account">account page</a> you can correct your name, download everything that is stored about
        you as one file, and delete the account; what outlives it is in the table above. The browser you do that in then
        forgets what it kept of you; what another device holds can no longer be read by anybody, because its key is
        gone. For anything else write to <SupportLink />.
      </p>
    </TextPage>
  );
}
