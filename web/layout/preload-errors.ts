import i18n from 'i18next';
import { createElement } from 'react';
import { toast } from 'react-toastify/unstyled';
import { ReloadMessage } from './ReloadMessage.tsx';

const TOAST = 'preload-error';

/** Shows a message with a reload button when a page's files cannot be loaded, as after an update of the server. */
export function watchPreloadErrors(): void {
  window.addEventListener('vite:preloadError', () => {
    toast.warning(createElement(ReloadMessage, { text: i18n.t('layout:preloadError') }), {
      toastId: TOAST,
      autoClose: false,
      closeOnClick: false,
    });
  });
}
