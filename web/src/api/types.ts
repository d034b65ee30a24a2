/**
 * The wire's shapes by the names the app uses. They are those of the server's own description (schema.d.ts, written by
 * `npm run generate`), so that a change of the wire is a type error here.
 */
import type { components, paths } from './schema';

type Schemas = components['schemas'];

/** A path of the server; what stands in braces there may be any text, and a query may follow it. */
export type ApiPath = KnownPath | `${KnownPath}?${string}`;
type KnownPath = Filled<keyof paths & string>;
type Filled<Path extends string> = Path extends `${infer Before}{${string}}${infer After}`
  ? `${Before}${string}${Filled<After>}`
  : Path;

export type CurrentUser = Schemas['UserResponse'];

export type SubscriptionState = Schemas['SubscriptionStatus'];
export type SubscriptionStatus = Schemas['StatusResponse'];
/** What the banner reads. For a trial `expiresAt` is the trial's end; where nobody pays there is none. */
export type SubscriptionPeriod = Schemas['BannerStatusResponse'];
export type PaymentUrl = Schemas['PaymentUrlResponse'];

export type OpenPayment = Schemas['OpenPaymentBody'];

export type CustomTemplate = Schemas['CustomTemplateResponse'];
export type OpenSession = Schemas['SessionResponse'];
export type ImportedTemplates = Schemas['ImportTemplatesResponse'];
export type Signature = Schemas['SignatureBody'];
export type Letterhead = Schemas['LetterheadBody'];
export type Vocabulary = Schemas['VocabularyBody'];
export type ReportStyle = Schemas['ReportStyleBody'];
export type StorageKey = Schemas['StorageKeyResponse'];

export type Engines = Schemas['EnginesResponse'];
/** A server that this one sends something to. */
export type Peer = Schemas['PeerBody'];
/** How one is reached that users are not told the name of. */
export type Way = Schemas['DatabaseBody'];
/** The template that a dictation will be put into; neither is set when none is chosen. */
export type ChosenTemplate = Schemas['ChosenTemplate'];
export type TranscribeRequest = Schemas['TranscribeRequest'];
/** What the engine is told of a take, and the name under which the take is counted once. */
export type TakeContext = ChosenTemplate & Pick<TranscribeRequest, 'takeId'>;
export type Transcription = Schemas['TranscribeResponse'];

export type StructureReportRequest = Schemas['StructureReportRequest'];
export type StructuredReport = Schemas['StructureReportResponse'];
export type ReportSection = Schemas['ReportSection'];
/** Its spans are UTF-16 offsets into the transcription that was sent. */
export type ReportStatement = Schemas['StatementBody'];

/** What does not agree with the dictation; `dictated` counts as `ReportStatement` spans do. */
export type ConservationFlag = Schemas['ConservationFlag'];
/** The same of a report that was edited, with its place there. */
export type ConservationFlagInText = Schemas['ConservationFlagInText'];
/** What a report was structured from. */
export type ReportMadeFrom = Schemas['ReportMadeFrom'];
export type ReportChecks = Schemas['CheckReportResponse'];
/** What the checks say of a report's text, in UTF-16 offsets into it. */
export type CheckFlag = Schemas['ReportFlag'];

/** A report without what its template asks and nobody answered. */
export type WithoutBlanks = Schemas['LeaveOutBlanksResponse'];
/** A sentence with blanks, and what becomes of it. */
export type OpenSentence = Schemas['OpenSentence'];

export type GenerateImpressionRequest = Schemas['GenerateImpressionRequest'];
export type GeneratedImpression = Schemas['GenerateImpressionResponse'];
export type ExportWordRequest = Schemas['ExportWordRequest'];

/** `reportText` is what selecting the template puts into the editor. */
export type SystemTemplate = Schemas['TemplateBody'];
export type SystemTemplates = Schemas['TemplatesResponse'];
export type TemplateMatches = Schemas['MatchResponse'];

export type AdminUsersRequest = Schemas['AdminUsersRequest'];
export type AdminUsers = Schemas['AdminUsersResponse'];
export type AdminUser = Schemas['AdminUser'];
export type AdminTotals = Schemas['AdminTotals'];
export type UserSort = Schemas['UserSort'];
export type AdminChange = Schemas['AdminChangeResponse'];
export type AuditTrail = Schemas['AuditResponse'];
export type AuditEvent = Schemas['AuditEventBody'];
