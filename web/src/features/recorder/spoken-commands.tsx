import { Disclosure } from '@/components/disclosure';
import { Switch } from '@/components/ui/switch';
import { useStore } from '@/lib/store';
import { allowSpokenStructure, spokenStructure } from './spoken-structure';

const COMMANDS: readonly { readonly say: string; readonly does: string }[] = [
  { say: 'new line, new paragraph', does: 'begin one' },
  { say: 'scratch that', does: 'take the last words away' },
  { say: 'next field, previous field', does: 'walk the blanks of the report' },
  { say: 'go to impression', does: 'put the caret there' },
  { say: 'insert template chest', does: 'load the template that fits best' },
];

/** What can be said instead of dictated. */
export function SpokenCommands() {
  const allowed = useStore(spokenStructure, (value) => value);
  return (
    <Disclosure title="Spoken commands" className="border-t">
      <p className="mt-1.5">Said alone, between two pauses:</p>
      <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5">
        {COMMANDS.map(({ say, does }) => (
          <div key={say} className="contents">
            <dt className="text-ink-2">{say}</dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-1.5">
        <Switch
          label="“structure report” structures the report"
          checked={allowed}
          onCheckedChange={allowSpokenStructure}
        />
      </div>
    </Disclosure>
  );
}
