import { COMMANDED, DICTATION, LIVE_DICTATION, speak, UNHEARD_OF } from './dictation';

export default function globalSetup(): void {
  speak('dictation', DICTATION);
  speak('live', LIVE_DICTATION);
  speak('commands', COMMANDED);
  speak('unheard-of', UNHEARD_OF);
}
