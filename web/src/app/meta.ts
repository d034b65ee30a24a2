/** Title, description and social tags of every prerendered page, from one map. */
import { PRICE_INR, PRODUCT, REFUND, SUPPORT, TEMPLATE_COUNT, TOKENS, TRIAL_DAYS } from '@/lib/constants';
import { FAQ_DATA, LANDING_DATA, SUPPORT_DATA } from './structured-data';
import { titled } from './titles';

export type Meta = {
  title: string;
  description: string;
  /** The canonical path; absent for pages that stand at no address of their own. */
  path?: string;
  /** Whether search engines may list it. */
  listed: boolean;
  jsonLd?: unknown;
};

/** The picture of the product that social networks show: scripts/social-picture.mjs draws it. */
const PICTURE = {
  url: `${TOKENS.publicUrl}/og.png`,
  width: 1200,
  height: 630,
  alt: 'The Readout workspace: a dictated CT chest as text and as a structured report',
};

function page(path: string, title: string, description: string, jsonLd?: unknown): Meta {
  return { path, title: titled(title), description, listed: true, jsonLd };
}

function unlisted(title: string, description: string, path?: string): Meta {
  return { path, title: titled(title), description, listed: false };
}

export const META = {
  '/': {
    path: '/',
    title: `${PRODUCT}: dictate a CT or MRI report, download it as Word`,
    description: `Dictate your findings and get a structured CT or MRI report to check, edit and export to Word. ${TEMPLATE_COUNT.total} templates. Free for ${TRIAL_DAYS} days, then ₹${PRICE_INR} a month.`,
    listed: true,
    jsonLd: LANDING_DATA,
  },
  '/about': page(
    '/about',
    'About',
    'Founded by a practising radiologist: why Readout exists, what it is made of, and what it does with your dictation.',
  ),
  '/contact': page(
    '/contact',
    'Contact',
    `Write to Readout support: a question, a missing template, a payment. Answers within ${SUPPORT.response}, ${SUPPORT.days}, ${SUPPORT.hours}.`,
    SUPPORT_DATA,
  ),
  '/how-it-works': page(
    '/how-it-works',
    'How it works',
    'From patient details to a Word file in four steps, and how a template is chosen for your CT or MRI study.',
  ),
  '/faq': page(
    '/faq',
    'Questions and answers',
    'What radiologists and hospitals ask about Readout: dictation, templates, privacy, running it yourself, trial and price.',
    FAQ_DATA,
  ),
  '/privacy-policy': page(
    '/privacy-policy',
    'Privacy policy',
    'What Readout keeps, why and until when, what it never keeps, and where your dictation is worked on.',
  ),
  '/terms-of-service': page(
    '/terms-of-service',
    'Terms of service',
    'The terms under which you use Readout: medical responsibility, trial, subscription, cancelling, liability.',
  ),
  '/refund-policy': page(
    '/refund-policy',
    'Refund policy',
    `Your first payment comes with a ${REFUND.days}-day money-back guarantee: how to ask, and how long it takes.`,
  ),
  '/shipping-policy': page('/shipping-policy', 'Shipping policy', `The shipping policy of ${PRODUCT}: coming soon.`),
  '/payment-confirmation': unlisted(
    'Payment received',
    'Your payment has been received. What happens next, and whom to write to.',
    '/payment-confirmation',
  ),
  '/404': unlisted('Page Not Found', 'There is no page at this address.'),
  '/login': unlisted('Log in', `Log in to ${PRODUCT}, or begin your ${TRIAL_DAYS}-day free trial.`),
  '/login-sent': unlisted('Check your e-mail', 'The sign-in link is on its way.'),
  '/login-confirm': unlisted('Confirm sign-in', `Confirm that you want to sign in to ${PRODUCT}.`),
} satisfies Record<string, Meta>;

export type PagePath = keyof typeof META;

/** The head's tags as HTML, for prerendered pages. */
export function headHtml(meta: Meta): string {
  return [title(meta), ...(meta.listed ? [] : [named('robots', 'noindex')]), ...social(meta), data(meta)].join('');
}

/** The head of the shell, which is no page yet. */
export function shellHeadHtml(): string {
  return `<title>${PRODUCT}</title>${named('robots', 'noindex')}`;
}

function title(meta: Meta): string {
  return `<title>${escapeHtml(meta.title)}</title>${named('description', meta.description)}`;
}

function social({ path, title, description }: Meta): string[] {
  if (!path) return [];
  const url = `${TOKENS.publicUrl}${path}`;
  return [
    `<link rel="canonical" href="${url}">`,
    property('og:type', 'website'),
    property('og:site_name', PRODUCT),
    property('og:locale', 'en_GB'),
    property('og:title', title),
    property('og:description', description),
    property('og:url', url),
    property('og:image', PICTURE.url),
    property('og:image:type', 'image/png'),
    property('og:image:width', String(PICTURE.width)),
    property('og:image:height', String(PICTURE.height)),
    property('og:image:alt', PICTURE.alt),
    named('twitter:card', 'summary_large_image'),
    named('twitter:title', title),
    named('twitter:description', description),
    named('twitter:image', PICTURE.url),
    named('twitter:image:alt', PICTURE.alt),
  ];
}

function data({ jsonLd }: Meta): string {
  if (!jsonLd) return '';
  return `<script type="application/ld+json">${JSON.stringify(jsonLd).replaceAll('<', '\\u003c')}</script>`;
}

function named(name: string, content: string): string {
  return `<meta name="${name}" content="${escapeHtml(content)}">`;
}

function property(name: string, content: string): string {
  return `<meta property="${name}" content="${escapeHtml(content)}">`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
