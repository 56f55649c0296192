import i18n from 'i18next';
import { createElement } from 'react';
import { toast } from 'react-toastify/unstyled';
import { ReloadMessage } from './ReloadMessage.tsx';

const TOAST = 'preload-error';

/** Says that files of the application could not be loaded, as after an update of the server, with a button that loads it anew. */
export function showPreloadError(): void {
  toast.warning(createElement(ReloadMessage, { text: i18n.t('layout:preloadError') }), {
    toastId: TOAST,
    autoClose: false,
    closeOnClick: false,
  });
}

/** Says so whenever it happens. */
export const watchPreloadErrors = (): void => window.addEventListener('vite:preloadError', showPreloadError);
