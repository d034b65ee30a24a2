/**
 * Everything that opens over a page, by the module that opens it, as its accessible name is looked for in the accessibility
 * tests. src/app/accessibility-coverage.test.ts reads the modules: what is added there has to stand here, and to be opened.
 */
export const OPENED: Readonly<Record<string, readonly string[]>> = {
  'app/workspace/header-tools.tsx': ['Text size'],
  'app/workspace/keys-sheet.tsx': ['Keyboard Shortcuts'],
  'components/site-header.tsx': ['Menu'],
  'components/user-menu.tsx': ['Account menu for', 'Account menu'],
  'features/account/custom-templates-card.tsx': ['Delete Template?'],
  'features/account/data-card.tsx': ['Delete Account?'],
  'features/account/import-dialog.tsx': ['Import Templates'],
  'features/account/report-style-card.tsx': ['Spinal levels'],
  'features/account/sessions-card.tsx': ['Sign Out Everywhere?'],
  'features/account/subscription-card.tsx': ['Cancel Subscription?'],
  'features/account/template-dialog.tsx': ['Create Template', 'Edit Template', 'Modality'],
  'features/admin/payments-card.tsx': ['Settle this payment?'],
  'features/admin/users-card.tsx': ['Sort by'],
  'features/drafts/recent-dialog.tsx': ['Subramaniam'],
  'features/report/open-blanks-dialog.tsx': ['Unfilled Blanks'],
  'features/templates/template-select.tsx': ['Report Template'],
  'features/workspace/patient-card.tsx': ['Sex', 'Modality'],
  'features/workspace/previous-report-dialog.tsx': ['Previous Report Comparison'],
};

/** What asks a second time in its own place, by the first words. */
export const ASKED_TWICE: Readonly<Record<string, readonly string[]>> = {
  'features/admin/users-table.tsx': ['Deactivate', 'Trial'],
  'features/drafts/parked-card.tsx': ['Discard the draft'],
  'features/drafts/recent-card.tsx': ['Remove all'],
  'features/recorder/recovery-notice.tsx': ['Discard'],
};
