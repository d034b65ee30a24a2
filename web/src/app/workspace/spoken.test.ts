import { QueryClient } from '@tanstack/react-query';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { CustomTemplate, SystemTemplate } from '@/api/types';
import { allowSpokenStructure } from '@/features/recorder/spoken-structure';
import type { Commands } from './command-set';
import { COMMANDS, type CommandId } from './commands';
import { runSpoken } from './spoken';
import { server, shown, study, workspace } from './workspace-fixture';

const template = (id: string, bodyPart: string): SystemTemplate => ({
  id,
  modality: 'CT',
  bodyPart,
  keywords: [],
  sex: null,
  contrast: false,
  technique: '',
  findings: [],
  impression: [],
  reportText: `FINDINGS:\n- ${bodyPart}.`,
});
const OWN: CustomTemplate = { id: 'own', name: 'My chest', content: 'FINDINGS:\n- Mine.', modality: null };

const commands = Object.fromEntries(
  (Object.keys(COMMANDS) as CommandId[]).map((id) => [id, vi.fn<() => void>()]),
) as unknown as Commands;
const say = (name: string, argument: string | null = null) =>
  runSpoken({ name, argument }, { workspace, commands, client: new QueryClient() });

beforeEach(() => {
  vi.clearAllMocks();
  allowSpokenStructure(false);
  server.use(
    http.get('/api/templates', () =>
      HttpResponse.json({ templates: [template('a', 'CT Neck'), template('b', 'CT Chest')] }),
    ),
    http.get('/api/custom-templates', () => HttpResponse.json([OWN])),
    http.post('/api/templates/match', async ({ request }) => {
      const { query } = (await request.json()) as { query: string };
      return HttpResponse.json({ template: null, candidates: query === 'thorax' ? [{ id: 'b' }] : [] });
    }),
  );
});

describe('a spoken command', () => {
  it('starts what a key starts', () => {
    say('next_field');
    say('previous_field');
    say('go_to_impression');
    for (const command of [commands.nextBlank, commands.previousBlank, commands.goToImpression]) {
      expect(command).toHaveBeenCalledOnce();
    }
  });

  it('loads the template that the search puts first, or one of the own by its name', async () => {
    say('insert_template', 'thorax');
    await vi.waitFor(() => expect(study().template).toMatchObject({ kind: 'system', id: 'b' }));
    say('insert_template', 'my chest');
    await vi.waitFor(() => expect(study().template).toMatchObject({ kind: 'custom', id: 'own' }));
    say('insert_template', 'zebra');
    await vi.waitFor(() =>
      expect(shown()).toEqual(['No Template Found', 'No template matches “zebra”.', 'destructive']),
    );
  });

  it('structures the report only where that was switched on', () => {
    say('structure_report');
    expect(commands.structure).not.toHaveBeenCalled();
    expect(shown()?.[0]).toBe('Command Switched Off');
    allowSpokenStructure(true);
    say('structure_report');
    expect(commands.structure).toHaveBeenCalledOnce();
    expect(localStorage.getItem('spoken-structure')).toBe('on');
  });

  it('says that it is not known', () => {
    say('make_coffee');
    expect(shown()?.[0]).toBe('Unknown Command');
  });
});
