import i18n, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { defaultLanguage, languageCodes, languageOf } from '#shared/languages.ts';
import { readUserData } from '#web/lib/signed-in/user-data.ts';
import { chooseLanguage, chosenLanguage, nameLanguage } from './chosen-language.ts';
import { validToken } from './session.ts';
import { areTextsRefused, firstConcepts, partOf, type Texts, textsAtLast } from './texts.ts';

const NAMESPACES = [
  'common',
  'auth',
  'layout',
  'apiMessage',
  'home',
  'events',
  'reports',
  'messages',
  'drafts',
  'contacts',
  'situationReports',
  'administration',
  'fields',
  'exercise',
  'search',
  'apiKeys',
  'backups',
  'restore',
  'webhooks',
  'monitor',
  'uploads',
  'readiness',
  'replies',
  'incoming',
  'rollCall',
  'roster',
  'offline',
  'afterAction',
  'ways',
  'deadlines',
  'worksCouncil',
  'accountWarnings',
];

const RESERVE_AFTER = 5000;

/** Fired at the window if the server refuses texts of the shown page. */
export const textsRefusedEvent = 'texts-refused';

async function startLanguage(): Promise<string> {
  const user = validToken() ? await readUserData() : null;
  return user ? languageOf(user.language) : chosenLanguage();
}

const backend: BackendModule = {
  type: 'backend',
  init() {},
  read: (language, concept, done) => {
    textsAtLast(language, partOf(concept)).then(
      (texts) => {
        if (partOf(concept) !== 'first') addRefusals(language, texts);
        done(null, texts[concept] ?? {});
      },
      (error) => {
        if (areTextsRefused(error)) window.dispatchEvent(new Event(textsRefusedEvent));
        done(error, !areTextsRefused(error));
      },
    );
  },
};

// the files of other parts contain refusals too
const addRefusals = (language: string, { apiMessage = {} }: Record<string, Texts>) =>
  i18n.addResourceBundle(language, 'apiMessage', apiMessage, true);

/**
 * Resolves when the first screen's texts are loaded, or all texts of a `fixed` page, whose language isn't stored.
 * Retries failed loads. Rejects if the server refuses the first texts (`areTextsRefused`).
 */
export async function startI18n(fixed?: string): Promise<void> {
  i18n.on('languageChanged', fixed ? nameLanguage : chooseLanguage);
  const language = fixed ?? (await startLanguage());
  await textsAtLast(language, 'first');
  await i18n
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: defaultLanguage,
      supportedLngs: [...languageCodes],
      ns: fixed ? NAMESPACES : [...firstConcepts],
      maxParallelReads: 1000, // several concepts are one file, and none may wait for a part that comes slowly
      defaultNS: 'common',
      interpolation: { escapeValue: false },
    });
  if (fixed) return;
  void i18n.loadNamespaces(NAMESPACES.filter((concept) => partOf(concept) === 'work'));
  // a page that needs more texts waits for them
  setTimeout(() => void loadAllTexts(), RESERVE_AFTER);
}

/** Switches the language and stores the choice. */
export const setLanguage = async (language: string): Promise<void> => {
  // a repeated change would redraw every text
  if (language !== i18n.language) await i18n.changeLanguage(language);
};

export const loadAllTexts = (): Promise<void> => i18n.loadNamespaces(NAMESPACES);

/** Returns whether the text for a server's message key is loaded. */
export const isKnownMessage = (key: string): boolean =>
  i18n.exists(key, { ns: 'apiMessage', keySeparator: false, nsSeparator: false });

/** Returns the text for a message key, or a general one. */
export const apiMessage = (key: string): string =>
  isKnownMessage(key)
    ? i18n.t(key, { ns: 'apiMessage', keySeparator: false, nsSeparator: false })
    : i18n.t('apiMessage:unknown_error');
