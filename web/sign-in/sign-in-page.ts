import './sign-in.css';
import { monitorAddress } from '#shared/monitor.ts';
import { chooseLanguage, chosenLanguage } from '#web/lib/chosen-language.ts';
import { canKeepKeys } from '#web/lib/offline-store/browser-store.ts';
import { onSessionChanged, rememberReturn, signIn, takeReturn, validToken } from '#web/lib/session.ts';
import { canUsePasskeys } from '#web/lib/signed-in/passkey-support.ts';
import { keptDevice } from '#web/lib/signed-in/trusted-device.ts';
import { type Asking, ask, asksForCode, askWithPasskey, leadsOn } from './asking.ts';
import { element } from './element.ts';
import { codeForm, credentialsForm, deviceForm, type SignInForm } from './forms.ts';
import { foot, head } from './frame.ts';
import { enterWithPasskey } from './passkey.ts';
import { finishProvider, openProvider, type ProviderTicket, takeResponse } from './provider.ts';
import { keepLanguage, loadStatus, type SignInAnswer, type Status, unknownStatus } from './requests.ts';
import { type Toast, toastPlace } from './toast.ts';
import { loadChosenWords, refusalIn, type Words } from './words.ts';

/** The exits of the page. */
export interface Ways {
  /** Returns whether the address needs no sign-in. */
  isElsewhere: () => boolean;
  /** The user starts to sign in: preload the application. */
  prepare: () => void;
  /** The user is signed in, or opens another page. */
  leave: () => void;
}

interface Page extends Asking {
  t: Words;
  status: Status;
  isServerAway: boolean;
  again?: ReturnType<typeof setTimeout>;
  chosen?: string;
  isRecovery: boolean;
  banner: HTMLElement;
  header: HTMLElement;
  main: HTMLElement;
  footer: HTMLElement;
  toast: Toast;
}

const tryAgain = 2000;
/** The longest wait for the status. It adds parts to the form, which would move its buttons if they came later. */
const statusPatience = 2000;

/** Shows the sign-in page, which isn't part of the application, so that it appears quickly. */
export async function showSignIn(root: HTMLElement, { isElsewhere, prepare, leave }: Ways): Promise<void> {
  const coming = statusOrNull();
  const [t, device] = await Promise.all([loadChosenWords(), keptDevice()]);
  const late = new Promise<null>((resolve) => setTimeout(resolve, statusPatience, null));
  const page: Page = {
    t,
    status: (await Promise.race([coming, late])) ?? unknownStatus,
    isServerAway: false,
    email: '',
    credentials: null,
    isRecovery: false,
    device,
    isCodeAsked: false,
    ticket: null,
    factors: null,
    trust: false,
    form: credentialsForm(t),
    banner: element('div', { role: 'status' }),
    header: element('header', {}),
    main: element('main', {}),
    footer: element('footer', {}),
    toast: toastPlace(),
  };
  const parts = [page.banner, page.header, page.main, page.footer, page.toast.whole];
  root.replaceChildren(element('div', { class: 'sign-in' }, ...parts));
  drawForm(page);
  drawFrame(page);
  const open = new AbortController();
  const { signal } = open;
  const end = () => {
    open.abort();
    leave();
  };
  const stopHearing = onSessionChanged(() => {
    if (!validToken()) return;
    location.hash = `#${takeReturn() ?? '/'}`;
    end();
  });
  signal.addEventListener('abort', stopHearing);
  const response = takeResponse();
  if (!response) goToLogin();
  // another page that needs a sign-in keeps the input
  addEventListener('hashchange', () => (isElsewhere() ? end() : goToLogin()), { signal });
  root.addEventListener('input', prepare, { signal, once: true });
  // may stay open for days
  document.addEventListener('visibilitychange', () => document.hidden || void follow(page, signal), { signal });
  if (response) {
    page.form.busy(true);
    void finishProvider(response).then((answer) => {
      page.form.busy(false);
      return enter(page, answer);
    });
  }
  await follow(page, signal, coming);
}

const statusOrNull = () => loadStatus().catch(() => null);

/** Changes the address to the sign-in page's, and remembers the way back. */
function goToLogin(): void {
  const wanted = location.hash.slice(1);
  if (monitorAddress.test(location.hash) || wanted.startsWith('/sso?')) return; // secrets are nothing to remember
  if (!/^(\/|\/login)?$/.test(wanted)) rememberReturn(wanted);
  history.replaceState(history.state, '', '#/login');
}

async function follow(page: Page, signal: AbortSignal, coming = statusOrNull()): Promise<void> {
  const told = await coming;
  if (signal.aborted) return;
  const [status, isServerAway] = [told ?? page.status, told === null];
  const isNews = JSON.stringify([status, isServerAway]) !== JSON.stringify([page.status, page.isServerAway]);
  Object.assign(page, { status, isServerAway });
  if (isNews) drawFrame(page); // don't announce unchanged content again
  clearTimeout(page.again);
  // spreads the retries of many browsers
  if (isServerAway) page.again = setTimeout(() => void follow(page, signal), tryAgain * (0.75 + Math.random() / 2));
}

function drawFrame(page: Page): void {
  const { t, status, isServerAway, form, banner, header, footer } = page;
  const language = chosenLanguage();
  const hadFocus = header.contains(document.activeElement);
  const onLanguage = (chosen: string) => void speak(page, chosen);
  banner.className = isServerAway ? 'banner' : '';
  banner.replaceChildren(...(isServerAway ? [t('layout:connectionBroken')] : []));
  header.replaceChildren(...head({ t, language, status, onLanguage }));
  footer.replaceChildren(...foot({ t, status }));
  if (hadFocus) header.querySelector<HTMLElement>('input:checked')?.focus();
  for (const way of form.form.querySelectorAll<HTMLElement>('[href="#/register"]'))
    way.hidden = !status.registrationOpen;
  for (const way of form.form.querySelectorAll<HTMLElement>('[href="#/restore"]')) way.hidden = !status.restorable;
  form.offer?.({
    providers: status.providers,
    openProvider: (id) => void openProvider(id).then((answer) => answer && enter(page, answer)),
    usePasskey: status.passkeys && canUsePasskeys() ? () => void go(page, enterWithPasskey) : null,
  });
  if (form.trust) form.trust.whole.hidden = !status.trustedDevices || !canKeepKeys();
  document.title = `${form.title} – ${status.systemName}`;
  if (status.faviconUrl) document.querySelector('link[rel="icon"]')?.setAttribute('href', status.faviconUrl);
}

async function speak(page: Page, language: string): Promise<void> {
  page.chosen = language;
  chooseLanguage(language);
  page.t = await loadChosenWords();
  const entered = Object.entries(page.form.fields).map(([name, { input }]) => [name, input.value] as const);
  drawForm(page, { takesFocus: false });
  for (const [name, value] of entered) page.form.fields[name]!.input.value = value;
  drawFrame(page);
}

function drawForm(page: Page, { takesFocus = true } = {}): void {
  const { t, credentials, isRecovery, device, isCodeAsked, ticket, factors } = page;
  const change = (to: Partial<Page>) => {
    Object.assign(page, to);
    drawForm(page);
    drawFrame(page);
  };
  page.form =
    credentials || isCodeAsked || ticket
      ? codeForm(t, {
          isRecovery: isRecovery || factors?.app === false,
          hasApp: factors?.app !== false,
          usePasskey: factors?.passkey && canUsePasskeys() ? () => void go(page, () => askWithPasskey(page)) : null,
          onOther: () => change({ isRecovery: !isRecovery }),
          onBack: () => change({ credentials: null, isCodeAsked: false, ticket: null, factors: null }),
        })
      : device
        ? deviceForm(t, { name: device.name, onOther: () => change({ device: null }) })
        : credentialsForm(t);
  const { trust } = page.form;
  if (trust) {
    trust.input.checked = page.trust;
    trust.input.addEventListener('change', () => Object.assign(page, { trust: trust.input.checked }));
  }
  page.form.form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit(page);
  });
  if (page.email && page.form.fields['email']) page.form.fields['email'].input.value = page.email;
  page.main.replaceChildren(page.form.form);
  const first =
    page.form.form.querySelector<HTMLElement>('.passkey') ??
    Object.values(page.form.fields)[0]?.input ??
    page.form.form.querySelector<HTMLElement>('.submit');
  if (takesFocus) first?.focus();
}

async function submit(page: Page): Promise<void> {
  const { t, form } = page;
  if (!isComplete(form, t)) return;
  await go(page, () => ask(page));
}

async function go(page: Page, work: () => Promise<SignInAnswer>): Promise<void> {
  const { form } = page;
  form.refuse('');
  page.toast.hide();
  form.busy(true);
  await enter(page, await work());
  form.busy(false);
}

/** Continues with the server's answer. */
async function enter(page: Page, answer: SignInAnswer | ProviderTicket): Promise<void> {
  const { t } = page;
  if ('ticket' in answer || ('refusal' in answer && answer.refusal === asksForCode))
    page.factors = answer.factors ?? null;
  if ('ticket' in answer) {
    page.ticket = answer;
    drawForm(page);
    return drawFrame(page);
  }
  if ('token' in answer && page.chosen) await keepLanguage(answer.token, page.chosen);
  if ('token' in answer) return signIn(answer.token);
  const { refusal, fields, status } = answer;
  if (await leadsOn(page, refusal)) {
    drawForm(page);
    drawFrame(page);
    if (refusal === asksForCode) return;
  }
  const isAtField = Object.entries(fields).filter(([name, key]) => page.form.fields[name]?.fault(refusalIn(t, key)));
  const said = refusalIn(t, refusal);
  const why = status ? `${said} (${status})` : said;
  if (!isAtField.length) page.form.refuse(why);
  page.toast.show(why);
  focusFault(page.form);
}

function isComplete(form: SignInForm, t: Words): boolean {
  for (const [name, { input, fault }] of Object.entries(form.fields)) {
    const entered = input.value.trim();
    if (name === 'email' && !/^\S+@\S+\.\S+$/.test(entered)) fault(t('auth:error.email'));
    else fault(entered ? '' : t('apiMessage:error_required'));
  }
  return !focusFault(form);
}

function focusFault({ form }: SignInForm): boolean {
  const wrong = form.querySelector<HTMLElement>('[aria-invalid=true]');
  wrong?.focus();
  return wrong !== null;
}
