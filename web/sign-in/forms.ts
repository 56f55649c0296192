import { element } from './element.ts';
import { type Checkbox, choice, type FormField, field, passwordField } from './fields.ts';
import type { Status } from './requests.ts';
import type { Words } from './words.ts';

/** A form of the page, with its inputs by name. */
export interface SignInForm {
  title: string;
  form: HTMLFormElement;
  fields: Record<string, FormField>;
  /** Whether to trust this browser, if available. */
  trust?: Checkbox;
  /** Shows a button for each provider, above the fields. */
  offer?(providers: Status['providers'], choose: (id: number) => void): void;
  /** Shows the reason of a refusal; an empty text removes it. */
  refuse(text: string): void;
  busy(isBusy: boolean): void;
}

interface Shape {
  title: string;
  text?: string;
  submit: string;
  fields: Record<string, FormField>;
  trust?: Checkbox;
  /** Alternatives below the button. */
  ways: (Node | string)[];
  /** A place below the button. */
  below?: HTMLElement;
}

/** Creates the form for e-mail and password. */
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
    ],
  });
  return {
    ...form,
    offer(offered, choose) {
      providers.hidden = offered.length === 0;
      const buttons = offered.map(({ id, label }) => {
        const button = element('button', { type: 'button', class: 'provider' }, t('auth:login.provider', { label }));
        button.addEventListener('click', () => choose(id));
        return button;
      });
      providers.replaceChildren(element('p', { class: 'quiet' }, t('auth:login.or')), ...buttons);
    },
  };
}

/** Creates the form of a trusted browser: one button with the user's name. */
export function deviceForm(t: Words, { name, onOther }: { name: string; onOther: () => void }): SignInForm {
  return formOf({
    title: t('auth:login.title'),
    text: t('auth:trust.text'),
    submit: t('auth:trust.submit', { name }),
    fields: {},
    ways: [way(t('auth:trust.other'), onOther)],
  });
}

function way(text: string, action: () => void): HTMLElement {
  const button = element('button', { type: 'button', class: 'way' }, text);
  button.addEventListener('click', action);
  return button;
}

/** Creates the form for a code of the app or a recovery code. */
export function codeForm(
  t: Words,
  { isRecovery, onOther, onBack }: { isRecovery: boolean; onOther: () => void; onBack: () => void },
): SignInForm {
  const attributes = {
    autocomplete: isRecovery ? 'off' : 'one-time-code',
    inputmode: isRecovery ? 'text' : 'numeric',
    autocapitalize: isRecovery ? 'characters' : 'off',
    spellcheck: 'false',
    maxlength: '20',
  };
  const label = isRecovery ? t('auth:code.recovery.label') : t('auth:code.app.label');
  return formOf({
    title: t('auth:code.title'),
    text: isRecovery ? t('auth:code.recovery.text') : t('auth:code.app.text'),
    submit: t('auth:login.submit'),
    fields: { totp: field('totp', label, attributes) },
    ways: [
      way(isRecovery ? t('auth:code.recovery.other') : t('auth:code.app.other'), onOther),
      way(t('auth:code.back'), onBack),
    ],
  });
}

function formOf({ title, text, submit, fields, trust, ways, below }: Shape): SignInForm {
  const refusal = element('div', { role: 'alert' });
  const button = element('button', { type: 'submit', class: 'submit' }, submit);
  const form = element(
    'form',
    { novalidate: true },
    element('h1', {}, title),
    ...(text ? [element('p', { class: 'quiet' }, text)] : []),
    refusal,
    ...Object.values(fields).map(({ whole }) => whole),
    ...(trust ? [trust.whole] : []),
    button,
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
      button.disabled = isBusy;
      button.toggleAttribute('data-busy', isBusy);
    },
  };
}
