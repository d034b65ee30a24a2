/** What a speaker took back, in one line, so that a word that went by mistake is seen. */
export function takenBackLine(takenBack: readonly string[]): string {
  return `Taken back: ${takenBack.map((words) => `\u201c${words.trim()}\u201d`).join(', ')}`;
}
