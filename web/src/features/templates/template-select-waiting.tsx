import { ChevronDown } from 'lucide-react';

/** What stands in the place of the template list until its script has come: the same field, not to be opened yet. */
export function TemplateSelectWaiting({ chosen }: { chosen: string }) {
  return (
    <div className="min-w-0">
      <span id="template-waiting" className="label">
        Report Template
      </span>
      <button
        type="button"
        disabled
        aria-labelledby="template-waiting"
        className="field flex items-center justify-between gap-2 text-left"
      >
        <span className="truncate">{chosen}</span>
        <ChevronDown size={15} className="shrink-0 text-ink-3" aria-hidden />
      </button>
    </div>
  );
}
