import { ChevronDown } from 'lucide-react';

const STEPS: readonly { readonly title: string; readonly text: string }[] = [
  { title: 'Record', text: 'Dictate your findings, or type them in the preview.' },
  { title: 'AI transcription', text: 'Turn the recording into text and correct it.' },
  { title: 'Structure', text: 'Put the text into the sections of a report.' },
  { title: 'Generate or regenerate impression', text: 'From the findings, once they are complete.' },
  { title: 'Export', text: 'Review every line, then take the Word file.' },
];

export function HowToUseCard({ className }: { className?: string }) {
  return (
    <details className={`card group ${className ?? ''}`} open>
      <summary className="card-h cursor-pointer list-none border-b-0 group-open:border-b [&::-webkit-details-marker]:hidden">
        <h2 className="card-t">How to Use</h2>
        <ChevronDown size={15} className="text-ink-3 transition-transform group-open:rotate-180" aria-hidden />
      </summary>
      <ol className="space-y-2 px-4 py-3 text-xs text-ink-3">
        {STEPS.map(({ title, text }, index) => (
          <li key={title} className="flex gap-2.5">
            <span className="font-mono tabular-nums" aria-hidden>
              {index + 1}
            </span>
            <span>
              <span className="block text-ink-2">{title}</span>
              {text}
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}
