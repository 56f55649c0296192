import i18n from 'i18next';
import { createElement } from 'react';
import { toast } from 'react-toastify/unstyled';
import { checkConnection, isConnectionBroken } from '#web/lib/connection.ts';
import { ReloadMessage } from './ReloadMessage.tsx';

const TOAST = 'preload-error';

/**
 * Says that files of the application could not be loaded: as after an update of the server, with a button that loads it anew; without
 * a connection, that it takes one, where to load it anew would lose the page.
 */
export async function showPreloadError(): Promise<void> {
  await checkConnection();
  say(isConnectionBroken());
}

function say(isCut: boolean): void {
  const text = i18n.t(isCut ? 'layout:preloadCut' : 'layout:preloadError');
  toast.warning(isCut ? text : createElement(ReloadMessage, { text }), {
    toastId: TOAST,
    autoClose: false,
    closeOnClick: false,
  });
}

/** Says so whenever it happens, except without a connection: the page says that, and whoever wants a part of it is told there. */
export const watchPreloadErrors = (): void =>
  window.addEventListener('vite:preloadError', async () => {
    await checkConnection();
    if (!isConnectionBroken()) say(false);
  });
