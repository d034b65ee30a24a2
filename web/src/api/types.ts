/** The wire's shapes by the names the app uses. */

export type CurrentUser = { id: string; firstName: string | null; lastName: string | null; email: string };

export type SubscriptionState = 'trial' | 'active' | 'cancelled' | 'expired';

export type SubscriptionStatus = {
  status: SubscriptionState;
  trialExpired: boolean;
  hasActiveSubscription: boolean;
  hasPremiumAccess: boolean;
  daysRemaining: number;
};

/** What the banner reads. For a trial `expiresAt` is the trial's end. */
export type SubscriptionPeriod = { status: SubscriptionState; expiresAt: string | null; trialStartDate: string | null };

export type PaymentUrl = { paymentUrl: string };

export type CustomTemplate = { id: string; name: string; modality: string | null; content: string };

export type Signature = {
  signatureImage: string | null;
  signatureName: string | null;
  signatureDesignation: string | null;
  signatureDepartment: string | null;
  signatureInstitution: string | null;
};

export type StorageKey = { key: string };

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
