import path from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { GENERATED } from './dictation';

/** What every Chromium of the tests starts with: headless, offline apart from us, a file as its microphone. */
export function chromiumArguments(microphoneFile: string): string[] {
  return [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-audio-capture=${microphoneFile}%noloop`,
    '--autoplay-policy=no-user-gesture-required',
  ];
}

/** A browser whose microphone says what a spoken file says, from the moment it is opened. */
export function openSpeaking(spoken: string): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: chromiumArguments(path.join(GENERATED, `${spoken}.wav`)),
  });
}
