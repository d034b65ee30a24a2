import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import * as navigation from '@/lib/navigation';
import { PageBoundary } from './page-boundary';

function Broken(): never {
  throw new Error('broken');
}

it('says what to do when a page fails, and loads it again', async () => {
  const reload = vi.spyOn(navigation, 'reloadPage').mockImplementation(() => undefined);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  render(
    <PageBoundary>
      <Broken />
    </PageBoundary>,
  );
  expect(screen.getByRole('alert')).toHaveTextContent('This page could not be shown');
  await userEvent.click(screen.getByRole('button', { name: 'Load the page again' }));
  expect(reload).toHaveBeenCalledOnce();
});
