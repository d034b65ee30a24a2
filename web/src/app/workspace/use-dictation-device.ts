/** Ties dictation microphones and pedals to the page: their buttons act as keys do, their lamp follows the recorder. */
import { useEffect, useState } from 'react';
import { createDeviceConnection, type DeviceConnection } from '@/features/dictation-device/connection';
import { isUnderWay, type RecorderState } from '@/features/recorder/recorder-state';
import type { Commands } from './command-set';
import { COMMANDS } from './commands';
import { commandOfPress } from './device-buttons';
import { isDialogOpen } from './use-command-keys';
import type { Workspace } from './workspace';

/** Null where the browser has no WebHID. */
export function useDictationDevice(workspace: Workspace, commands: Commands): DeviceConnection | null {
  const [devices, setDevices] = useState<DeviceConnection | null>(null);
  useEffect(() => {
    const { hid } = navigator;
    if (!hid) return;
    const { recorder } = workspace;
    const opened = createDeviceConnection({
      hid,
      onPress(press) {
        const state = recorder.state.get();
        // Of two tabs the one in sight obeys; so does one that records, whatever covers it.
        if (document.hidden && !isUnderWay(state)) return;
        const command = commandOfPress(press, state.phase);
        if (command && (COMMANDS[command].overDialogs || !isDialogOpen())) commands[command]();
      },
    });
    const light = () => opened.light(lampOf(recorder.state.get()));
    const stopWatching = recorder.state.subscribe(light);
    void opened.open();
    setDevices(opened);
    return () => {
      stopWatching();
      setDevices(null);
      void opened.close();
    };
  }, [workspace, commands]);
  return devices;
}

function lampOf({ phase }: RecorderState) {
  return phase === 'recording' || phase === 'paused' ? phase : 'off';
}
