import i18n from 'i18next';
import { createElement } from 'react';
import { checkConnection, isConnectionBroken } from '#web/lib/connection.ts';
import { textsRefusedEvent } from '#web/lib/i18n.ts';
import { toast } from '#web/lib/toasts/toast.ts';
import { ReloadMessage } from './ReloadMessage.tsx';

const TOAST = 'preload-error';

/** Reports that the application's files failed to load, with a reload button; offline, a reload would lose the page. */
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

/** Reports failed loads, except offline, where the page does. */
export function watchPreloadErrors(): void {
  for (const name of ['vite:preloadError', textsRefusedEvent])
    window.addEventListener(name, async () => {
      await checkConnection();
      if (!isConnectionBroken()) say(false);
    });
}
