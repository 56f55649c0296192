import '#web/ui/theme/mantine.css';
import '#web/ui/global.css';
import '#web/ui/forced-colors.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { createClient } from '#web/lib/client.ts';
import { startI18n } from '#web/lib/i18n.ts';
import { validToken } from '#web/lib/session.ts';
import { watchPreloadErrors } from '#web/ui/loading/preload-errors.ts';
import { watchShifts } from '#web/ui/loading/tap-guard.ts';
import { watchEscape } from '#web/ui/own-escape.ts';
import { bearForeignChanges } from '#web/ui/translated/foreign-changes.ts';
import { App } from './App.tsx';
import { preloadPage } from './routes.tsx';

/** Starts the application in an element of the page. */
export async function start(root: HTMLElement): Promise<void> {
  watchPreloadErrors();
  watchEscape();
  watchShifts();
  bearForeignChanges();
  if (validToken()) preloadPage(location.hash.slice(1));
  await startI18n();
  const client = createClient();
  // in small steps, so that taps work in between
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App client={client} />
      </StrictMode>,
    ),
  );
}
