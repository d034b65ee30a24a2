import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { CustomTemplate } from '@/api/types';
import { Toaster } from '@/components/ui/toast';
import { toastStore } from '@/components/ui/toast-store';
import { CustomTemplatesCard, preview } from './custom-templates-card';

const LIVER: CustomTemplate = { id: 'l', name: 'Liver', content: 'Normal liver.', modality: 'CT' };
const KNEE: CustomTemplate = { id: 'k', name: 'Knee', content: 'Menisci intact.', modality: null };

afterEach(() => {
  toastStore.dismiss();
  vi.unstubAllGlobals();
});

/** Shows the card; `change` answers whatever changes something, and what was asked is remembered. */
async function showCard(
  kept: CustomTemplate[],
  premium = true,
  change: () => Response | Promise<Response> = () => Response.json({}, { status: 201 }),
) {
  const asked: unknown[] = [];
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit) => {
    if (method === 'GET') return Response.json(kept);
    asked.push(`${method} ${path}`, body && JSON.parse(String(body)));
    return change();
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <CustomTemplatesCard premium={premium} />
      <Toaster />
    </QueryClientProvider>,
  );
  await screen.findByText(kept.length === 1 ? '1 custom template' : `${kept.length} custom templates`);
  return asked;
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const choose = (text: string, name: string) =>
  userEvent.upload(screen.getByLabelText('Import templates from a file'), new File([text], name), {
    applyAccept: false,
  });

it('shows the first 150 characters of a template', () => {
  expect(preview('short')).toBe('short');
  expect(preview('a'.repeat(150))).toBe('a'.repeat(150));
  expect(preview('a'.repeat(151))).toBe(`${'a'.repeat(150)}…`);
});

it('does not cut a character in two', () => {
  expect(preview('🩻'.repeat(151))).toBe(`${'🩻'.repeat(150)}…`);
});

it('creates a template once it has a name and content', async () => {
  const asked = await showCard([]);
  expect(screen.getByText('No custom templates yet')).toBeInTheDocument();
  await press('Create Template');
  const dialog = within(await screen.findByRole('dialog', { name: 'Create Template' }));
  const create = dialog.getByRole('button', { name: 'Create Template' });
  expect(create).toBeDisabled();
  await userEvent.type(dialog.getByLabelText('Template Name'), 'Liver');
  expect(create).toBeDisabled();
  await userEvent.type(dialog.getByLabelText('Content'), ' ');
  expect(create).toBeDisabled();
  await userEvent.type(dialog.getByLabelText('Content'), 'Normal.');
  await userEvent.click(create);
  expect(await screen.findByText('Template Created')).toBeInTheDocument();
  expect(asked).toEqual(['POST /api/custom-templates', { name: 'Liver', content: ' Normal.' }]);
});

it('says why a template is refused, and what was written stays, also when the dialog was closed', async () => {
  const refusal = { message: 'You have 500 templates already. Please delete one first.', code: 'x', requestId: 'r' };
  await showCard([LIVER], true, () => Response.json(refusal, { status: 409 }));
  await press('Create Template');
  await userEvent.type(await screen.findByLabelText('Template Name'), 'Spleen');
  await userEvent.type(screen.getByLabelText('Content'), 'Normal.');
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Create Template' }));
  expect(await screen.findByText(/What you wrote is still here/)).toHaveTextContent(refusal.message);
  await userEvent.keyboard('{Escape}');
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press('Create Template');
  expect(await screen.findByLabelText('Template Name')).toHaveValue('Spleen');
  expect(screen.getByLabelText('Content')).toHaveValue('Normal.');
});

it('changes a template, and its modality stays', async () => {
  const asked = await showCard([{ ...LIVER, modality: 'CT/MRI' }], true, () => Response.json(LIVER));
  await press('Edit Liver');
  await userEvent.type(await screen.findByLabelText('Template Name'), ' 2');
  await press('Update Template');
  expect(await screen.findByText('Template Updated')).toBeInTheDocument();
  expect(asked).toEqual([
    'PUT /api/custom-templates/l',
    { name: 'Liver 2', content: 'Normal liver.', modality: 'CT/MRI' },
  ]);
});

it('deletes a template after a question', async () => {
  const asked = await showCard([LIVER, KNEE], true, () => new Response(null, { status: 204 }));
  await press('Delete Knee');
  expect(await screen.findByRole('alertdialog', { name: 'Delete Template?' })).toHaveTextContent(
    'This action cannot be undone.',
  );
  await press('Cancel');
  await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(asked).toEqual([]);
  await press('Delete Knee');
  await screen.findByRole('alertdialog');
  await press('Delete');
  expect(await screen.findByText('Template Deleted')).toBeInTheDocument();
  expect(asked).toEqual(['DELETE /api/custom-templates/k', undefined]);
});

it('shows what a file would add before it adds it, and says when nothing would be', async () => {
  const asked = await showCard([LIVER], true, () => Response.json({ added: 1, skipped: 1 }));
  await choose(JSON.stringify({ templates: [LIVER, KNEE] }), 'mine.json');
  const dialog = await screen.findByRole('dialog', { name: 'Import Templates' });
  expect(dialog).toHaveTextContent('1 template will be added, 1 left out because the same is here already.');
  expect(asked).toEqual([]);
  await press('Add 1 template');
  expect(await screen.findByText('Templates Added')).toBeInTheDocument();
  expect(asked[0]).toBe('POST /api/custom-templates/import');

  await choose(JSON.stringify([LIVER]), 'mine.json');
  expect(await screen.findByText('All templates of this file are here already.')).toBeInTheDocument();
});

it('adds nothing of a file that it cannot read, and takes a text file as one template', async () => {
  await showCard([]);
  await choose('{"patients": 1}', 'other.json');
  expect(await screen.findByText(/Nothing was added/)).toHaveTextContent('it has no list named "templates"');
  await press('OK');
  await choose('FINDINGS:\n- Hip.', 'MR Hip.txt');
  expect(await screen.findByLabelText('Template Name')).toHaveValue('MR Hip');
  expect(screen.getByLabelText('Content')).toHaveValue('FINDINGS:\n- Hip.');
});

it('lets one without a subscription read, export and delete, and no more', async () => {
  await showCard([LIVER], false);
  expect(screen.getByText('Premium Feature')).toBeInTheDocument();
  expect(screen.getByText('Normal liver.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Export' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Delete Liver' })).toBeInTheDocument();
  for (const name of ['Create Template', 'Edit Liver']) expect(screen.queryByRole('button', { name })).toBeNull();
  expect(screen.queryByLabelText('Import templates from a file')).toBeNull();
});

it('finds one of many', async () => {
  const many = Array.from({ length: 12 }, (_, number) => ({ ...KNEE, id: `${number}`, name: `Number ${number}` }));
  await showCard([...many, LIVER]);
  await userEvent.type(screen.getByRole('searchbox', { name: 'Find a template' }), 'liver ct');
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  await userEvent.type(screen.getByRole('searchbox', { name: 'Find a template' }), ' spleen');
  expect(screen.getByText('No template has these words.')).toBeInTheDocument();
});

it('forgets what was written once it is saved, though the dialog was closed meanwhile', async () => {
  let answer: (response: Response) => void = () => undefined;
  await showCard([], true, () => new Promise((resolve) => (answer = resolve)));
  await press('Create Template');
  const dialog = within(await screen.findByRole('dialog', { name: 'Create Template' }));
  await userEvent.type(dialog.getByLabelText('Template Name'), 'Spleen');
  await userEvent.type(dialog.getByLabelText('Content'), 'Normal.');
  await userEvent.click(dialog.getByRole('button', { name: 'Create Template' }));
  await userEvent.keyboard('{Escape}');
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  answer(Response.json({}, { status: 201 }));
  expect(await screen.findByText('Template Created')).toBeInTheDocument();
  await press('Create Template');
  expect(await screen.findByLabelText('Template Name')).toHaveValue('');
});

it.each([
  ['Edit Liver', 'Update Template', 'Failed to update template'],
  ['Delete Liver', 'Delete', 'Failed to delete template'],
])('says in its own words when %s failed', async (open, press_, sentence) => {
  await showCard([LIVER], true, () => Response.json({ message: 'Other words.' }, { status: 500 }));
  await press(open);
  await userEvent.click(await screen.findByRole('button', { name: press_ }));
  expect(await screen.findByText(sentence)).toBeInTheDocument();
});

it('takes a template that is gone already for deleted', async () => {
  await showCard([LIVER], true, () => Response.json({ message: 'There is no such template.' }, { status: 404 }));
  await press('Delete Liver');
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Template Deleted')).toBeInTheDocument();
});

it('says that a template could not be created when the server says nothing', async () => {
  await showCard([], true, () => new Response('', { status: 502 }));
  await press('Create Template');
  await userEvent.type(await screen.findByLabelText('Template Name'), 'Spleen');
  await userEvent.type(screen.getByLabelText('Content'), 'Normal.');
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Create Template' }));
  expect(await screen.findByText('Failed to create template')).toBeInTheDocument();
});
