import { COMMANDED, DICTATION, IMPRESSION, LIVE_DICTATION, STRUCTURED, speak, UNHEARD_OF } from './dictation';

export default function globalSetup(): void {
  speak('dictation', DICTATION);
  speak('live', LIVE_DICTATION);
  speak('commands', COMMANDED);
  // The engine mishears these commands in the other voice.
  speak('impression', IMPRESSION, 'rms');
  speak('structured', STRUCTURED, 'rms');
  speak('unheard-of', UNHEARD_OF);
}
