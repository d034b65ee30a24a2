/** Title, description and social tags of every page, from one map. */
import { PRICE_INR, PRODUCT, TEMPLATE_COUNT, TOKENS, TRIAL_DAYS } from '@/lib/constants';

export type Meta = {
  /** The canonical path; absent for pages that search engines must not list. */
  path?: string;
  title: string;
  description: string;
  jsonLd?: unknown;
};

const LANDING_DATA = {
  '@context': 'https://schema.org',
  '@type': 'SoftwareApplication',
  name: PRODUCT,
  applicationCategory: 'MedicalApplication',
  operatingSystem: 'Web browser',
  url: `${TOKENS.publicUrl}/`,
  areaServed: { '@type': 'Country', name: 'India' },
  offers: {
    '@type': 'Offer',
    price: String(PRICE_INR),
    priceCurrency: 'INR',
    areaServed: { '@type': 'Country', name: 'India' },
    priceSpecification: {
      '@type': 'UnitPriceSpecification',
      price: String(PRICE_INR),
      priceCurrency: 'INR',
      billingDuration: 'P1M',
    },
  },
};

function page(path: string, title: string, description: string, jsonLd?: unknown): Meta {
  return { path, title: `${title} | ${PRODUCT}`, description, jsonLd };
}

function unlisted(title: string): Meta {
  return { title: `${title} | ${PRODUCT}`, description: '' };
}

export const META = {
  '/': {
    path: '/',
    title: `${PRODUCT}: dictate a CT or MRI report, download it as Word`,
    description: `Dictate your findings and get a structured CT or MRI report to check, edit and export to Word. ${TEMPLATE_COUNT.total} templates. Free for ${TRIAL_DAYS} days.`,
    jsonLd: LANDING_DATA,
  },
  '/about': page('/about', 'About', 'Why Readout exists, what it is made of, and what it does with your dictation.'),
  '/contact': page('/contact', 'Contact', 'Write to Readout support. Answers within 24-48 hours, Monday to Friday.'),
  '/how-it-works': page(
    '/how-it-works',
    'How it works',
    'From patient details to a signed Word file in four steps, and how a template is chosen for your study.',
  ),
  '/faq': page('/faq', 'Questions and answers', 'Dictation, templates, privacy, export, trial and billing, answered.'),
  '/privacy-policy': page('/privacy-policy', 'Privacy policy', 'What Readout keeps, what it never keeps, and why.'),
  '/terms-of-service': page('/terms-of-service', 'Terms of service', 'The terms under which you use Readout.'),
  '/refund-policy': page('/refund-policy', 'Refund policy', 'Seven days to change your mind about your first payment.'),
  '/shipping-policy': page('/shipping-policy', 'Shipping policy', 'Coming soon.'),
  '/payment-confirmation': unlisted('Payment received'),
  '/404': unlisted('Page Not Found'),
  '/login': unlisted('Log in'),
  '/login-sent': unlisted('Check your e-mail'),
  '/login-confirm': unlisted('Confirm sign-in'),
  '/app': unlisted('Workspace'),
  '/account': unlisted('Account'),
  '/subscribe': unlisted('Subscribe'),
  '/admin': unlisted('Admin Panel'),
} satisfies Record<string, Meta>;

export type PagePath = keyof typeof META;

export function metaFor(path: string): Meta {
  return (META as Record<string, Meta>)[path] ?? META['/404'];
}

/** The head's tags as HTML, for prerendered pages. */
export function headHtml(meta: Meta): string {
  const title = `<title>${escapeHtml(meta.title)}</title>`;
  if (!meta.path) return `${title}<meta name="robots" content="noindex">`;
  const url = `${TOKENS.publicUrl}${meta.path}`;
  const image = `${TOKENS.publicUrl}/og.png`;
  const tags = [
    `<meta name="description" content="${escapeHtml(meta.description)}">`,
    `<link rel="canonical" href="${url}">`,
    `<meta property="og:type" content="website">`,
    `<meta property="og:site_name" content="${PRODUCT}">`,
    `<meta property="og:title" content="${escapeHtml(meta.title)}">`,
    `<meta property="og:description" content="${escapeHtml(meta.description)}">`,
    `<meta property="og:url" content="${url}">`,
    `<meta property="og:image" content="${image}">`,
    `<meta name="twitter:card" content="summary_large_image">`,
  ];
  const data = meta.jsonLd
    ? `<script type="application/ld+json">${JSON.stringify(meta.jsonLd).replaceAll('<', '\\u003c')}</script>`
    : '';
  return [title, ...tags, data].join('');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
