/** Every page that is there for whoever is not signed in. */
export const PUBLIC_PAGES = [
  '/',
  '/about',
  '/contact',
  '/how-it-works',
  '/faq',
  '/privacy-policy',
  '/terms-of-service',
  '/refund-policy',
  '/shipping-policy',
  '/payment-confirmation',
  '/api/login',
];
