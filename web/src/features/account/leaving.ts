/** What of a user leaves the server of this installation, and to whom. docs/PRIVACY.md has it by setting: the two change together. */
import type { Engines, Peer, Way } from '@/api/types';
import { KEPT } from '@/lib/constants';

export interface LeavingRow {
  readonly what: string;
  /** What is sent and to whom, or that nothing is. */
  readonly sent: string;
  /** That others may be able to read it on the way; null where they cannot, and where nothing is sent. */
  readonly caution: string | null;
}

const NOT_ENCRYPTED = 'The way there is not encrypted: others on it can read what is sent.';
const MAYBE_NOT_ENCRYPTED =
  'Encryption on the way there is not required: others on it may be able to read what is sent.';

/** Every row in every configuration, so that nobody has to guess what a missing one means. */
export function leavingRows(engines: Engines, billed: boolean): readonly LeavingRow[] {
  const { speech, structuring, signIn, database } = engines;
  const rows = [
    speech.server ? sentTo('Recordings', recordings(speech), speech.server) : kept('Recordings', listening(speech)),
    structuring.server
      ? sentTo('Reports and impressions', texts(structuring.name, structuring.server), structuring.server)
      : kept('Reports and impressions', 'They are made on this server.'),
    kept('Checks, template search, Word files', 'They are made on this server.'),
    database
      ? sentTo('Your account', ACCOUNTS, database, MAYBE_NOT_ENCRYPTED)
      : kept('Your account', 'The database is a file of this server, or reached without a network.'),
    row('Sign-in by e-mail', MAIL[signIn.mail]),
    signIn.providers.length > 0
      ? row('Sign-in through others', providers(signIn.providers))
      : kept('Sign-in through others', 'No other sign-in is set up.'),
  ];
  if (billed) rows.push(kept('Payment', 'What you type on the payment page goes to the payment provider.'));
  return rows;
}

const row = (what: string, sent: string, caution: string | null = null): LeavingRow => ({ what, sent, caution });

const kept = (what: string, why: string) => row(what, `Nothing is sent. ${why}`);

/** The row of what goes to a server, with what is known of the way there. */
function sentTo(what: string, sent: string, server: Way, caution = NOT_ENCRYPTED): LeavingRow {
  if (server.onThisMachine)
    return row(what, `${sent} That is on the same machine; what is passed on from there, Readout cannot know.`);
  return server.readableOnTheWay ? row(what, sent, caution) : row(what, `${sent} The way there is encrypted.`);
}

function listening({ name, grade, problem }: Engines['speech']): string {
  const works = !problem && grade !== 'not available';
  return works ? `${name} writes them down on this server.` : 'No speech engine works here.';
}

/** The engine's name says where it is. */
const recordings = ({ name }: Engines['speech']) =>
  `What you dictate is sent to ${name}, as you speak or as a whole recording; with it words of your vocabulary and terms of the chosen template.`;

const texts = (model: string, { host }: Peer) =>
  `For a report ${model} at ${host} is sent the dictation, the template, the name and modality of the study, the patient’s sex and, in a comparison, the date and findings of the previous report; for an impression the findings, the clinical history, and the name and modality of the study. Patient ID, patient name and study date are not sent. Where they, or other names and numbers of a person, stand in a text, they are taken out if they are recognised, which is not always.`;

const ACCOUNTS =
  'Everything that is listed under “On the server” is kept in a database that is reached over a network.';

const MAIL: Readonly<Record<Engines['signIn']['mail'], string>> = {
  smtp: `Your e-mail address and a sign-in link, good once and for ${KEPT.signInLinkMinutes} minutes, go to a mail server and to every other on the way to your mailbox. Whether that way is encrypted is decided there.`,
  outbox: 'Nothing is sent. Sign-in links are written into files on this server.',
  nowhere: 'Nothing is sent. Nobody signs in by e-mail here.',
};

const providers = (names: readonly string[]) =>
  `When you sign in through ${names.join(' or ')}, your browser goes there and tells that it comes from this installation; this server then asks there who you are.`;
