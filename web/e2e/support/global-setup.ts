import { speakDictation } from './dictation';

export default function globalSetup(): void {
  speakDictation();
}
