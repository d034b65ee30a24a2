/** One dictation and an excerpt of the report it becomes, line by line. */
import { EXAMPLE } from './example';

const LEVELS = Array.from(
  { length: 30 },
  (_, i) => 14 + Math.round(58 * Math.abs(Math.sin(i * 0.9) * Math.cos(i * 0.37 + 0.6))),
);

export function ExampleReport() {
  return (
    <figure>
      <div className="overflow-hidden rounded-xl border bg-panel shadow-pop">
        <div className="flex h-11 items-center gap-3 border-b px-4 text-xs text-ink-3">
          <span className="size-2 rounded-full bg-rec" />
          <span className="font-mono text-ink tabular-nums">00:14</span>
          <span className="ml-auto">{EXAMPLE.template}</span>
        </div>
        <div className="border-b px-4 pt-4 pb-4">
          <svg
            viewBox="0 0 300 100"
            preserveAspectRatio="none"
            className="block h-12 w-full fill-accent"
            aria-hidden="true"
          >
            {LEVELS.map((height, i) => (
              <rect
                // biome-ignore lint/suspicious/noArrayIndexKey: bars have no identity but their place
                key={i}
                x={i * 10 + 1.5}
                y={50 - height / 2}
                width="6.5"
                height={height}
                rx="3.2"
                opacity={0.35 + (i / 30) * 0.65}
              />
            ))}
          </svg>
          <p className="mt-3 text-sm text-ink-2">“{EXAMPLE.spoken}”</p>
        </div>
        <div className="p-4 text-xs leading-relaxed">
          <p className="text-2xs font-semibold tracking-wide text-accent">FINDINGS</p>
          <ul className="mt-2 space-y-1.5">
            {EXAMPLE.findings.map(({ text, origin }) => (
              <li key={text} className="flex items-baseline gap-2.5">
                <span
                  className={`size-1.5 shrink-0 -translate-y-0.5 rounded-full ${origin === 'dictated' ? 'bg-accent' : 'bg-line-strong'}`}
                />
                <span className={origin === 'dictated' ? 'text-ink' : 'text-ink-3'}>{text}</span>
                {origin === 'template' && <span className="ml-auto shrink-0 text-2xs text-ink-3">template</span>}
              </li>
            ))}
          </ul>
          <p className="mt-4 text-2xs font-semibold tracking-wide text-accent">IMPRESSION</p>
          <ol className="mt-2 space-y-1.5">
            {EXAMPLE.impression.map((text, i) => (
              <li key={text} className="flex gap-2.5 text-ink">
                <span className="font-mono text-ink-3">{i + 1}.</span>
                {text}
              </li>
            ))}
          </ol>
        </div>
      </div>
      <figcaption className="mt-3 text-2xs text-ink-3">
        An excerpt. Each line knows whether you said it or the template did.
      </figcaption>
    </figure>
  );
}
