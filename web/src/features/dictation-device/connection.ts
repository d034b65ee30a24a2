/**
 * The dictation microphones and foot pedals of this workstation, through WebHID. What speaks with them is loaded when
 * there is one: one that the person allowed before is taken up again by itself. Sound does not come this way; such a
 * microphone is an ordinary one to the browser.
 */
import type { DictationDevice, DictationDeviceManager } from 'dictation_support';
import { createStore, type Store } from '@/lib/store';
import { type DevicePress, pressedButtons } from './buttons';

export interface DeviceState {
  readonly connecting: boolean;
  /** What each calls itself. */
  readonly names: readonly string[];
  readonly failed: boolean;
}

export type Lamp = 'off' | 'recording' | 'paused';

export interface DeviceConnection {
  readonly state: Store<DeviceState>;
  /** Takes up what was allowed before, now and when it is plugged in. */
  readonly open: () => Promise<void>;
  /** Lets the person choose one; needs a click or a key. */
  readonly connect: () => Promise<void>;
  /** Shows on the device what the recorder does, where it has a lamp. */
  readonly light: (lamp: Lamp) => void;
  readonly close: () => Promise<void>;
}

interface ConnectionOptions {
  readonly hid: HID;
  readonly onPress: (press: DevicePress) => void;
}

const NONE: DeviceState = { connecting: false, names: [], failed: false };

export function createDeviceConnection({ hid, onPress }: ConnectionOptions): DeviceConnection {
  const state = createStore<DeviceState>(NONE);
  const down = new Map<number, number>();
  let lamp: Lamp = 'off';
  let loading: Promise<Loaded> | null = null;
  let closed = false;

  const note = (part: Partial<DeviceState>) => state.set({ ...state.get(), ...part });

  function load(): Promise<Loaded> {
    loading ??= start().catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  }

  async function start(): Promise<Loaded> {
    const support = await import('dictation_support');
    const manager = new support.DictationDeviceManager(hid);
    const list = () => {
      note({ names: manager.getDevices().map(nameOf) });
      light(lamp);
    };
    manager.addButtonEventListener((device, bits) => {
      const kind = device.implType === support.ImplementationType.FOOT_CONTROL ? 'pedal' : 'microphone';
      const pressed = pressedButtons(down.get(device.id) ?? 0, bits);
      down.set(device.id, bits);
      for (const button of pressed) onPress({ kind, button });
    });
    manager.addDeviceConnectedEventListener(list);
    manager.addDeviceDisconnectedEventListener((gone) => {
      down.delete(gone.id);
      note({
        names: manager
          .getDevices()
          .filter((device) => device !== gone)
          .map(nameOf),
      });
    });
    await manager.init();
    if (closed) await manager.shutdown();
    else list();
    return { support, manager, list };
  }

  async function takeUp(): Promise<void> {
    if (closed || (await hid.getDevices()).length === 0) return;
    await load().catch(() => note({ failed: true }));
  }
  const onPlugged = () => void takeUp();

  function light(next: Lamp): void {
    lamp = next;
    void loading?.then(({ support, manager }) => {
      if (closed) return;
      for (const device of manager.getDevices()) setLamp(support, device, next).catch(() => undefined);
    });
  }

  return {
    state,
    light,
    async open() {
      hid.addEventListener('connect', onPlugged);
      await takeUp();
    },
    async connect() {
      note({ connecting: true, failed: false });
      try {
        const { manager, list } = await load();
        await manager.requestDevice();
        list();
      } catch {
        note({ failed: true });
      } finally {
        note({ connecting: false });
      }
    },
    async close() {
      closed = true;
      hid.removeEventListener('connect', onPlugged);
      const loaded = await loading?.catch(() => null);
      await loaded?.manager.shutdown().catch(() => undefined);
    },
  };
}

interface Loaded {
  readonly support: Support;
  readonly manager: DictationDeviceManager;
  readonly list: () => void;
}

type Support = typeof import('dictation_support');

const nameOf = ({ hidDevice }: DictationDevice) => hidDevice.productName || 'Dictation device';

async function setLamp(support: Support, device: DictationDevice, lamp: Lamp): Promise<void> {
  const { ImplementationType, LedStatePM3, SimpleLedState } = support;
  if (device.implType === ImplementationType.POWERMIC_3) {
    await device.setLed({ off: LedStatePM3.OFF, recording: LedStatePM3.RED, paused: LedStatePM3.GREEN }[lamp]);
  }
  if (device.implType === ImplementationType.SPEECHMIKE_HID) {
    const { OFF, RECORD_OVERWRITE, RECORD_STANDBY_OVERWRITE } = SimpleLedState;
    await device.setSimpleLedState({ off: OFF, recording: RECORD_OVERWRITE, paused: RECORD_STANDBY_OVERWRITE }[lamp]);
  }
}
