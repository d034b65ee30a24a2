import { expect, it } from 'vitest';
import { amountText } from './payments';

it.each([
  [39_900, 'INR', '₹399.00'],
  [500, 'USD', '$5.00'],
  [1_200, 'JPY', 'JP¥1,200'],
  [5, 'no currency', '5 no currency'],
])('%d of %s is %s', (amount, currency, expected) => {
  expect(amountText({ amount, currency })).toBe(expected);
});
