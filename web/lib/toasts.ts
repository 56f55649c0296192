import i18n from 'i18next';
import { toast } from 'react-toastify/unstyled';
import { isOutage } from './connection.ts';
import { apiMessage } from './i18n.ts';
import { forgetKept } from './kept/store.ts';
import { logout } from './session.ts';
import { statusWords } from './status-words.ts';

const API_ERROR = 'api-error';
const SESSION_EXPIRED = 'session-expired';
const SOON_IDLE = 'soon-idle';
const LOGOUT_DELAY = 3000;
// time for the page that asked to say it better: a toast that is on its way in cannot be taken away
const TURN_OF_PAGE = 100;
let coming: ReturnType<typeof setTimeout> | undefined;
let isOfOutage = false; // what the error toast says, or will say in a moment
let leaving = false;

/**
 * Shows a text as the one error toast, unless the page takes it away at once; a second error replaces the first instead of
 * piling up.
 */
export function errorToast(text: string): void {
  if (leaving) return;
  isOfOutage = false;
  clearTimeout(coming);
  coming = setTimeout(() => {
    if (toast.isActive(API_ERROR)) toast.update(API_ERROR, { render: text, autoClose: 5000 });
    else toast.error(text, { toastId: API_ERROR });
  }, TURN_OF_PAGE);
}

/** Shows the translated text of a message key from the server as an error toast, with the id under which it was logged. */
export const apiErrorToast = (key: string, id?: string): void =>
  errorToast(id ? `${apiMessage(key)} (${id})` : apiMessage(key));

/** Takes the error toast away, where the page itself says what is wrong and better. */
export function dismissErrorToast(): void {
  clearTimeout(coming);
  toast.dismiss(API_ERROR);
}

/**
 * Takes it away where it says that the server is away, and the page itself what was not stored: why, the line about the
 * connection says. What a server refused keeps its toast, which alone gives the reason.
 */
export function dismissOutageToast(): void {
  if (isOfOutage) dismissErrorToast();
}

/** Says that something worked; the error of an earlier try goes away. */
export function successToast(text: string): void {
  dismissErrorToast();
  toast.success(text);
}

/** Shows a translated success text for a message key from the server. */
export const apiSuccessToast = (key: string): void => successToast(apiMessage(key));

/**
 * Says that the server cannot be reached, or, with what came instead of its own words, that and its status; what a browser
 * says of it helps nobody.
 */
export function networkErrorToast(response?: Response): void {
  const said = apiMessage(isOutage(response?.status) ? 'network_error' : 'network_status');
  errorToast(response ? `${said} (${statusWords(response)})` : said);
  isOfOutage = isOutage(response?.status);
}

/** Says what the server said of its being away for the moment. */
export function outageToast(key: string): void {
  apiErrorToast(key);
  isOfOutage = true;
}

/** Says, or no longer, that whoever goes on doing nothing is signed out in a minute. */
export function warnOfIdleness(isSoon: boolean): void {
  if (isSoon) toast.warn(i18n.t('apiMessage:session_soon_idle'), { toastId: SOON_IDLE, autoClose: false });
  else toast.dismiss(SOON_IDLE);
}

/**
 * Says that the session has expired and signs out after three seconds; repeated calls do nothing. What is kept on this device
 * goes at once; what was not sent yet stays, for its user alone: a log entry is not lost because a session ended.
 */
export function sessionExpired(): void {
  if (leaving) return;
  leaving = true;
  void forgetKept({ butUnsent: true });
  dismissErrorToast();
  warnOfIdleness(false);
  toast.error(i18n.t('apiMessage:session_expired'), { toastId: SESSION_EXPIRED });
  setTimeout(() => void logout({ keepsDevice: true, keepsUnsent: true }), LOGOUT_DELAY);
}
