/**
 * The one question before a report with unfilled blanks leaves the page: whether what its template asks and nobody
 * answered is left out. The server says what that would be; what it is becomes of the report in the editor first, so
 * that editor, Word file and copied text agree.
 */
import type { WithoutBlanks } from '@/api/types';
import { leaveOutBlanks } from '@/features/report/api';
import { findBlanks } from '@/features/report/blanks';
import { createStore } from '@/lib/store';
import { type Desk, failed } from './desk';
import { reasonOf } from './requests';
import * as studies from './study';

/** How a report leaves the page. */
export type Taking = 'export' | 'copy';

export interface BlanksQuestion {
  readonly taking: Taking;
  /** The study as it was asked about. */
  readonly study: studies.Study;
  readonly blanks: number;
  /** What the server says; null when it did not answer, and nothing can be left out. */
  readonly without: WithoutBlanks | null;
}

export type OpenBlanks = ReturnType<typeof createOpenBlanks>;

export function createOpenBlanks(
  { history, activity, study, change, note }: Desk,
  takeAway: Readonly<Record<Taking, (taken: studies.Study) => Promise<void>>>,
) {
  const question = createStore<BlanksQuestion | null>(null);
  /** The study that the server is asked about. */
  let asking: string | null = null;

  /** Takes the report away, and asks first when it has blanks. `again`: the report changed while the server was asked before. */
  async function take(taking: Taking, again = false): Promise<void> {
    if (asking === study().id || question.get()?.study.id === study().id) return;
    if (findBlanks(study().report).length === 0) return takeAway[taking](study());
    if (taking === 'export' && activity.get().exporting) return;
    const asked = study();
    asking = asked.id;
    if (taking === 'export') note({ exporting: true });
    const without = await ask(asked.report);
    if (asking === asked.id) asking = null;
    if (taking === 'export') note({ exporting: false });
    if (study().id !== asked.id) return;
    // Somebody goes on dictating: what stands there now is asked about, once. What changes after that is looked at with the answer.
    if (study().report !== asked.report && !again) return take(taking, true);
    question.set({ taking, study: asked, blanks: findBlanks(asked.report).length, without });
  }

  async function ask(report: string): Promise<WithoutBlanks | null> {
    try {
      return await leaveOutBlanks(report);
    } catch (error) {
      note({ reportFailure: reasonOf(error) });
      failed('Blanks Not Checked', 'Failed to check which blanks can be left out. Please try again.');
      return null;
    }
  }

  /** The question is answered; null when its study is no longer on the page. */
  function answered(): BlanksQuestion | null {
    const asked = question.get();
    question.set(null);
    return asked?.study.id === study().id ? asked : null;
  }

  return {
    question,
    take,

    /** Leaves out what only asks, as one step that can be undone, and takes the report away. */
    async leaveOut(): Promise<void> {
      const asked = answered();
      if (!asked?.without) return;
      if (study().report !== asked.study.report) return take(asked.taking);
      change(studies.takeWithoutBlanks(history.get(), asked.without.reportContent));
      await takeAway[asked.taking](study());
    },

    /** Takes the report away with its blanks. */
    async asItIs(): Promise<void> {
      const asked = answered();
      if (asked) await takeAway[asked.taking](study());
    },

    cancel: () => void answered(),
  };
}
