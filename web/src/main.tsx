import './styles/tokens.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { askEarly } from './app/ask-early';
import { createQueryClient } from './app/providers';
import { announceSignOut } from './lib/signed-in-hint';
import { showTextSize } from './lib/text-size';
import { deleteExpiredReports } from './lib/vault/expired-reports';

announceSignOut();
showTextSize();
deleteExpiredReports().catch(() => undefined);

const client = createQueryClient();
void askEarly(client, window.location.pathname);

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App client={client} />
    </StrictMode>,
  );
}
