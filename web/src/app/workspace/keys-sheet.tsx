/** The list of all keys, made of the table that the keys are read from. */
import { type ReactNode, useId } from 'react';
import { Dialog } from '@/components/ui/dialog';
import { Switch } from '@/components/ui/switch';
import type { DeviceKind } from '@/features/dictation-device/buttons';
import { useStore } from '@/lib/store';
import { COMMAND_GROUPS, COMMANDS, keyHint } from './commands';
import { buttonLines } from './device-buttons';
import { questionMark } from './question-mark';

interface KeysSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Keys of the browser and of the report itself, which no command starts. */
const OTHERS: readonly { readonly keys: string; readonly does: string }[] = [
  { keys: 'Tab', does: 'In the report: next blank' },
  { keys: 'Shift Tab', does: 'In the report: previous blank' },
  { keys: 'Esc', does: 'Close a list or a dialog' },
];

export function KeysSheet({ open, onClose }: KeysSheetProps) {
  const allowed = useStore(questionMark, (value) => value);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Keyboard Shortcuts"
      description="They work wherever the cursor is, in a text too. Recording and pausing work even here."
      className="w-[min(54rem,calc(100vw-2rem))]"
    >
      <div className="mt-2">
        <Switch label="? alone opens this list" checked={allowed} onCheckedChange={questionMark.choose} />
      </div>
      <div className="mt-3 gap-x-8 md:columns-2">
        {COMMAND_GROUPS.map(({ title, commands }) => (
          <Group key={title} title={title}>
            {commands.map((command) => (
              <Row key={command} keys={keyHint(command)} or={COMMANDS[command].typed} does={COMMANDS[command].does} />
            ))}
          </Group>
        ))}
        <Group title="In the report and in lists">
          {OTHERS.map((row) => (
            <Row key={row.keys} {...row} />
          ))}
        </Group>
      </div>
      {'hid' in navigator && (
        <div className="gap-x-8 border-t pt-4 md:columns-2">
          <Buttons title="Buttons of a dictation microphone" kind="microphone" />
          <Buttons title="Foot pedal" kind="pedal" />
        </div>
      )}
    </Dialog>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mb-4 break-inside-avoid">
      <h3 id={id} className="mb-1 text-2xs font-medium text-ink-3">
        {title}
      </h3>
      <dl>{children}</dl>
    </section>
  );
}

function Buttons({ title, kind }: { title: string; kind: DeviceKind }) {
  return (
    <Group title={title}>
      {buttonLines(kind).map(({ name, does }) => (
        <div key={name} className="flex items-baseline justify-between gap-3 border-b border-line/60 py-1 text-xs">
          <dt className="shrink-0 text-ink-3">{name}</dt>
          <dd className="text-right text-ink-2">{does}</dd>
        </div>
      ))}
    </Group>
  );
}

function Row({ keys, or, does }: { keys: string; or?: string; does: string }) {
  return (
    <div className="flex items-baseline justify-between gap-3 border-b border-line/60 py-1.5 text-sm last:border-b-0">
      <dt className="order-last flex shrink-0 items-baseline gap-1">
        {or && (
          <>
            <kbd className="kbd">{or}</kbd>
            <span className="text-2xs text-ink-3">or</span>
          </>
        )}
        {keys.split(' ').map((key) => (
          <kbd key={key} className="kbd">
            {key}
          </kbd>
        ))}
      </dt>
      <dd className="min-w-0 text-ink-2">{does}</dd>
    </div>
  );
}
