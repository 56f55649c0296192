import { element } from './element.ts';
import { type Checkbox, choice, type FormField, field, passwordField } from './fields.ts';
import type { Status } from './requests.ts';
import type { Words } from './words.ts';

export interface SignInForm {
  title: string;
  form: HTMLFormElement;
  fields: Record<string, FormField>;
  /** Whether to trust this browser, if available. */
  trust?: Checkbox;
  /** Shows the other ways to sign in. */
  offer?(offered: OtherWays): void;
  /** An empty text removes it. */
  refuse(text: string): void;
  busy(isBusy: boolean): void;
}

/** Alternatives to the password. */
interface OtherWays {
  providers: Status['providers'];
  openProvider: (id: number) => void;
  /** Signs in with a passkey; null if there are none. */
  usePasskey: (() => void) | null;
}

interface Shape {
  title: string;
  text?: string;
  submit: string;
  fields: Record<string, FormField>;
  trust?: Checkbox;
  /** Alternatives below the button. */
  ways: (Node | string)[];
  /** A place above the fields. */
  above?: HTMLElement;
  /** A place below the button. */
  below?: HTMLElement;
}

export function credentialsForm(t: Words): SignInForm {
  const trust = choice('trust', t('auth:trust.label'), t('auth:trust.help'));
  trust.whole.hidden = true;
  const providers = element('div', { class: 'providers', hidden: true });
  const form = formOf({
    trust,
    below: providers,
    title: t('auth:login.title'),
    submit: t('auth:login.submit'),
    fields: {
      email: field('email', t('auth:email'), { type: 'email', autocomplete: 'username', inputmode: 'email' }),
      password: passwordField('password', t('auth:password'), t),
    },
    ways: [
      element('a', { href: '#/forgot-password' }, t('auth:login.forgot')),
      element('a', { href: '#/register', hidden: true }, t('auth:login.register')),
      element('a', { href: '#/restore', hidden: true }, t('auth:login.restore')),
    ],
  });
  return {
    ...form,
    offer({ providers: offered, openProvider, usePasskey }) {
      providers.hidden = offered.length === 0 && !usePasskey;
      const buttons = [
        ...(usePasskey ? [button('provider', t('auth:login.passkey'), usePasskey)] : []),
        ...offered.map(({ id, label }) =>
          button('provider', t('auth:login.provider', { label }), () => openProvider(id)),
        ),
      ];
      providers.replaceChildren(element('p', { class: 'quiet' }, t('auth:login.or')), ...buttons);
    },
  };
}

/** The form of a trusted browser: one button. */
export function deviceForm(t: Words, { name, onOther }: { name: string; onOther: () => void }): SignInForm {
  return formOf({
    title: t('auth:login.title'),
    text: t('auth:trust.text'),
    submit: t('auth:trust.submit', { name }),
    fields: {},
    ways: [way(t('auth:trust.other'), onOther)],
  });
}

const way = (text: string, action: () => void): HTMLElement => button('way', text, action);

function button(kind: string, text: string, action: () => void): HTMLElement {
  const made = element('button', { type: 'button', class: kind }, text);
  made.addEventListener('click', action);
  return made;
}

interface CodeChoices {
  isRecovery: boolean;
  /** Whether the user has an authenticator app. */
  hasApp: boolean;
  /** Uses a passkey instead; null if there is none. */
  usePasskey: (() => void) | null;
  onOther: () => void;
  onBack: () => void;
}

/** Creates the form for a code; a passkey may replace it. */
export function codeForm(t: Words, { isRecovery, hasApp, usePasskey, onOther, onBack }: CodeChoices): SignInForm {
  const attributes = {
    autocomplete: isRecovery ? 'off' : 'one-time-code',
    inputmode: isRecovery ? 'text' : 'numeric',
    autocapitalize: isRecovery ? 'characters' : 'off',
    spellcheck: 'false',
    maxlength: '20',
  };
  const label = isRecovery ? t('auth:code.recovery.label') : t('auth:code.app.label');
  return formOf({
    title: t(usePasskey ? 'auth:code.passkey.title' : 'auth:code.title'),
    ...(usePasskey
      ? {
          above: element(
            'div',
            { class: 'providers' },
            button('provider passkey', t('auth:code.passkey.submit'), usePasskey),
            element('p', { class: 'quiet' }, t('auth:login.or')),
          ),
        }
      : {}),
    text: isRecovery ? t('auth:code.recovery.text') : t('auth:code.app.text'),
    submit: t('auth:login.submit'),
    fields: { totp: field('totp', label, attributes) },
    ways: [
      ...(hasApp ? [way(isRecovery ? t('auth:code.recovery.other') : t('auth:code.app.other'), onOther)] : []),
      way(t('auth:code.back'), onBack),
    ],
  });
}

function formOf({ title, text, submit, fields, trust, ways, above, below }: Shape): SignInForm {
  const refusal = element('div', { role: 'alert' });
  const main = element('button', { type: 'submit', class: 'submit' }, submit);
  const form = element(
    'form',
    { novalidate: true },
    element('h1', {}, title),
    ...(above ? [refusal, above] : []),
    ...(text ? [element('p', { class: 'quiet' }, text)] : []),
    ...(above ? [] : [refusal]),
    ...Object.values(fields).map(({ whole }) => whole),
    ...(trust ? [trust.whole] : []),
    main,
    ...(below ? [below] : []),
    element('div', { class: 'ways' }, ...ways),
  );
  return {
    title,
    form,
    fields,
    ...(trust ? { trust } : {}),
    refuse(why) {
      refusal.replaceChildren(...(why ? [element('p', { class: 'refusal' }, why)] : []));
    },
    busy(isBusy) {
      for (const one of form.querySelectorAll('button')) one.disabled = isBusy;
      main.toggleAttribute('data-busy', isBusy);
    },
  };
}
