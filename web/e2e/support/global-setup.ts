import { COMMANDED, DICTATION, IMPRESSION, LIVE_DICTATION, speak, UNHEARD_OF } from './dictation';

export default function globalSetup(): void {
  speak('dictation', DICTATION);
  speak('live', LIVE_DICTATION);
  speak('commands', COMMANDED);
  // The engine mishears “go to” of the other voice.
  speak('impression', IMPRESSION, 'rms');
  speak('unheard-of', UNHEARD_OF);
}
