import { buttonClass } from './ui/button';

/** Where to go from a page that has nothing to show; `emphasised` when there is nothing else to press. */
export function WaysOn({ emphasised = false }: { emphasised?: boolean }) {
  return (
    <div className="mt-7 flex flex-wrap gap-3">
      <a href="/" className={emphasised ? buttonClass({ variant: 'primary' }) : buttonClass()}>
        Go to the start page
      </a>
      <a href="/contact" className={buttonClass()}>
        Contact us
      </a>
    </div>
  );
}
