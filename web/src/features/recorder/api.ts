/** Audio to words. */
import { ApiError } from '@/api/api-error';
import { requestJson } from '@/api/client';
import type { Engines, TakeContext, TranscribeRequest, Transcription } from '@/api/types';

/** The engine expects the terms of the template. Null when nothing was said in the recording. */
export async function transcribe(
  audio: Blob,
  context: TakeContext = {},
  signal?: AbortSignal,
): Promise<Transcription | null> {
  const body: TranscribeRequest = { audioData: await base64Of(audio), mimeType: audio.type || undefined, ...context };
  try {
    return await requestJson<Transcription>('/api/transcribe', { method: 'POST', body, signal });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'nothing_heard') return null;
    throw error;
  }
}

/** The bytes in base64, without the prefix of a data URL. */
export function base64Of(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^data:[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}

const FOR_EVALUATION =
  'This speech engine is for evaluation, not for daily work: words it does not know come out as other words. Check every word.';

export interface EngineLines {
  /** Which engine listens, and what it has been judged to be. */
  readonly name: string;
  /** Where the audio goes; null when no engine listens. */
  readonly privacy: string | null;
  /** What to beware of. */
  readonly caution: string | null;
  /** The audio leaves the machine, or no engine listens. */
  readonly warns: boolean;
}

export function engineLines({ speech }: Engines): EngineLines {
  const unavailable = (name: string) => ({ name, privacy: null, caution: null, warns: true });
  if (speech.problem) return unavailable(`Speech recognition is not available: ${speech.problem}. Type your findings.`);
  if (speech.grade === 'not available') return unavailable('No speech engine is set up. Type your findings.');
  return {
    caution: speech.grade === 'for evaluation' ? FOR_EVALUATION : null,
    name: `${speech.name}, ${speech.grade}`,
    privacy: audioPrivacy(speech),
    warns: speech.audioLeavesMachine,
  };
}

function audioPrivacy({ audioLeavesMachine, server }: Engines['speech']): string {
  if (!audioLeavesMachine) return 'Audio stays on this server';
  return `Audio is sent to an outside service${server?.readableOnTheWay ? ', unencrypted' : ''}`;
}
