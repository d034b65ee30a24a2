/**
 * Every action of the workspace as one named command, whether a button, a key or something else starts it. Names and
 * keys only: what a command does is in use-workspace.ts.
 */

export type CommandId =
  | 'toggleRecording'
  | 'togglePause'
  | 'transcribe'
  | 'structure'
  | 'impression'
  | 'export'
  | 'copy'
  | 'nextBlank'
  | 'previousBlank'
  | 'nextFlag'
  | 'fixFlag'
  | 'goToImpression'
  | 'nextDoubt'
  | 'scratch'
  | 'undo'
  | 'redo'
  | 'newReport'
  | 'park'
  | 'openParked';

export interface KeyBinding {
  readonly code: string;
  readonly letter: string;
  readonly shift: boolean;
}

const alt = (letter: string, shift = false): KeyBinding => ({ code: `Key${letter}`, letter, shift });

export const BINDINGS: Readonly<Record<CommandId, KeyBinding>> = {
  toggleRecording: alt('R'),
  togglePause: alt('P'),
  transcribe: alt('T'),
  structure: alt('S'),
  impression: alt('I'),
  export: alt('E'),
  copy: alt('C'),
  nextBlank: alt('N'),
  previousBlank: alt('N', true),
  nextFlag: alt('F'),
  fixFlag: alt('A'),
  goToImpression: alt('G'),
  nextDoubt: alt('D'),
  scratch: alt('X'),
  undo: alt('Z'),
  redo: alt('Z', true),
  newReport: alt('W', true),
  park: alt('K'),
  openParked: alt('K', true),
};

const COMMANDS = Object.keys(BINDINGS) as CommandId[];

interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** The command of a key press; null when it has none. Alt with Control is AltGr, which types characters. */
export function commandOf(press: KeyPress): CommandId | null {
  if (!press.altKey || press.ctrlKey || press.metaKey) return null;
  const found = COMMANDS.find((command) => isBoundTo(press, BINDINGS[command]));
  return found ?? null;
}

/** The letter printed on the key; where Alt types something else (macOS), the place of the key. */
function isBoundTo(press: KeyPress, { code, letter, shift }: KeyBinding): boolean {
  if (press.shiftKey !== shift) return false;
  return /^[a-z]$/i.test(press.key) ? press.key.toUpperCase() === letter : press.code === code;
}

/** "Alt R", as the hint shows it. */
export function keyHint(command: CommandId): string {
  const { letter, shift } = BINDINGS[command];
  return shift ? `Alt Shift ${letter}` : `Alt ${letter}`;
}

/** "Alt+R", as assistive technology reads it. */
export function ariaKeys(command: CommandId): string {
  return keyHint(command).replaceAll(' ', '+');
}
