import '@mantine/core/styles.css';
import '@mantine/dates/styles.css';
import '#web/ui/global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchPreloadErrors } from '#web/layout/preload-errors.ts';
import { createClient } from '#web/lib/client.ts';
import { startI18n } from '#web/lib/i18n.ts';
import { App } from './App.tsx';

watchPreloadErrors();
await startI18n();
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App client={createClient()} />
  </StrictMode>,
);
if (import.meta.env.PROD && 'serviceWorker' in navigator) void navigator.serviceWorker.register('./sw.js');
