/** What makes a report of the study at hand, and what takes the report away: structuring, impression, Word file, clipboard. */
import { toast } from '@/components/ui/toast-store';
import { exportWord, generateImpression, reportFileName, structureReport } from '@/features/report/api';
import { copyReport } from '@/features/report/formatted-copy';
import { download } from '@/lib/download';
import { type Desk, failed } from './desk';
import { createOpenBlanks } from './open-blanks';
import type { RecentReports } from './recent-reports';
import { exportRequest, impressionRequest, reasonOf, structureRequest } from './requests';
import * as studies from './study';
import type { StudyKeeping } from './study-keeping';

const COPIED_MS = 2_500;

interface ReportOptions {
  readonly keeping: StudyKeeping;
  readonly recent: RecentReports;
  readonly hasPremium: () => boolean;
  readonly now: () => number;
  /** There is, or may be, a recording whose words are not in the preview. */
  readonly awaitsTranscription: () => boolean;
}

export function createReporting(desk: Desk, { keeping, recent, hasPremium, now, awaitsTranscription }: ReportOptions) {
  const { history, activity, study, change, note, run } = desk;
  /** As it went into the Word file; nothing waited to be transcribed. */
  let done: studies.Study | null = null;

  async function structure(): Promise<void> {
    if (!study().transcript.text.trim()) {
      failed('No Transcription', 'Please record and transcribe audio first.');
      return;
    }
    let request = structureRequest(study(), hasPremium());
    const write = (signal: AbortSignal) => {
      // What was edited while the server was away goes along.
      const present = structureRequest(study(), hasPremium());
      if (present.transcriptionText.trim()) request = present;
      return structureReport(request, {
        signal,
        onSection: (section, text) => {
          if (!signal.aborted) note({ draft: { ...activity.get().draft, [section]: text } });
        },
      });
    };
    await run('structure', (signal, ask) => ask(() => write(signal)), {
      done(report) {
        change(studies.takeStructured(history.get(), report, request));
        void recent.keep(study(), 'structured');
        toast({ title: 'Report Structured', description: 'Findings have been organized into report sections' });
      },
      failed(error) {
        note({ reportFailure: reasonOf(error) });
        failed('Structuring Failed', 'Failed to structure report. Please try again.');
      },
    });
  }

  async function impression(): Promise<void> {
    const request = impressionRequest(study());
    if (!request) {
      failed('No Findings', 'Please structure the report first to generate an impression.');
      return;
    }
    const write = (signal: AbortSignal) => generateImpression(impressionRequest(study()) ?? request, signal);
    await run('impression', (signal, ask) => ask(() => write(signal)), {
      done(generated) {
        change(studies.takeImpression(history.get(), generated));
        void recent.refresh(study());
        toast({ title: 'Impression Generated', description: 'AI has generated the clinical impression.' });
      },
      failed(error) {
        note({ reportFailure: reasonOf(error) });
        failed('Generation Failed', 'Failed to generate impression. Please try again.');
      },
    });
  }

  /** Saves the study's report as a Word file; false when it was not. */
  async function saveWord(exported: studies.Study): Promise<boolean> {
    if (activity.get().exporting || !exported.report.trim()) return false;
    note({ exporting: true, reportFailure: null });
    try {
      const file = await exportWord(exportRequest(exported, hasPremium()));
      download(file, reportFileName(exported.patient.patientId, now()));
      toast({ title: 'Report Exported', description: 'Report has been downloaded as a Word document.' });
      void recent.keep(exported, 'exported');
      return true;
    } catch (error) {
      if (study().id === exported.id) note({ reportFailure: reasonOf(error) });
      failed('Export Failed', 'Failed to export report. Please try again.');
      return false;
    } finally {
      note({ exporting: false });
    }
  }

  async function exportReport(exported: studies.Study): Promise<void> {
    if (!(await saveWord(exported))) return;
    // What was edited since, or was dictated and not transcribed, is not in the file: that stays. So does what is just
    // being put aside: whoever parked it will look for it there.
    if (study() !== exported || activity.get().turning || awaitsTranscription()) return;
    done = exported;
    await keeping.discard(exported.id).catch(() => undefined);
  }

  async function copyText(copied: studies.Study): Promise<void> {
    if (!copied.report.trim()) return;
    try {
      await copyReport(copied.report);
      void recent.keep(copied, 'copied');
      note({ copied: true });
      setTimeout(() => note({ copied: false }), COPIED_MS);
    } catch {
      failed('Copy Failed', 'The browser did not allow the report to be copied. Select the text and copy it.');
    }
  }

  async function withRecent(id: string, work: (kept: studies.Study) => Promise<unknown>): Promise<void> {
    const kept = await recent.read(id);
    if (kept) await work(kept.study);
    else failed('Report Gone', 'This report is no longer kept on this device.');
  }

  const openBlanks = createOpenBlanks(desk, { export: exportReport, copy: copyText });

  return {
    structure,
    impression,
    openBlanks,
    export: () => openBlanks.take('export'),
    copy: () => openBlanks.take('copy'),
    copyRecent: (id: string) => withRecent(id, copyText),
    exportRecent: (id: string) => withRecent(id, saveWord),
    /** The study was exported and is still as it was then. */
    isExported: () => study() === done,
  };
}
