import { expect, it } from 'vitest';
import { readInstallation } from './installation';

function page(email: string, url: string): ParentNode {
  const head = document.createElement('div');
  head.innerHTML = `<meta name="readout-support-email" content="${email}"><meta name="readout-pay-url-international" content="${url}">`;
  return head;
}

it('reads what the server wrote', () => {
  expect(readInstallation(page('help@x.org', 'https://pay.example/x'))).toEqual({
    supportEmail: 'help@x.org',
    payUrlInternational: 'https://pay.example/x',
  });
});

it('takes an empty value and an unfilled token for absent', () => {
  expect(readInstallation(page('', '%READOUT_PAY_URL_INTERNATIONAL%'))).toEqual({
    supportEmail: undefined,
    payUrlInternational: undefined,
  });
});

it('takes a page without the tags for one that says nothing', () => {
  expect(readInstallation(document.createElement('div')).supportEmail).toBeUndefined();
});
