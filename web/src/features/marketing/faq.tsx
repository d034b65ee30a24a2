import { Plus } from 'lucide-react';
import { PublicPage } from '@/components/public-page';
import { FAQ } from './faq-items';

/** One answer is open at a time: the `name` that the details share sees to it, without a script. */
export function FaqPage() {
  return (
    <PublicPage path="/faq">
      <div className="mx-auto max-w-[46rem] px-5 pt-12 pb-20 md:pt-16">
        <h1 className="text-3xl font-semibold tracking-[-0.025em] text-balance">Frequently asked questions</h1>
        <p className="mt-4 text-lg text-ink-2">
          Something missing?{' '}
          <a className="link" href="/contact">
            Ask us
          </a>
          .
        </p>
        {FAQ.map((group) => (
          <section key={group.title} className="mt-10">
            <h2 className="text-sm font-medium text-accent">{group.title}</h2>
            <div className="mt-2 divide-y border-y">
              {group.items.map(([question, answer]) => (
                <details key={question} name="faq" className="group">
                  <summary className="flex cursor-pointer list-none items-center justify-between gap-4 py-3.5 font-medium">
                    {question}
                    <Plus
                      size={17}
                      className="shrink-0 text-ink-3 transition-transform group-open:rotate-45"
                      aria-hidden
                    />
                  </summary>
                  <p className="pr-8 pb-5 text-pretty text-ink-2">{answer}</p>
                </details>
              ))}
            </div>
          </section>
        ))}
      </div>
    </PublicPage>
  );
}
