/**
 * The wire's shapes by the names the app uses. They are those of the server's own description (schema.d.ts, written by
 * `npm run generate`), so that a change of the wire is a type error here.
 */
import type { components } from './schema';

type Schemas = components['schemas'];

export type CurrentUser = Schemas['UserResponse'];

export type SubscriptionState = Schemas['SubscriptionStatus'];
export type SubscriptionStatus = Schemas['StatusResponse'];
/** What the banner reads. For a trial `expiresAt` is the trial's end; the banner is ready for one that has none. */
export type SubscriptionPeriod = Omit<Schemas['BannerStatusResponse'], 'expiresAt'> & { expiresAt: string | null };
export type PaymentUrl = Schemas['PaymentUrlResponse'];

export type CustomTemplate = Schemas['CustomTemplateResponse'];
export type CustomTemplateDraft = Schemas['CustomTemplateRequest'];
export type Signature = Schemas['SignatureBody'];
export type StorageKey = Schemas['StorageKeyResponse'];

export type TranscribedWord = { word: string; start: number; end: number; confidence: number };

export type Transcription = {
  text: string;
  heard: string;
  words: TranscribedWord[];
  engine: string;
  seconds: number;
};

export type Engines = {
  speech: { name: string; grade: string; audioLeavesMachine: boolean; ready: boolean };
  structuring: { name: string; textLeavesMachine: boolean };
};

export type StructureReportRequest = {
  transcriptionText: string;
  patientId?: string;
  patientName?: string;
  studyDate?: string;
  previousReport?: string;
  selectedTemplate?: string;
  customTemplateId?: string;
  patientSex?: string;
  modality?: string;
};

export type ReportSection = 'clinicalHistory' | 'technique' | 'findings' | 'comparison' | 'impression';

export type ReportStatement = {
  section: ReportSection;
  text: string;
  origin: 'dictated' | 'template' | 'derived' | 'previous';
  /** UTF-16 offsets into the transcription that was sent. */
  spans: { start: number; end: number }[];
  flags: string[];
};

export type StructuredReport = {
  clinicalHistory: string;
  technique: string;
  findings: string;
  comparison?: string | null;
  impression: string;
  statements: ReportStatement[];
  engine: { name: string };
  template: { id: string | null; name: string } | null;
};

export type GenerateImpressionRequest = { findings: string; clinicalHistory: string; studyName?: string };

export type GeneratedImpression = { impression: string };

export type ExportWordRequest = {
  reportContent: string;
  patientId: string;
  patientName: string;
  studyDate: string;
  studyName: string;
  includeSignature: boolean;
  patientSex?: string;
  patientAge?: string;
};

export type SystemTemplate = {
  id: string;
  modality: 'CT' | 'MRI';
  bodyPart: string;
  keywords: string[];
  sex: string | null;
  contrast: boolean;
  technique: string;
  findings: { anatomy: string; text: string }[];
  impression: string[];
  /** What selecting the template puts into the editor. */
  reportText: string;
};

export type TemplateMatches = {
  template: string | null;
  candidates: { id: string; bodyPart: string; modality: 'CT' | 'MRI'; score: number }[];
};
