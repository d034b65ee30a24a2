import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { Toaster } from '@/components/ui/toast';
import { toastStore } from '@/components/ui/toast-store';
import { SignatureCard } from './signature-card';

const SAVED = {
  signatureImage: 'data:image/png;base64,AAAA',
  signatureName: 'Dr S. Iyer',
  signatureDesignation: 'Consultant',
  signatureDepartment: null,
  signatureInstitution: null,
};

afterEach(() => {
  toastStore.dismiss();
  vi.unstubAllGlobals();
});

/** Shows a subscriber's card; `change` answers saving and clearing, and what was asked is remembered. */
async function showCard(change: () => Response | Promise<Response>, premium = true) {
  const asked: unknown[] = [];
  vi.stubGlobal('fetch', async (_: string, { method = 'GET', body }: RequestInit) => {
    if (method === 'GET') return Response.json(SAVED);
    asked.push(method, body && JSON.parse(String(body)));
    return change();
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <SignatureCard premium={premium} />
      <Toaster />
    </QueryClientProvider>,
  );
  await screen.findByAltText('Your signature');
  return asked;
}

const save = () => userEvent.click(screen.getByRole('button', { name: 'Save Signature' }));

it('shows what is saved and saves what is changed, the other fields with it', async () => {
  const asked = await showCard(() => Response.json({ ...SAVED, signatureDepartment: 'Radiology' }));
  expect(screen.getByAltText('Your signature')).toHaveAttribute('src', SAVED.signatureImage);
  await userEvent.type(screen.getByLabelText('Department'), 'Radiology');
  await save();
  expect(await screen.findByRole('status')).toHaveTextContent('Signature Saved');
  expect(asked).toEqual(['POST', { ...SAVED, signatureDepartment: 'Radiology' }]);
});

it('takes only images of at most 2 MB', async () => {
  const asked = await showCard(() => Response.json(SAVED));
  const input = screen.getByLabelText('Signature Image');
  await userEvent.upload(input, new File(['x'], 'notes.pdf', { type: 'application/pdf' }), { applyAccept: false });
  expect(await screen.findByRole('alert')).toHaveTextContent('Invalid FilePlease upload an image file.');
  const large = new File([new Uint8Array(2 * 1024 * 1024 + 1)], 'large.png', { type: 'image/png' });
  await userEvent.upload(input, large);
  expect(await screen.findByText('Image must be smaller than 2MB.')).toBeInTheDocument();
  expect(screen.getByText('File Too Large')).toBeInTheDocument();
  expect(screen.getByAltText('Your signature')).toHaveAttribute('src', SAVED.signatureImage);
  await userEvent.upload(input, new File(['x'], 'own.png', { type: 'image/png' }));
  await vi.waitFor(() =>
    expect(screen.getByAltText('Your signature')).toHaveAttribute('src', `data:image/png;base64,${btoa('x')}`),
  );
  expect(asked).toEqual([]);
});

it('says that it is for subscribers when the server says so', async () => {
  const refusal = { message: 'For subscribers.', code: 'premium_required', requestId: 'r', requiresPremium: true };
  await showCard(() => Response.json(refusal, { status: 403 }));
  await save();
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Premium FeatureSignature settings are only available for premium subscribers.',
  );
});

it('keeps what was typed when saving fails, and says why', async () => {
  const refusal = { message: 'The image cannot be read.', code: 'not_an_image', requestId: 'r' };
  await showCard(() => Response.json(refusal, { status: 422 }));
  await userEvent.type(screen.getByLabelText('Institution'), 'City Hospital');
  await save();
  expect(await screen.findByRole('alert')).toHaveTextContent('ErrorFailed to save signature');
  expect(screen.getByText('The image cannot be read.')).toBeInTheDocument();
  expect(screen.getByLabelText('Institution')).toHaveValue('City Hospital');
});

it('clears the form, and brings back what it cleared', async () => {
  const asked = await showCard(() => Response.json(SAVED));
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(await screen.findByText('Signature Cleared')).toBeInTheDocument();
  expect(screen.getByLabelText('Name')).toHaveValue('');
  expect(screen.queryByAltText('Your signature')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await vi.waitFor(() => expect(screen.getByLabelText('Name')).toHaveValue('Dr S. Iyer'));
  expect(asked).toEqual(['DELETE', undefined, 'POST', SAVED]);
});

it('keeps what is typed while it saves', async () => {
  let answer: (response: Response) => void = () => undefined;
  const asked = await showCard(() => new Promise((resolve) => (answer = resolve)));
  await userEvent.type(screen.getByLabelText('Department'), 'Radio');
  await save();
  await userEvent.type(screen.getByLabelText('Department'), 'logy');
  answer(Response.json({ ...SAVED, signatureDepartment: 'Radio' }));
  expect(await screen.findByRole('status')).toHaveTextContent('Signature Saved');
  expect(asked).toEqual(['POST', { ...SAVED, signatureDepartment: 'Radio' }]);
  expect(screen.getByLabelText('Department')).toHaveValue('Radiology');
});

it('shows who has stopped paying what was saved, to look at and to clear', async () => {
  const asked = await showCard(() => new Response(null, { status: 204 }), false);
  expect(screen.getByText('Dr S. Iyer')).toBeInTheDocument();
  expect(screen.getByText('Premium Feature')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Save Signature' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(await screen.findByRole('status')).toHaveTextContent('Signature Cleared');
  expect(asked).toEqual(['DELETE', undefined]);
  expect(screen.queryByText('Dr S. Iyer')).toBeNull();
});

it('says when clearing failed, and keeps everything', async () => {
  await showCard(() => new Response('', { status: 502 }));
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('ErrorFailed to clear signature');
  expect(screen.getByLabelText('Name')).toHaveValue('Dr S. Iyer');
});
