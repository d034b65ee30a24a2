/**
 * What pages say of themselves to machines, in the vocabulary of schema.org. Each property stands where its type has it:
 * where something is offered belongs to the offer, not to the application.
 */
import { FAQ } from '@/features/marketing/faq-items';
import { PRICE_INR, PRODUCT, SUPPORT, TOKENS } from '@/lib/constants';

const CONTEXT = 'https://schema.org';
const HOME = `${TOKENS.publicUrl}/`;
const INDIA = { '@type': 'Country', name: 'India' };
const PRICE = { price: String(PRICE_INR), priceCurrency: 'INR' };

const ORGANIZATION = {
  '@type': 'Organization',
  '@id': `${HOME}#organization`,
  name: PRODUCT,
  url: HOME,
  logo: `${TOKENS.publicUrl}/icon-512.png`,
};

export const LANDING_DATA = {
  '@context': CONTEXT,
  '@type': 'WebApplication',
  name: PRODUCT,
  url: HOME,
  description: 'Dictation, structuring and Word export of CT and MRI reports, for radiologists.',
  applicationCategory: 'HealthApplication',
  operatingSystem: 'Any',
  browserRequirements: 'A current browser with JavaScript and a microphone',
  inLanguage: 'en',
  image: `${TOKENS.publicUrl}/og.png`,
  publisher: ORGANIZATION,
  offers: {
    '@type': 'Offer',
    ...PRICE,
    url: HOME,
    availability: 'https://schema.org/InStock',
    areaServed: INDIA,
    priceSpecification: { '@type': 'UnitPriceSpecification', ...PRICE, billingDuration: 'P1M', unitText: 'month' },
  },
};

export const SUPPORT_DATA = {
  '@context': CONTEXT,
  ...ORGANIZATION,
  contactPoint: {
    '@type': 'ContactPoint',
    contactType: 'customer support',
    email: TOKENS.supportEmail,
    availableLanguage: 'en',
    hoursAvailable: { '@type': 'OpeningHoursSpecification', ...SUPPORT.openingHours },
  },
};

export const FAQ_DATA = {
  '@context': CONTEXT,
  '@type': 'FAQPage',
  inLanguage: 'en',
  mainEntity: FAQ.flatMap(({ items }) => items).map(([question, answer]) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
};
