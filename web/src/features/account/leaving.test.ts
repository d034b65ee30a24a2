import { describe, expect, it } from 'vitest';
import type { Engines, Peer, Way } from '@/api/types';
import { leavingRows } from './leaving';

/** An installation for which nothing was set up. */
const HERE: Engines = {
  speech: {
    name: 'Readout embedded',
    grade: 'for evaluation',
    audioLeavesMachine: false,
    server: null,
    ready: true,
    live: true,
    problem: null,
  },
  structuring: { name: 'Rules', textLeavesMachine: false, server: null },
  signIn: { mail: 'outbox', providers: [] },
  database: null,
};
const FAR: Peer = { host: 'far.example', onThisMachine: false, readableOnTheWay: false };
const PLAIN: Peer = { ...FAR, readableOnTheWay: true };
const NEAR: Peer = { host: '127.0.0.1', onThisMachine: true, readableOnTheWay: false };

const hearing = (server: Peer): Engines => ({
  ...HERE,
  speech: {
    ...HERE.speech,
    name: `whisper-1 at ${server.host}`,
    audioLeavesMachine: !server.onThisMachine,
    server,
  },
});
const writing = (server: Peer): Engines => ({
  ...HERE,
  structuring: { name: 'a-model', textLeavesMachine: !server.onThisMachine, server },
});

/** The row of that name, with its caution. */
function rowOf(what: string, engines: Engines, billed = false): string {
  const found = leavingRows(engines, billed).find((row) => row.what === what);
  return found ? `${found.sent} ${found.caution ?? ''}` : '';
}

/** What goes somewhere, by name. */
const going = (engines: Engines) =>
  leavingRows(engines, true)
    .filter(({ sent }) => !sent.startsWith('Nothing is sent.'))
    .map(({ what }) => what);

describe('what leaves the server', () => {
  it('is nothing where nothing is set up', () => {
    expect(going(HERE)).toEqual([]);
    expect(rowOf('Recordings', HERE)).toContain('Readout embedded writes them down on this server');
  });

  it('is nothing of a recording where no engine works', () => {
    const speech = { ...HERE.speech, name: 'none', grade: 'not available', ready: false, live: false };
    expect(rowOf('Recordings', { ...HERE, speech })).toMatch(/^Nothing is sent. No speech engine works here/);
    const broken = { ...HERE.speech, problem: 'its file is not there' };
    expect(rowOf('Recordings', { ...HERE, speech: broken })).toMatch(/No speech engine works here/);
  });

  it('is the vocabulary with the recording', () => {
    expect(going(hearing(FAR))).toEqual(['Recordings']);
    const told = rowOf('Recordings', hearing(FAR));
    for (const part of ['whisper-1 at far.example', 'your vocabulary', 'terms of the chosen template'])
      expect(told).toContain(part);
  });

  it('is everything that the model is told', () => {
    expect(going(writing(FAR))).toEqual(['Reports and impressions']);
    const told = rowOf('Reports and impressions', writing(FAR));
    for (const part of [
      'a-model at far.example',
      'the dictation',
      'the template',
      'name and modality of the study',
      'the patient’s sex',
      'the date and findings of the previous report',
      'the findings',
      'the clinical history',
      'Patient ID, patient name and study date are not sent',
      'if they are recognised, which is not always',
    ])
      expect(told).toContain(part);
  });

  it('is everything that is kept where the database is elsewhere', () => {
    expect(going({ ...HERE, database: FAR })).toEqual(['Your account']);
    expect(rowOf('Your account', { ...HERE, database: FAR })).toContain('reached over a network');
  });

  it.each([
    ['Recordings', hearing, /is not encrypted/],
    ['Reports and impressions', writing, /is not encrypted/],
    ['Your account', (database: Way) => ({ ...HERE, database }), /is not required/],
  ] as const)('%s: whether others can read it on the way is said', (what, to, caution) => {
    expect(rowOf(what, to(PLAIN))).toMatch(caution);
    expect(rowOf(what, to(PLAIN))).not.toContain('is encrypted.');
    expect(rowOf(what, to(FAR))).toContain('The way there is encrypted.');
    expect(rowOf(what, to(NEAR))).toContain('on the same machine; what is passed on from there, Readout cannot know');
    expect(rowOf(what, to(NEAR))).not.toContain('encrypt');
  });

  it('is an address only where mail is sent or somebody else signs users in', () => {
    const smtp: Engines = { ...HERE, signIn: { mail: 'smtp', providers: [] } };
    expect(going(smtp)).toEqual(['Sign-in by e-mail']);
    expect(rowOf('Sign-in by e-mail', smtp)).toMatch(/^Your e-mail address and a sign-in link/);
    expect(rowOf('Sign-in by e-mail', HERE)).toContain('files on this server');
    const others: Engines = { ...HERE, signIn: { mail: 'nowhere', providers: ['Google', 'GitHub'] } };
    expect(going(others)).toEqual(['Sign-in through others']);
    expect(rowOf('Sign-in by e-mail', others)).toContain('Nobody signs in by e-mail');
    expect(rowOf('Sign-in through others', others)).toContain('Google or GitHub');
  });

  it('is said of payment only where somebody pays', () => {
    expect(rowOf('Payment', HERE, true)).toContain('goes to the payment provider');
    expect(rowOf('Payment', HERE, false)).toBe('');
  });
});
