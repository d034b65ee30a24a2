import './styles/tokens.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { announceSignOut } from './lib/signed-in-hint';
import { deleteExpiredReports } from './lib/vault/expired-reports';

announceSignOut();
deleteExpiredReports().catch(() => undefined);

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
