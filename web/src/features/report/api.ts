/** Structuring, impression, unfilled blanks and the Word file. */
import { requestEvents, requestFile, requestJson } from '@/api/client';
import type {
  ExportWordRequest,
  GeneratedImpression,
  GenerateImpressionRequest,
  ReportSection,
  StructuredReport,
  StructureReportRequest,
  WithoutBlanks,
} from '@/api/types';

/** The sections of a report as they come. */
export type ReportDraft = Readonly<Partial<Record<ReportSection, string>>>;

interface Structuring {
  readonly signal?: AbortSignal;
  /** Told of each section as soon as it stands. */
  readonly onSection: (section: ReportSection, text: string) => void;
}

/** The structured report, which the server sends section by section and then whole. */
export function structureReport(
  body: StructureReportRequest,
  { signal, onSection }: Structuring,
): Promise<StructuredReport> {
  return requestEvents<StructuredReport>('/api/structure-report', { method: 'POST', body, signal }, 'report', {
    section: (data) => {
      const { section, text } = data as { section: ReportSection; text: string };
      onSection(section, text);
    },
  });
}

export function generateImpression(
  body: GenerateImpressionRequest,
  signal?: AbortSignal,
): Promise<GeneratedImpression> {
  return requestJson<GeneratedImpression>('/api/generate-impression', { method: 'POST', body, signal });
}

/** The report without what only asks, for the radiologist to decide about. */
export function leaveOutBlanks(reportContent: string): Promise<WithoutBlanks> {
  return requestJson<WithoutBlanks>('/api/leave-out-blanks', { method: 'POST', body: { reportContent } });
}

/** The report as a Word file. */
export async function exportWord(body: ExportWordRequest): Promise<Blob> {
  const { blob } = await requestFile('/api/export-word', { method: 'POST', body });
  return blob;
}

/** `radiology_report_{patientId or timestamp}.docx`, without characters that a file system refuses. */
export function reportFileName(patientId: string, now: number): string {
  const safe = patientId.trim().replace(/[^\p{L}\p{N}._-]+/gu, '_');
  return `radiology_report_${safe || now}.docx`;
}
