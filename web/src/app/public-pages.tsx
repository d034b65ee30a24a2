/** The pages that are prerendered: the file each is written to, and what it shows. */
import type { ComponentType } from 'react';
import { AboutPage } from '@/features/marketing/about';
import { ContactPage } from '@/features/marketing/contact';
import { FaqPage } from '@/features/marketing/faq';
import { HowItWorksPage } from '@/features/marketing/how-it-works';
import { LandingPage } from '@/features/marketing/landing';
import { NotFoundPage } from '@/features/marketing/not-found';
import { PaymentConfirmationPage } from '@/features/marketing/payment-confirmation';
import { RefundPolicyPage, TermsOfServicePage } from '@/features/marketing/policies';
import { PrivacyPolicyPage } from '@/features/marketing/privacy-policy';
import { ShippingPolicyPage } from '@/features/marketing/shipping-policy';
import { LoginConfirmPage, LoginPage, LoginSentPage } from '@/features/sign-in/pages';
import type { PagePath } from './meta';

export type PublicPageEntry = { path: PagePath; file: string; Page: ComponentType };

export const PUBLIC_PAGES: PublicPageEntry[] = [
  { path: '/', file: 'index.html', Page: LandingPage },
  { path: '/about', file: 'about.html', Page: AboutPage },
  { path: '/contact', file: 'contact.html', Page: ContactPage },
  { path: '/how-it-works', file: 'how-it-works.html', Page: HowItWorksPage },
  { path: '/faq', file: 'faq.html', Page: FaqPage },
  { path: '/privacy-policy', file: 'privacy-policy.html', Page: PrivacyPolicyPage },
  { path: '/terms-of-service', file: 'terms-of-service.html', Page: TermsOfServicePage },
  { path: '/refund-policy', file: 'refund-policy.html', Page: RefundPolicyPage },
  { path: '/shipping-policy', file: 'shipping-policy.html', Page: ShippingPolicyPage },
  { path: '/payment-confirmation', file: 'payment-confirmation.html', Page: PaymentConfirmationPage },
  { path: '/404', file: '404.html', Page: NotFoundPage },
  { path: '/login', file: 'login.html', Page: LoginPage },
  { path: '/login-sent', file: 'login-sent.html', Page: LoginSentPage },
  { path: '/login-confirm', file: 'login-confirm.html', Page: LoginConfirmPage },
];
