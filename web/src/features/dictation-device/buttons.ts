/** The buttons of dictation microphones and foot pedals, and which of them a report of the device presses. Pure. */

/** The bit of each in what dictation_support reports; a test holds them to it. */
export const BUTTON_BITS = {
  rewind: 1,
  play: 2,
  forward: 4,
  insert: 16,
  record: 32,
  command: 64,
  stop: 256,
  instruction: 512,
  f1: 1024,
  f2: 2048,
  f3: 4096,
  f4: 8192,
  priority: 16384,
  transcribe: 32768,
  tabBackward: 65536,
  tabForward: 131072,
  customLeft: 262144,
  customRight: 524288,
  enter: 1048576,
} as const;

export type DeviceButton = keyof typeof BUTTON_BITS;

/** A pedal has three or four places for a foot, with names of their own. */
export type DeviceKind = 'microphone' | 'pedal';

export interface DevicePress {
  readonly kind: DeviceKind;
  readonly button: DeviceButton;
}

const ALL = Object.entries(BUTTON_BITS) as [DeviceButton, number][];

/** What is down now and was not before: a device tells everything that is down with every change. */
export function pressedButtons(before: number, now: number): DeviceButton[] {
  return ALL.filter(([, bit]) => (now & bit) !== 0 && (before & bit) === 0).map(([button]) => button);
}
