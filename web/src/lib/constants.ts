/** The product's figures. Every page that shows one takes it from here. */

export const PRODUCT = 'Readout';

export const TRIAL_DAYS = 3;
export const SUBSCRIPTION_DAYS = 30;

export const PRICE_INR = 399;
export const REGULAR_PRICE_INR = 999;
export const PRICE_USD = 5;

export const TEMPLATE_COUNT = { ct: 69, mri: 84, total: 153 };

export const ACTIVATION_HOURS = 24;
export const ACTIVATION_WORKING_DAYS = 1;

export const REFUND = { days: 7, processing: '5-10 business days', bank: '3-5 business days' };
export const PRICE_NOTICE_DAYS = 30;
export const PAYMENT_RETRY_DAYS = 3;

/** When somebody answers: read by people and, in the words of schema.org, by machines. */
const OFFICE = { first: 'Monday', last: 'Friday', opens: '9:00', closes: '18:00', zone: 'IST', offset: '+05:30' };
const WEEK = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const clock = (time: string) => `${time.padStart(5, '0')}:00${OFFICE.offset}`;

export const SUPPORT = {
  response: '24-48 hours',
  days: `${OFFICE.first} to ${OFFICE.last}`,
  hours: `${OFFICE.opens}-${OFFICE.closes} ${OFFICE.zone}`,
  openingHours: {
    dayOfWeek: WEEK.slice(WEEK.indexOf(OFFICE.first), WEEK.indexOf(OFFICE.last) + 1),
    opens: clock(OFFICE.opens),
    closes: clock(OFFICE.closes),
  },
};
export const MINIMUM_AGE = 18;

/** How long to have patience, at most. */
export const WAITS = { transcription: '5-6 seconds', structuring: '25-30 seconds' };

/** What the product is designed for. Nobody has measured it, and every page that shows one says so. */
export const DESIGNED_FOR = {
  minutesBefore: 10,
  secondsAfter: 30,
  timesTheReports: 3,
  fasterPercent: 95,
  timeSavedPercent: 50,
  accuracyPercent: 95,
};

/** When the words of the legal pages last changed. */
export const POLICIES_DATE = '28 November 2026';

export const RECENT_REPORTS_HOURS = 24;
export const CUSTOM_TEMPLATES = 500;

/** How long a server keeps what it must; docs/PRIVACY.md has it by column. */
export const KEPT = {
  sessionDays: 7,
  sessionWholeDays: 30,
  signInLinkMinutes: 15,
  signInAtProviderMinutes: 10,
  takeDays: 90,
  trialHashDays: 365,
};

export const SIGNATURE_MAX_MB = 2;
export const TEMPLATE_PREVIEW_CHARACTERS = 150;
export const PAYMENT_REFETCH_MS = 2_000;

export const FIRST_YEAR = 2025;

/** What an installation decides: the server puts the value in the token's place in prerendered pages. */
export const TOKENS = {
  publicUrl: '%READOUT_PUBLIC_URL%',
  supportEmail: '%READOUT_SUPPORT_EMAIL%',
  payUrlInternational: '%READOUT_PAY_URL_INTERNATIONAL%',
  loginError: '%READOUT_LOGIN_ERROR%',
  loginEmail: '%READOUT_LOGIN_EMAIL%',
  loginNext: '%READOUT_LOGIN_NEXT%',
  /** The same, to stand in the query of an address. */
  loginNextQuery: '%READOUT_LOGIN_NEXT_QUERY%',
  loginOidcName: '%READOUT_LOGIN_OIDC_NAME%',
  loginToken: '%READOUT_LOGIN_TOKEN%',
  loginOutbox: '%READOUT_LOGIN_OUTBOX%',
};

/** Between these two stands a part of a page that the server leaves out when an installation has no use for it. */
export function partTokens(part: string): { begin: string; end: string } {
  const name = part.toUpperCase();
  return { begin: `%READOUT_PART_${name}%`, end: `%READOUT_END_${name}%` };
}

/** "2025" in the first year, then "2025-2027". */
export function copyrightYears(now: Date): string {
  const year = now.getFullYear();
  return year > FIRST_YEAR ? `${FIRST_YEAR}-${year}` : `${FIRST_YEAR}`;
}
