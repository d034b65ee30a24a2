/** Commands that were spoken: carried out as if a key or a button had started them, and told of when they cannot be. */
import type { QueryClient } from '@tanstack/react-query';
import { customTemplatesQuery } from '@/api/custom-templates';
import type { CustomTemplate } from '@/api/types';
import type { SpokenCommand } from '@/features/recorder/live-link';
import { spokenStructure } from '@/features/recorder/spoken-structure';
import { templateMatchesQuery, templatesQuery } from '@/features/templates/api';
import { searchGroups, templateGroups } from '@/features/templates/library';
import type { Commands } from './command-set';
import type { CommandId } from './commands';
import { failed } from './desk';
import type { Workspace } from './workspace';

const PLAIN: Readonly<Record<string, CommandId>> = {
  next_field: 'nextBlank',
  previous_field: 'previousBlank',
  go_to_impression: 'goToImpression',
};

export function runSpoken(
  { name, argument }: SpokenCommand,
  { workspace, commands, client }: { workspace: Workspace; commands: Commands; client: QueryClient },
): void {
  const plain = PLAIN[name];
  if (plain) commands[plain]();
  else if (workspace.activity.get().running) {
    failed('Not Now', 'Another request is still running. Say it again when it is done.');
  } else if (name === 'insert_template' && argument) void insertTemplate(workspace, client, argument);
  else if (name !== 'structure_report') failed('Unknown Command', 'This page does not know the command.');
  else if (spokenStructure.get()) commands.structure();
  else failed('Command Switched Off', 'Switch “structure report” on under Spoken commands to use it on this device.');
}

/** Chooses what the template list would show first for the spoken name. */
export async function insertTemplate(workspace: Workspace, client: QueryClient, name: string): Promise<void> {
  const { id, modality, patient } = workspace.history.get().study;
  try {
    const [system, custom, ranked] = await Promise.all([
      client.fetchQuery(templatesQuery),
      client.fetchQuery(customTemplatesQuery).catch((): CustomTemplate[] => []),
      client.fetchQuery(templateMatchesQuery(name, modality, patient.sex)),
    ]);
    if (workspace.history.get().study.id !== id) return;
    const spoken = name.trim().toLowerCase();
    const named = custom.find((template) => template.name.trim().toLowerCase() === spoken);
    const groups = searchGroups(templateGroups(system, custom, modality), name, ranked);
    const best = named ? `custom:${named.id}` : groups[0]?.items[0]?.value;
    const builtIn = system.find((template) => `system:${template.id}` === best);
    const own = custom.find((template) => `custom:${template.id}` === best);
    if (builtIn) workspace.chooseSystemTemplate(builtIn);
    else if (own) workspace.chooseCustomTemplate(own);
    else failed('No Template Found', `No template matches “${name}”.`);
  } catch {
    failed('No Template Found', 'The templates could not be searched.');
  }
}
