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
