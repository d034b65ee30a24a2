import { copyrightYears, PRODUCT } from '@/lib/constants';
import { Logo } from './logo';

const GROUPS = [
  {
    title: 'Product',
    links: [
      ['/how-it-works', 'How It Works'],
      ['/faq', 'FAQ'],
      ['/app', 'Get Started'],
    ],
  },
  {
    title: 'Company',
    links: [
      ['/about', 'About'],
      ['/contact', 'Contact'],
    ],
  },
  {
    title: 'Legal',
    links: [
      ['/privacy-policy', 'Privacy Policy'],
      ['/terms-of-service', 'Terms of Service'],
      ['/refund-policy', 'Refund Policy'],
      ['/shipping-policy', 'Shipping Policy'],
    ],
  },
] as const;

export function SiteFooter() {
  return (
    <footer className="border-t bg-sunken">
      <div className="mx-auto grid max-w-[1200px] grid-cols-2 gap-x-6 gap-y-8 px-5 py-12 md:grid-cols-[1.6fr_1fr_1fr_1fr] md:gap-10">
        <div className="col-span-2 md:col-span-1">
          <Logo />
          <p className="mt-3 max-w-xs text-sm text-ink-3">
            Reports are drafts until a qualified professional has read and verified them.
          </p>
        </div>
        {GROUPS.map((group) => (
          <nav key={group.title} aria-label={group.title}>
            <h2 className="text-2xs font-medium text-ink-3">{group.title}</h2>
            <ul className="mt-2">
              {group.links.map(([href, label]) => (
                <li key={href}>
                  <a href={href} className="inline-block py-1 text-sm text-ink-2 transition-colors hover:text-ink">
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <div className="mx-auto max-w-[1200px] px-5">
        <p className="border-t py-5 text-2xs text-ink-3">
          © {copyrightYears(new Date())} {PRODUCT}
        </p>
      </div>
    </footer>
  );
}
