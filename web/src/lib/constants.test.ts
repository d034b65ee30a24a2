import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CUSTOM_TEMPLATES, copyrightYears, KEPT, SUBSCRIPTION_DAYS, TEMPLATE_COUNT, TRIAL_DAYS } from './constants';

it.each([
  ['2025-06-01', '2025'],
  ['2027-06-01', '2025-2027'],
])('in %s the copyright years are %s', (date, years) => {
  expect(copyrightYears(new Date(date))).toBe(years);
});

it('the templates add up', () => {
  expect(TEMPLATE_COUNT.ct + TEMPLATE_COUNT.mri).toBe(TEMPLATE_COUNT.total);
});

/** What pages promise is what the server does: each figure is read where the server takes it from. */
it.each([
  ['accounts/src/subscription.rs', `TRIAL_LENGTH: Duration = Duration::days(${TRIAL_DAYS});`],
  ['accounts/src/subscription.rs', `PERIOD_LENGTH: Duration = Duration::days(${SUBSCRIPTION_DAYS});`],
  ['accounts/src/custom_template.rs', `MOST_TEMPLATES: u64 = ${CUSTOM_TEMPLATES};`],
  ['accounts/src/sign_in_attempt.rs', `LIFETIME: Duration = Duration::minutes(${KEPT.signInAtProviderMinutes});`],
  ['accounts/src/store/login_tokens.rs', `LIFETIME: Duration = Duration::minutes(${KEPT.signInLinkMinutes});`],
  ['accounts/src/store/usage.rs', `TAKES_ARE_REMEMBERED: Duration = Duration::days(${KEPT.takeDays});`],
  ['accounts/src/store/former_users.rs', `KEPT_AFTER_DELETION: Duration = Duration::days(${KEPT.trialHashDays});`],
  ['server/src/session.rs', `INACTIVITY: Duration = Duration::days(${KEPT.sessionDays});`],
  ['server/src/session.rs', `WHOLE_LIFE: Duration = Duration::days(${KEPT.sessionWholeDays});`],
])('crates/%s agrees: %s', (file, line) => {
  expect(readFileSync(`../crates/${file}`, 'utf8')).toContain(line);
});

it('as many templates lie in templates/ as pages say', () => {
  const files = (folder: string) =>
    readdirSync(`../templates/${folder}`, { recursive: true }).filter((name) => String(name).endsWith('.toml')).length;
  expect({ ct: files('ct'), mri: files('mri') }).toEqual({ ct: TEMPLATE_COUNT.ct, mri: TEMPLATE_COUNT.mri });
});
