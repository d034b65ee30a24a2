/**
 * The study at hand: everything the workspace holds about one patient, and what may happen to it. Pure. A replacement
 * of text is one step that can be undone and redone; an edit is not (the text fields undo those themselves).
 */
import type {
  ConservationFlag,
  GeneratedImpression,
  ReportStatement,
  StructuredReport,
  StructureReportRequest,
  SystemTemplate,
} from '@/api/types';
import type { MadeFrom } from '@/features/report/conservation';
import { printReport, withImpression } from '@/features/report/report-text';
import { type SetAsideLine, setAsideOf, withLineBack } from '@/features/report/set-aside';
import { NO_TEMPLATE, type TemplateChoice } from '@/features/templates/library';
import { type Correction, changed, inPreview, type LiveTake } from '@/features/workspace/live-take';
import { emptyPatient, type ModalityChoice, type PatientDetails } from '@/features/workspace/patient';
import {
  markDoubts,
  moveWords,
  type PutWords,
  type ReportCorrection,
  type ReportWords,
  recounted,
  reportWords,
} from '@/features/workspace/report-words';
import { changeTake, type Doubt, EMPTY_TRANSCRIPT, type Transcript, takeOf } from '@/features/workspace/transcript';
import { statementsOf, statementsOfText } from './template-statements';

export interface Study {
  readonly id: string;
  readonly patient: PatientDetails;
  readonly modality: ModalityChoice;
  readonly template: TemplateChoice;
  readonly transcript: Transcript;
  /** The takes that were listened to while they were spoken: which of their words went where. */
  readonly live: readonly LiveTake[];
  readonly report: string;
  /** What was dictated into the report itself. */
  readonly reportWords: readonly ReportWords[];
  /** Where the report's statements came from. */
  readonly statements: readonly ReportStatement[];
  /** What was dictated and is not in the report. */
  readonly lost: readonly ConservationFlag[];
  /** What the report has otherwise than it was dictated. */
  readonly altered: readonly ConservationFlag[];
  /** What the report was structured from; null for one that was not. */
  readonly madeFrom: MadeFrom | null;
  /** Abnormal findings that the impression, as it was generated, leaves out. */
  readonly leftOut: readonly string[];
  /** Lines of the template that the structured report leaves out; absent in a study kept by an earlier version. */
  readonly setAside?: readonly SetAsideLine[];
  /** What of the dictation was taken back and is not in the structured report; absent in a study kept by an earlier version. */
  readonly takenBack?: readonly string[];
  readonly structuredBy: StructuredBy | null;
  /** What generated the impression; null when it was dictated or typed, or there is none. */
  readonly impressionBy: Writer | null;
  /** Flags of the report that the radiologist has put aside. */
  readonly dismissed: readonly string[];
  readonly comparing: boolean;
  readonly previousReport: string;
  readonly includeSignature: boolean;
}

/** The engine that wrote a text. */
export interface Writer {
  readonly engine: string;
  /** Why another engine than the one that was set up wrote it; null when none had to. */
  readonly note: string | null;
}

export interface StructuredBy extends Writer {
  /** The template that was used, chosen or found. */
  readonly template: string | null;
  /** The dictation named the study, and the template was chosen by that. */
  readonly found: boolean;
  /** What was put right from the dictation in what the engine wrote, in sentences. */
  readonly repairs: readonly string[];
}

/** One replacement of text. */
export interface Step {
  readonly kind: 'report' | 'transcript' | 'scratch' | 'new-report';
  /** What happened, as a sentence for the person who may want it undone. */
  readonly done: string;
  readonly before: Partial<Study>;
  readonly after: Partial<Study>;
}

export interface StudyHistory {
  readonly study: Study;
  readonly past: readonly Step[];
  readonly future: readonly Step[];
}

const STEPS_KEPT = 20;

/** Nothing is known of a report that was not made here. */
const UNMADE = {
  reportWords: [],
  lost: [],
  altered: [],
  madeFrom: null,
  leftOut: [],
  setAside: [],
  takenBack: [],
  structuredBy: null,
  impressionBy: null,
} as const;
const NO_REPORT = { ...UNMADE, report: '', statements: [] } as const;

export function newStudy(id: string, today: string): Study {
  return {
    id,
    patient: emptyPatient(today),
    modality: 'ALL',
    template: NO_TEMPLATE,
    transcript: EMPTY_TRANSCRIPT,
    live: [],
    ...NO_REPORT,
    dismissed: [],
    comparing: false,
    previousReport: '',
    includeSignature: false,
  };
}

export function openHistory(study: Study): StudyHistory {
  return { study, past: [], future: [] };
}

/**
 * A change that replaces no text. What the previous patient left to be undone is forgotten with the first change that
 * belongs to the next one.
 */
export function amend({ study, past }: StudyHistory, change: Partial<Study>): StudyHistory {
  const after = { ...wordsMoved(study, change), ...change };
  return { study: { ...study, ...after }, past: pastOfThisPatient(past), future: [] };
}

/** The words that were dictated into the report follow its text, unless it is another report. */
function wordsMoved({ report, reportWords: words }: Study, change: Partial<Study>): Partial<Study> {
  if (change.report === undefined || change.report === report) return {};
  return { reportWords: moveWords(words, report, change.report) };
}

/** The flag is put aside; what can be undone or redone stays as it is. */
export function dismissFlag(history: StudyHistory, flag: string): StudyHistory {
  const { study } = history;
  return { ...history, study: { ...study, dismissed: [...study.dismissed, flag] } };
}

export function pastOfThisPatient(past: readonly Step[]): readonly Step[] {
  const handover = past.findLastIndex((step) => step.kind === 'new-report');
  return handover < 0 ? past : past.slice(handover + 1);
}

/** A change that replaces text; a step to undo only when text was lost by it. */
function replace(history: StudyHistory, kind: Step['kind'], done: string, change: Partial<Study>): StudyHistory {
  const { study } = history;
  const after = { ...wordsMoved(study, change), ...change };
  const losesReport = after.report !== undefined && study.report.trim() !== '' && after.report !== study.report;
  const lost = study.transcript.text;
  const losesTranscript = after.transcript !== undefined && lost.trim() !== '' && after.transcript.text !== lost;
  if (!losesReport && !losesTranscript) return amend(history, after);
  const keys = Object.keys(after) as (keyof Study)[];
  const before: Partial<Study> = Object.fromEntries(keys.map((key) => [key, study[key]]));
  const past = [...pastOfThisPatient(history.past), { kind, done, before, after }].slice(-STEPS_KEPT);
  return { study: { ...study, ...after }, past, future: [] };
}

export function undo({ study, past, future }: StudyHistory): StudyHistory {
  const step = past.at(-1);
  if (!step) return { study, past, future };
  // What was typed since belongs to the text that is taken back, and comes again with it.
  const now: Partial<Study> = Object.fromEntries(
    (Object.keys(step.after) as (keyof Study)[]).map((key) => [key, study[key]]),
  );
  return { study: { ...study, ...step.before }, past: past.slice(0, -1), future: [{ ...step, after: now }, ...future] };
}

export function redo({ study, past, future }: StudyHistory): StudyHistory {
  const [step, ...rest] = future;
  if (!step) return { study, past, future };
  return { study: { ...study, ...step.after }, past: [...past, step], future: rest };
}

/** Selecting a modality resets the template to none and clears the report. */
export function chooseModality(history: StudyHistory, modality: ModalityChoice): StudyHistory {
  if (history.study.modality === modality) return history;
  const after = { modality, template: NO_TEMPLATE, ...NO_REPORT };
  return replace(history, 'report', 'The report was cleared with the change of modality.', after);
}

export function chooseNoTemplate(history: StudyHistory): StudyHistory {
  return replace(history, 'report', 'The report was cleared.', { template: NO_TEMPLATE, ...NO_REPORT });
}

export function chooseSystemTemplate(history: StudyHistory, template: SystemTemplate): StudyHistory {
  return replace(history, 'report', 'The report was replaced by the template.', {
    template: { kind: 'system', id: template.id, bodyPart: template.bodyPart },
    report: template.reportText,
    statements: statementsOf(template),
    ...UNMADE,
  });
}

export function chooseCustomTemplate(
  history: StudyHistory,
  template: { id: string; name: string; content: string; modality: string | null },
): StudyHistory {
  const report = template.content.replace(/\r\n?/g, '\n');
  return replace(history, 'report', 'The report was replaced by the template.', {
    template: { kind: 'custom', id: template.id, name: template.name, modality: template.modality },
    report,
    statements: statementsOfText(report),
    ...UNMADE,
  });
}

/** A template that the dictation named becomes the chosen one, so that it is seen where another can be chosen. */
export function takeStructured(
  history: StudyHistory,
  structured: StructuredReport,
  { transcriptionText, previousReport }: Pick<StructureReportRequest, 'transcriptionText' | 'previousReport'>,
): StudyHistory {
  const used = structured.template;
  const found: TemplateChoice | null =
    history.study.template.kind === 'none' && used?.id ? { kind: 'system', id: used.id, bodyPart: used.name } : null;
  const report = printReport(structured);
  return replace(history, 'report', 'The report was replaced by the structured one.', {
    report,
    reportWords: [],
    statements: structured.statements,
    lost: structured.flags.filter(({ statement }) => statement === null),
    altered: structured.flags.filter(({ statement }) => statement !== null),
    madeFrom: { transcriptionText, previousReport: previousReport ?? null, report },
    leftOut: [],
    setAside: setAsideOf(structured),
    takenBack: structured.takenBack,
    structuredBy: {
      engine: structured.engine.name,
      template: used?.name ?? null,
      found: found !== null,
      note: structured.engine.note ?? null,
      repairs: structured.repairs.map(({ message }) => message),
    },
    impressionBy: null,
    ...(found && { template: found }),
  });
}

/** A line of the template that was left out stands in the report again; nothing happens for one that is not among them. */
export function putBack(history: StudyHistory, line: SetAsideLine): StudyHistory {
  const { report, statements, setAside = [] } = history.study;
  if (!setAside.includes(line)) return history;
  const back: ReportStatement = { section: 'findings', text: line.text, origin: 'template', spans: [], flags: [] };
  return replace(history, 'report', 'A line of the template was put back.', {
    report: withLineBack(report, line),
    statements: [...statements, back],
    setAside: setAside.filter((other) => other !== line),
  });
}

/** What the template asks and nobody answered is out of the report. */
export function takeWithoutBlanks(history: StudyHistory, report: string): StudyHistory {
  return replace(history, 'report', 'What was not filled in was left out.', { report });
}

export function takeImpression(
  history: StudyHistory,
  { impression, leftOut, flags, engine }: GeneratedImpression,
): StudyHistory {
  const statements = history.study.statements.filter(({ section }) => section !== 'impression');
  const derived = impression.split('\n').map((line, index): ReportStatement => {
    const text = line.replace(/^\s*\d+[.)]\s*/, '').trim();
    const own = flags.filter(({ statement }) => statement === index);
    return {
      section: 'impression',
      text,
      origin: 'derived',
      spans: [],
      flags: own.map(({ kind, message }) => ({ kind, message })),
    };
  });
  return replace(history, 'report', 'The impression was written.', {
    report: withImpression(history.study.report, impression),
    statements: [...statements, ...derived.filter(({ text }) => text)],
    leftOut,
    impressionBy: { engine: engine.name, note: engine.note ?? null },
  });
}

export function takeTranscript(history: StudyHistory, transcript: Transcript): StudyHistory {
  const grows = transcript.text.startsWith(history.study.transcript.text);
  if (grows) return amend(history, { transcript });
  return replace(history, 'transcript', 'The take was transcribed again.', { transcript });
}

/** Words that come while they are spoken. */
export function takeLive(history: StudyHistory, transcript: Transcript): StudyHistory {
  return withoutScratched(amend(history, { transcript }));
}

/** Notes where words of a live take went. */
export function noteLive(history: StudyHistory, take: LiveTake): StudyHistory {
  return withoutScratched(amend(history, { live: withLive(history.study, take) }));
}

/** Notes that words stand in the report. */
export function noteReportWords(history: StudyHistory, put: PutWords): StudyHistory {
  const { study } = history;
  const words = reportWords(study.report, put);
  return words ? { ...history, study: { ...study, reportWords: [...study.reportWords, words] } } : history;
}

/** What is doubtful of a take, counted in what was committed of it, is marked in the report. */
export function markReport(history: StudyHistory, recordingId: string, doubtful: readonly Doubt[]): StudyHistory {
  const { study } = history;
  const marked = markDoubts(study.reportWords, study.report, recordingId, doubtful);
  return { ...history, study: { ...study, reportWords: marked } };
}

/** The preview with a correction of a take; null when the words there were edited since. */
export function correctPreview(history: StudyHistory, take: LiveTake, correction: Correction): StudyHistory | null {
  const { transcript, reportWords } = history.study;
  const { recordingId } = take;
  const put = takeOf(transcript, recordingId)?.transcribed ?? '';
  const [shown] = inPreview(take, put, [correction]);
  const made = shown && changeTake(transcript, recordingId, shown);
  if (!made) return null;
  const by = correction.start - shown.start;
  const change = { ...made.change, start: made.change.start + by, end: made.change.end + by };
  const live = withLive(history.study, changed(take, change));
  const words = recounted(reportWords, recordingId, change);
  return withoutScratched(amend(history, { transcript: made.transcript, live, reportWords: words }));
}

/** Notes that a correction of a take was made in the report. */
export function reportCorrected(history: StudyHistory, take: LiveTake, made: ReportCorrection): StudyHistory {
  const live = withLive(history.study, changed(take, made.change));
  return { ...history, study: { ...history.study, reportWords: made.all, live } };
}

/** What was scratched is not to be had back without the words that came behind it. */
function withoutScratched({ study, past, future }: StudyHistory): StudyHistory {
  return { study, past: past.filter(({ kind }) => kind !== 'scratch'), future };
}

/** The last words of a live take were taken out of the preview; undone, they stand there as before. */
export function takeScratched(history: StudyHistory, transcript: Transcript, take: LiveTake): StudyHistory {
  const live = withLive(history.study, take);
  return replace(history, 'scratch', 'The last words were scratched.', { transcript, live });
}

function withLive({ live }: Study, take: LiveTake): readonly LiveTake[] {
  return [...live.filter(({ recordingId }) => recordingId !== take.recordingId), take];
}

/**
 * Clears everything that came from the patient; the modality and the signature's tick are the radiologist's. Undone
 * only until the next patient's first change: `spoken` says that there is a recording to be had back as well. Asked
 * for twice (a double click) it is done once.
 */
export function startNewReport(history: StudyHistory, id: string, today: string, spoken: boolean): StudyHistory {
  const { study, past } = history;
  const fresh = studyAfter(study, id, today);
  if (isBlank(study) && !spoken) return past.at(-1)?.kind === 'new-report' ? history : openHistory(fresh);
  const step: Step = { kind: 'new-report', done: 'A new report was started.', before: study, after: fresh };
  return { study: fresh, past: [step], future: [] };
}

/** An empty study with what is the radiologist's own of the one before. */
export function studyAfter({ modality, includeSignature }: Study, id: string, today: string): Study {
  return { ...newStudy(id, today), modality, includeSignature };
}

/** Nothing in it came from a patient. */
export function isBlank({ patient, transcript, report, previousReport }: Study): boolean {
  const { studyDate: _, ...given } = patient;
  return [...Object.values(given), transcript.text, report, previousReport].every((text) => !text.trim());
}

/** There is a dictation that no report was made from yet. */
export function awaitsStructuring({ transcript, structuredBy }: Study): boolean {
  return structuredBy === null && transcript.text.trim() !== '';
}
