import { drawing, element } from './element.ts';
import type { Words } from './words.ts';

/** An input with its label and a place for its error. */
export interface FormField {
  whole: HTMLElement;
  input: HTMLInputElement;
  /** Shows an error, or none; returns whether there is one. */
  fault(text: string): boolean;
}

type Attributes = Record<string, string | boolean | undefined>;

const eye = '<path d="M2 12s3.6-7 10-7 10 7 10 7-3.6 7-10 7-10-7-10-7z"/><circle cx="12" cy="12" r="3"/>';

/** Creates a labelled input. */
export function field(name: string, label: string, attributes: Attributes): FormField {
  const input = element('input', { id: name, name, ...attributes });
  return around(input, label, input);
}

/** Creates a password input with a button that reveals it. */
export function passwordField(name: string, label: string, t: Words): FormField {
  const input = element('input', { id: name, name, type: 'password', autocomplete: 'current-password' });
  const show = element(
    'button',
    { type: 'button', class: 'eye', 'aria-label': t('common:showPassword'), 'aria-pressed': 'false' },
    drawing(eye, { size: 22, box: 24 }),
  );
  show.addEventListener('click', () => {
    const isShown = input.type === 'password';
    input.type = isShown ? 'text' : 'password';
    show.setAttribute('aria-pressed', String(isShown));
  });
  return around(input, label, element('div', { class: 'password' }, input, show));
}

/** A checkbox with an explanation. */
export interface Checkbox {
  whole: HTMLElement;
  input: HTMLInputElement;
}

/** Creates an unchecked checkbox. */
export function choice(name: string, label: string, help: string): Checkbox {
  const said = element('p', { id: `${name}-help`, class: 'quiet' }, help);
  const input = element('input', { id: name, name, type: 'checkbox', 'aria-describedby': said.id });
  return { whole: element('div', { class: 'choice' }, element('label', { for: name }, input, label), said), input };
}

function around(input: HTMLInputElement, label: string, inner: HTMLElement): FormField {
  const said = element('p', { id: `${input.id}-fault`, class: 'fault' });
  const whole = element('div', { class: 'field' }, element('label', { for: input.id }, label), inner, said);
  const fault = (text: string) => {
    said.textContent = text;
    for (const [name, value] of Object.entries({ 'aria-invalid': 'true', 'aria-describedby': said.id })) {
      if (text) input.setAttribute(name, value);
      else input.removeAttribute(name);
    }
    return text !== '';
  };
  return { whole, input, fault };
}
