import { element } from './element.ts';
import { type Field, field, passwordField } from './fields.ts';
import type { Words } from './words.ts';

/** A form of the page, and its inputs by name. */
export interface Form {
  title: string;
  form: HTMLFormElement;
  fields: Record<string, Field>;
  /** Says why it was refused; empty: it was not. */
  refuse(text: string): void;
  /** Whether it is under way. */
  busy(isBusy: boolean): void;
}

interface Shape {
  title: string;
  text?: string;
  submit: string;
  fields: Record<string, Field>;
  /** Other ways, below the button. */
  ways: (Node | string)[];
}

/** E-mail and password. */
export function credentialsForm(t: Words): Form {
  return formOf({
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
}

/** The code of the second factor: of the app, or one for recovery. */
export function codeForm(
  t: Words,
  { isRecovery, onOther, onBack }: { isRecovery: boolean; onOther: () => void; onBack: () => void },
): Form {
  const way = (text: string, action: () => void) => {
    const button = element('button', { type: 'button', class: 'way' }, text);
    button.addEventListener('click', action);
    return button;
  };
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

function formOf({ title, text, submit, fields, ways }: Shape): Form {
  const refusal = element('div', { role: 'alert' });
  const button = element('button', { type: 'submit', class: 'submit' }, submit);
  const form = element(
    'form',
    { novalidate: true },
    element('h1', {}, title),
    ...(text ? [element('p', { class: 'quiet' }, text)] : []),
    refusal,
    ...Object.values(fields).map(({ whole }) => whole),
    button,
    element('div', { class: 'ways' }, ...ways),
  );
  return {
    title,
    form,
    fields,
    refuse(why) {
      refusal.replaceChildren(...(why ? [element('p', { class: 'refusal' }, why)] : []));
    },
    busy(isBusy) {
      button.disabled = isBusy;
      button.toggleAttribute('data-busy', isBusy);
    },
  };
}
