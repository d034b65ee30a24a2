/**
 * Every action of the workspace as one named command, whether a button, a key, a dictation microphone or a spoken word
 * starts it. This table is the only place that knows a key: the handler, the hints on buttons and the list of keys all
 * read it. Names and keys only: what a command does is in command-set.ts.
 */
import { isMac } from '@/lib/platform';

/** Pressed together with Alt. */
export interface KeyBinding {
  readonly letter: string;
  readonly shift: boolean;
}

interface Command {
  readonly key: KeyBinding;
  /** A character that does the same where no text is typed. */
  readonly typed?: string;
  /** What it does, for the list of keys. */
  readonly does: string;
  /** It works while a dialog is open: no dialog takes the microphone away. */
  readonly overDialogs?: true;
}

const alt = (letter: string): KeyBinding => ({ letter, shift: false });
const altShift = (letter: string): KeyBinding => ({ letter, shift: true });

const DICTATION = {
  toggleRecording: { key: alt('R'), does: 'Start or stop recording', overDialogs: true },
  togglePause: { key: alt('P'), does: 'Pause or resume', overDialogs: true },
  transcribe: { key: alt('T'), does: 'Transcribe the recording' },
  play: { key: alt('L'), does: 'Listen to the recording, or stop listening' },
  scratch: { key: alt('X'), does: 'Take the last spoken words away', overDialogs: true },
  nextDoubt: { key: alt('D'), does: 'Next doubtful word' },
} as const satisfies Record<string, Command>;

const REPORT = {
  structure: { key: alt('S'), does: 'Structure the report' },
  impression: { key: alt('I'), does: 'Generate or regenerate the impression' },
  cancel: { key: alt('Q'), does: 'Cancel what is being transcribed or written' },
  nextBlank: { key: alt('N'), does: 'Next blank' },
  previousBlank: { key: altShift('N'), does: 'Previous blank' },
  nextFlag: { key: alt('F'), does: 'Next thing to verify' },
  fixFlag: { key: alt('A'), does: 'Apply its fix' },
  dismissFlag: { key: altShift('A'), does: 'Put it aside' },
  putBack: { key: alt('U'), does: 'Put the next line that was set aside back' },
  undo: { key: alt('Z'), does: 'Undo what replaced a text' },
  redo: { key: altShift('Z'), does: 'Redo it' },
  export: { key: alt('E'), does: 'Export the Word file' },
  copy: { key: alt('C'), does: 'Copy the report' },
} as const satisfies Record<string, Command>;

const STUDIES = {
  newReport: { key: altShift('W'), does: 'New report' },
  park: { key: alt('K'), does: 'Park this study for an urgent one' },
  openParked: { key: altShift('K'), does: 'Open the study parked last' },
  compare: { key: altShift('C'), does: 'Previous report to compare with' },
} as const satisfies Record<string, Command>;

const PLACES = {
  goToPatient: { key: altShift('P'), does: 'Go to the patient' },
  goToTemplate: { key: altShift('T'), does: 'Open the list of templates' },
  goToPreview: { key: altShift('D'), does: 'Go to the dictation' },
  goToReport: { key: altShift('R'), does: 'Go to the report' },
  goToImpression: { key: alt('G'), does: 'Go to the impression' },
  largerText: { key: alt('B'), does: 'Larger text', overDialogs: true },
  smallerText: { key: altShift('B'), does: 'Smaller text', overDialogs: true },
  showKeys: { key: alt('H'), typed: '?', does: 'This list' },
} as const satisfies Record<string, Command>;

/** In the order of the list of keys. */
export const COMMAND_GROUPS = [
  { title: 'Dictation', commands: Object.keys(DICTATION) as (keyof typeof DICTATION)[] },
  { title: 'Report', commands: Object.keys(REPORT) as (keyof typeof REPORT)[] },
  { title: 'Studies', commands: Object.keys(STUDIES) as (keyof typeof STUDIES)[] },
  { title: 'Places and display', commands: Object.keys(PLACES) as (keyof typeof PLACES)[] },
] as const satisfies readonly { title: string; commands: readonly string[] }[];

export type CommandId = (typeof COMMAND_GROUPS)[number]['commands'][number];

export const COMMANDS: Readonly<Record<CommandId, Command>> = { ...DICTATION, ...REPORT, ...STUDIES, ...PLACES };

const IDS = Object.keys(COMMANDS) as CommandId[];

interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** Where a key is pressed. */
interface PressedIn {
  /** The key types into a field there. */
  readonly text: boolean;
  readonly dialog: boolean;
}

/** The command of a key press; null when it has none. Alt with Control is AltGr, which types characters. */
export function commandOf(press: KeyPress, within: PressedIn = { text: false, dialog: false }): CommandId | null {
  if (press.ctrlKey || press.metaKey) return null;
  const found = IDS.find((id) => {
    const { key, typed } = COMMANDS[id];
    return press.altKey ? isBoundTo(press, key) : !within.text && typed === press.key;
  });
  return found && (!within.dialog || COMMANDS[found].overDialogs) ? found : null;
}

/** The letter printed on the key; where Alt types something else (macOS), the place of the key. */
function isBoundTo(press: KeyPress, { letter, shift }: KeyBinding): boolean {
  if (press.shiftKey !== shift) return false;
  return /^[a-z]$/i.test(press.key) ? press.key.toUpperCase() === letter : press.code === `Key${letter}`;
}

/** "Alt R", as the keys of this machine are called: on a Mac "⌥ R". */
export function keyHint(command: CommandId, mac: boolean = isMac()): string {
  const { letter, shift } = COMMANDS[command].key;
  return [mac ? '⌥' : 'Alt', ...(shift ? [mac ? '⇧' : 'Shift'] : []), letter].join(' ');
}

/** "Alt+R", as assistive technology reads it on every machine. */
export function ariaKeys(command: CommandId): string {
  return keyHint(command, false).replaceAll(' ', '+');
}
