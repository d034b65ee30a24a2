/** What makes a report of the study at hand, and what takes the report away: structuring, impression, Word file, clipboard. */
import { toast } from '@/components/ui/toast-store';
import { download, exportWord, generateImpression, reportFileName, structureReport } from '@/features/report/api';
import { copyReport } from '@/features/report/formatted-copy';
import { type Desk, failed } from './desk';
import { exportRequest, impressionRequest, reasonOf, structureRequest } from './requests';
import * as studies from './study';
import type { StudyKeeping } from './study-keeping';

const COPIED_MS = 2_500;

interface ReportOptions {
  readonly keeping: StudyKeeping;
  readonly hasPremium: () => boolean;
  readonly now: () => number;
  /** There is, or may be, a recording whose words are not in the preview. */
  readonly awaitsTranscription: () => boolean;
}

export function createReporting(
  { history, activity, study, change, note, run }: Desk,
  { keeping, hasPremium, now, awaitsTranscription }: ReportOptions,
) {
  async function structure(): Promise<void> {
    if (!study().transcript.text.trim()) {
      failed('No Transcription', 'Please record and transcribe audio first.');
      return;
    }
    const ask = (signal: AbortSignal) =>
      structureReport(structureRequest(study(), hasPremium()), {
        signal,
        onSection: (section, text) => {
          if (!signal.aborted) note({ draft: { ...activity.get().draft, [section]: text } });
        },
      });
    await run('structure', ask, {
      done(report) {
        change(studies.takeStructured(history.get(), report));
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
    await run('impression', (signal) => generateImpression(request, signal), {
      done(generated) {
        change(studies.takeImpression(history.get(), generated));
        toast({ title: 'Impression Generated', description: 'AI has generated the clinical impression.' });
      },
      failed(error) {
        note({ reportFailure: reasonOf(error) });
        failed('Generation Failed', 'Failed to generate impression. Please try again.');
      },
    });
  }

  async function exportReport(): Promise<void> {
    const exported = study();
    if (activity.get().exporting || !exported.report.trim()) return;
    note({ exporting: true, reportFailure: null });
    try {
      const file = await exportWord(exportRequest(exported, hasPremium()));
      download(file, reportFileName(exported.patient.patientId, now()));
      toast({ title: 'Report Exported', description: 'Report has been downloaded as a Word document.' });
      // What was edited since, or was dictated and not transcribed, is not in the file: that stays.
      const nothingSince = study() === exported && !awaitsTranscription();
      if (nothingSince) await keeping.discard(exported.id).catch(() => undefined);
    } catch (error) {
      if (study().id === exported.id) note({ reportFailure: reasonOf(error) });
      failed('Export Failed', 'Failed to export report. Please try again.');
    } finally {
      note({ exporting: false });
    }
  }

  async function copy(): Promise<void> {
    if (!study().report.trim()) return;
    try {
      await copyReport(study().report);
      note({ copied: true });
      setTimeout(() => note({ copied: false }), COPIED_MS);
    } catch {
      failed('Copy Failed', 'The browser did not allow the report to be copied. Select the text and copy it.');
    }
  }

  return { structure, impression, export: exportReport, copy };
}
