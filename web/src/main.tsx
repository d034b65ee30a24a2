import './styles/tokens.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { announceSignOut } from './lib/signed-in-hint';
import { showTextSize } from './lib/text-size';
import { deleteExpiredReports } from './lib/vault/expired-reports';

announceSignOut();
showTextSize();
deleteExpiredReports().catch(() => undefined);

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
