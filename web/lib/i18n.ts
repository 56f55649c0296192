import i18n from 'i18next';
import Backend from 'i18next-http-backend';
import { initReactI18next } from 'react-i18next';
import { defaultLanguage, directionOf, languageCodes, languageOf } from '#shared/languages.ts';
import { validToken } from './session.ts';
import { readUserData } from './user-data.ts';

const STORED_LANGUAGE = 'i18nextLng';
const NAMESPACES = [
  'common',
  'auth',
  'layout',
  'apiMessage',
  'home',
  'events',
  'reports',
  'messages',
  'contacts',
  'situationReports',
  'administration',
  'fields',
  'exercise',
  'search',
  'apiKeys',
  'webhooks',
  'uploads',
  'replies',
];

async function startLanguage(): Promise<string> {
  const user = validToken() ? await readUserData() : null;
  return languageOf(user?.language ?? localStorage.getItem(STORED_LANGUAGE));
}

function apply(language: string): void {
  localStorage.setItem(STORED_LANGUAGE, language);
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
}

/** Resolves when the texts of the first page are loaded (5xx and network failures are tried again, 4xx are not). */
export async function startI18n(): Promise<void> {
  i18n.on('languageChanged', apply);
  await i18n
    .use(Backend)
    .use(initReactI18next)
    .init({
      lng: await startLanguage(),
      fallbackLng: defaultLanguage,
      supportedLngs: [...languageCodes],
      ns: NAMESPACES,
      defaultNS: 'common',
      backend: { loadPath: './locales/{{lng}}/{{ns}}.json' },
      interpolation: { escapeValue: false },
    });
}

/** Switches the interface to a language and keeps the choice in this browser. */
export const setLanguage = (language: string): Promise<unknown> => i18n.changeLanguage(language);

/** The text for a key the server answered with; a key without text gives the general one. */
export const apiMessage = (key: string): string =>
  i18n.exists(key, { ns: 'apiMessage', keySeparator: false, nsSeparator: false })
    ? i18n.t(key, { ns: 'apiMessage', keySeparator: false, nsSeparator: false })
    : i18n.t('apiMessage:unknown_error');
