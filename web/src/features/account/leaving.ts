/** What of a user leaves the server of this installation, in sentences. */
import type { Engines } from '@/api/types';

export function leavingLines({ speech, structuring }: Engines): readonly string[] {
  const lines: string[] = [];
  if (speech.audioLeavesMachine) lines.push(`Recordings are sent to ${speech.name}, which writes them down.`);
  if (structuring.textLeavesMachine) {
    lines.push(
      `Dictations are sent to ${structuring.name}, which makes reports of them: without the patient\u2019s ID and name, the date and the numbers that name the study.`,
    );
  }
  if (lines.length === 0)
    lines.push('No recording, no dictation and no report: speech and reports are made on this server.');
  lines.push('Your e-mail address goes out with each sign-in link, and to the provider you sign in with.');
  return lines;
}
