import { languageCodes } from '#shared/languages.ts';
import { version } from '#shared/version.ts';
import { drawing, element } from './element.ts';
import type { Status } from './requests.ts';
import type { Words } from './words.ts';

const sign = `<rect width="64" height="64" rx="14" fill="#1b2229"/><g fill="none" stroke-width="6" stroke-linecap="round">
<rect x="8" y="23" width="28" height="18" rx="9" stroke="#fff"/><rect x="28" y="23" width="28" height="18" rx="9" stroke="#f2ae00"/>
<path d="M24 23h3a9 9 0 0 1 9 9" stroke="#1b2229" stroke-width="10" stroke-linecap="butt"/><path d="M22 23h5a9 9 0 0 1 9 9" stroke="#fff"/></g>`;

export interface Frame {
  t: Words;
  language: string;
  status: Status;
  onLanguage: (language: string) => void;
}

export function head({ t, language, status, onLanguage }: Frame): Element[] {
  const { logoUrl, systemName, organisationName } = status;
  const logo = logoUrl ? element('img', { src: logoUrl, alt: '', height: '48' }) : drawing(sign, { size: 48, box: 64 });
  const names = element('p', { class: 'names' }, element('strong', {}, systemName), organisationName);
  const choices = languageCodes.map((code) => {
    const input = element('input', { type: 'radio', name: 'language', value: code, checked: code === language });
    input.addEventListener('change', () => onLanguage(code));
    return element('label', {}, input, element('span', {}, code.toUpperCase()));
  });
  const languages = element(
    'div',
    { class: 'languages', role: 'radiogroup', 'aria-label': t('layout:language') },
    ...choices,
  );
  return [logo, names, languages];
}

export function foot({ t, status }: Pick<Frame, 't' | 'status'>): Element[] {
  const links = [
    { href: status.imprintUrl, text: t('layout:imprint') },
    { href: status.privacyUrl, text: t('layout:privacy') },
  ].flatMap(({ href, text }) =>
    href ? [element('a', { href, target: '_blank', rel: 'noopener noreferrer' }, text)] : [],
  );
  return [element('span', {}, t('layout:version', { version })), ...links];
}
