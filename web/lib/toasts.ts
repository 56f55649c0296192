import i18n from 'i18next';
import { isOutage } from './connection.ts';
import { apiMessage, isKnownMessage, loadAllTexts } from './i18n.ts';
import { forgetKept } from './offline-store/store.ts';
import { logout } from './session.ts';
import { statusWords } from './status-words.ts';
import { toast } from './toasts/toast.ts';

const API_ERROR = 'api-error';
const SESSION_EXPIRED = 'session-expired';
const SOON_IDLE = 'soon-idle';
const LOGOUT_DELAY = 3000;
// time for a better message of the page; a toast can't be removed while animating in
const TURN_OF_PAGE = 100;
// a toast without its exact text is better than none
const LONGEST_FOR_TEXT = 2000;
let coming: ReturnType<typeof setTimeout> | undefined;
let isOfOutage = false; // whether the current or pending error toast is about an outage
let leaving = false;

/** Shows the only error toast, unless the page removes it at once. */
export function errorToast(text: string): void {
  if (leaving) return;
  isOfOutage = false;
  clearTimeout(coming);
  coming = setTimeout(() => {
    if (toast.isActive(API_ERROR)) toast.update(API_ERROR, { render: text, autoClose: 5000 });
    else toast.error(text, { toastId: API_ERROR });
  }, TURN_OF_PAGE);
}

/** Shows the text of a message key, with its log id. */
export function apiErrorToast(key: string, id?: string): void {
  const show = () => errorToast(id ? `${apiMessage(key)} (${id})` : apiMessage(key));
  if (isKnownMessage(key)) show();
  else afterTexts(show);
}

// the text of a refusal may come with other texts
function afterTexts(show: () => void): void {
  clearTimeout(coming);
  const isNext = setTimeout(show, LONGEST_FOR_TEXT);
  coming = isNext;
  void loadAllTexts().then(() => {
    if (coming !== isNext) return; // shown, dismissed or replaced
    clearTimeout(isNext);
    show();
  });
}

/** Removes the error toast if the page shows a better message. */
export function dismissErrorToast(): void {
  clearTimeout(coming);
  coming = undefined;
  toast.dismiss(API_ERROR);
}

/** Removes the toast about an outage if the page shows what wasn't stored. A refusal's toast stays. */
export function dismissOutageToast(): void {
  if (isOfOutage) dismissErrorToast();
}

/** Shows a success and removes an earlier error. */
export function successToast(text: string): void {
  dismissErrorToast();
  toast.success(text);
}

/** Shows the success text of a message key. */
export const apiSuccessToast = (key: string): void => successToast(apiMessage(key));

/** Shows that the server is unreachable, or the status of a foreign response. */
export function networkErrorToast(response?: Response): void {
  const said = apiMessage(isOutage(response?.status) ? 'network_error' : 'network_status');
  errorToast(response ? `${said} (${statusWords(response)})` : said);
  isOfOutage = isOutage(response?.status);
}

/** Shows the server's message about an outage. */
export function outageToast(key: string): void {
  apiErrorToast(key);
  isOfOutage = true;
}

/** Shows or hides the warning one minute before an idle sign-out. */
export function warnOfIdleness(isSoon: boolean): void {
  if (isSoon) toast.warning(i18n.t('apiMessage:session_soon_idle'), { toastId: SOON_IDLE, autoClose: false });
  else toast.dismiss(SOON_IDLE);
}

/**
 * Shows that the session has expired and signs out after three seconds. Removes stored data at once, except unsent
 * items.
 */
export function sessionExpired(): void {
  if (leaving) return;
  leaving = true;
  void forgetKept({ exceptOutbox: true });
  dismissErrorToast();
  warnOfIdleness(false);
  toast.error(i18n.t('apiMessage:session_expired'), { toastId: SESSION_EXPIRED });
  setTimeout(() => void logout({ keepsDevice: true, keepsOutbox: true }), LOGOUT_DELAY);
}
