/** What the buttons of a dictation microphone and the places of a foot pedal start: the same commands as keys. */
import type { DeviceButton, DeviceKind, DevicePress } from '@/features/dictation-device/buttons';
import type { RecorderState } from '@/features/recorder/recorder-state';
import { COMMANDS, type CommandId } from './commands';

/** What one button does of the two that a recorder has: which of them it starts depends on the recording. */
type Turn = 'dictate' | 'halt';

interface Button {
  readonly name: string;
  readonly starts: CommandId | Turn;
}

const MICROPHONE: Readonly<Partial<Record<DeviceButton, Button>>> = {
  record: { name: 'Record', starts: 'dictate' },
  stop: { name: 'Stop', starts: 'halt' },
  play: { name: 'Play', starts: 'play' },
  transcribe: { name: 'Transcribe', starts: 'transcribe' },
  priority: { name: 'EOL / Priority', starts: 'transcribe' },
  tabForward: { name: 'Tab forward', starts: 'nextBlank' },
  tabBackward: { name: 'Tab backward', starts: 'previousBlank' },
  forward: { name: 'Forward', starts: 'nextBlank' },
  rewind: { name: 'Rewind', starts: 'previousBlank' },
  enter: { name: 'Enter', starts: 'fixFlag' },
  customLeft: { name: 'Custom left', starts: 'structure' },
  customRight: { name: 'Custom right', starts: 'nextFlag' },
  insert: { name: 'Insert', starts: 'nextDoubt' },
  command: { name: 'Command', starts: 'goToReport' },
  instruction: { name: 'Instruction', starts: 'goToImpression' },
  f1: { name: 'F1', starts: 'structure' },
  f2: { name: 'F2', starts: 'impression' },
  f3: { name: 'F3', starts: 'nextFlag' },
  f4: { name: 'F4', starts: 'export' },
};

const PEDAL: Readonly<Partial<Record<DeviceButton, Button>>> = {
  play: { name: 'Middle', starts: 'dictate' },
  rewind: { name: 'Left', starts: 'previousBlank' },
  forward: { name: 'Right', starts: 'nextBlank' },
  priority: { name: 'Top', starts: 'structure' },
};

const TURNS: Readonly<Record<Turn, string>> = {
  dictate: 'Start, pause and resume recording',
  halt: 'Pause, and end a paused recording',
};

const BUTTONS: Readonly<Record<DeviceKind, Readonly<Partial<Record<DeviceButton, Button>>>>> = {
  microphone: MICROPHONE,
  pedal: PEDAL,
};

/** The command of a press, as the recording stands; null when it has none. */
export function commandOfPress({ kind, button }: DevicePress, phase: RecorderState['phase']): CommandId | null {
  const starts = BUTTONS[kind][button]?.starts ?? null;
  switch (starts) {
    case 'dictate':
      return phase === 'recording' || phase === 'paused' ? 'togglePause' : 'toggleRecording';
    case 'halt':
      if (phase === 'recording') return 'togglePause';
      return phase === 'paused' ? 'toggleRecording' : null;
    default:
      return starts;
  }
}

/** For the list of keys. */
export function buttonLines(kind: DeviceKind): readonly { readonly name: string; readonly does: string }[] {
  return Object.values(BUTTONS[kind]).map(({ name, starts }) => ({
    name,
    does: starts === 'dictate' || starts === 'halt' ? TURNS[starts] : COMMANDS[starts].does,
  }));
}
