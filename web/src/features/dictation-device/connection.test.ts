import { ButtonEvent } from 'dictation_support';
import { expect, it, vi } from 'vitest';
import { BUTTON_BITS, type DevicePress, pressedButtons } from './buttons';
import { createDeviceConnection } from './connection';
import { FakeHid, fakePedal, fakePowerMic, PEDAL_KEYS, POWER_MIC_KEYS } from './fake-hid';

function workstation() {
  const hid = new FakeHid();
  const presses: DevicePress[] = [];
  const devices = createDeviceConnection({ hid: hid as unknown as HID, onPress: (press) => presses.push(press) });
  return { hid, presses, devices, names: () => devices.state.get().names };
}

it('knows the buttons by the bits of dictation_support', () => {
  const names: Record<keyof typeof BUTTON_BITS, number> = {
    rewind: ButtonEvent.REWIND,
    play: ButtonEvent.PLAY,
    forward: ButtonEvent.FORWARD,
    insert: ButtonEvent.INS_OVR,
    record: ButtonEvent.RECORD,
    command: ButtonEvent.COMMAND,
    stop: ButtonEvent.STOP,
    instruction: ButtonEvent.INSTR,
    f1: ButtonEvent.F1_A,
    f2: ButtonEvent.F2_B,
    f3: ButtonEvent.F3_C,
    f4: ButtonEvent.F4_D,
    priority: ButtonEvent.EOL_PRIO,
    transcribe: ButtonEvent.TRANSCRIBE,
    tabBackward: ButtonEvent.TAB_BACKWARD,
    tabForward: ButtonEvent.TAB_FORWARD,
    customLeft: ButtonEvent.CUSTOM_LEFT,
    customRight: ButtonEvent.CUSTOM_RIGHT,
    enter: ButtonEvent.ENTER_SELECT,
  };
  expect(BUTTON_BITS).toEqual(names);
});

it.each([
  [0, 32, ['record']],
  [32, 32, []],
  [32, 0, []],
  [32, 32 | 2, ['play']],
  [2, 1 | 4, ['rewind', 'forward']],
])('from %i to %i presses %j', (before, now, pressed) => {
  expect(pressedButtons(before, now)).toEqual(pressed);
});

it('connects what the person chooses, and hears its buttons once each, however long they are held', async () => {
  const { hid, presses, devices, names } = workstation();
  const mic = fakePowerMic();
  hid.chosen = [mic];
  await devices.open();
  expect(names()).toEqual([]);
  await devices.connect();
  expect([hid.asked, names()]).toEqual([1, ['PowerMic III']]);
  mic.hold(POWER_MIC_KEYS.record);
  mic.hold(POWER_MIC_KEYS.record | POWER_MIC_KEYS.tabForward);
  mic.hold(0);
  mic.press(POWER_MIC_KEYS.record);
  expect(presses.map(({ kind, button }) => `${kind} ${button}`)).toEqual([
    'microphone record',
    'microphone tabForward',
    'microphone record',
  ]);
});

it('takes up by itself what was allowed before, and what is plugged in later', async () => {
  const { hid, presses, devices, names } = workstation();
  hid.allowed = [fakePowerMic()];
  await devices.open();
  await vi.waitFor(() => expect(names()).toEqual(['PowerMic III']));
  const pedal = fakePedal();
  hid.plugIn(pedal);
  await vi.waitFor(() => expect(names()).toEqual(['PowerMic III', 'Foot Control']));
  pedal.press(PEDAL_KEYS.middle);
  expect(presses).toEqual([{ kind: 'pedal', button: 'play' }]);
  hid.pullOut(pedal);
  await vi.waitFor(() => expect(names()).toEqual(['PowerMic III']));
  expect(hid.asked).toBe(0);
});

it('takes up a device that is plugged in when there was none before', async () => {
  const { hid, devices, names } = workstation();
  await devices.open();
  hid.plugIn(fakePowerMic());
  await vi.waitFor(() => expect(names()).toEqual(['PowerMic III']));
});

it('shows on the microphone what the recorder does', async () => {
  const { hid, devices } = workstation();
  const mic = fakePowerMic();
  hid.allowed = [mic];
  await devices.open();
  devices.light('recording');
  devices.light('paused');
  devices.light('off');
  await vi.waitFor(() => expect(mic.lamps.slice(-3)).toEqual([1, 2, 0]));
});

it('says when nothing could be connected, and can be asked again', async () => {
  const { hid, devices, names } = workstation();
  vi.spyOn(hid, 'requestDevice').mockRejectedValueOnce(new Error('no permission'));
  await devices.connect();
  expect(devices.state.get()).toEqual({ connecting: false, names: [], failed: true });
  hid.chosen = [fakePowerMic()];
  await devices.connect();
  expect([names(), devices.state.get().failed]).toEqual([['PowerMic III'], false]);
});

it('lets go of the devices with the page', async () => {
  const { hid, presses, devices } = workstation();
  const mic = fakePowerMic();
  hid.allowed = [mic];
  await devices.open();
  await devices.close();
  mic.press(POWER_MIC_KEYS.record);
  expect([mic.opened, presses]).toEqual([false, []]);
});
