import { chooseLanguage, chosenLanguage } from '#web/lib/chosen-language.ts';
import { areTextsRefused, type Texts, textsOf } from '#web/lib/texts.ts';

/** Returns the text of a key such as `auth:email`, with values for {{names}}. */
export type Words = (key: string, values?: Record<string, string>) => string;

const retryAfter = 2_000;

/** Loads the texts in the chosen language; retries until success, unless the server refuses them. */
export async function loadChosenWords(): Promise<Words> {
  const language = chosenLanguage();
  chooseLanguage(language);
  for (;;) {
    try {
      return await loadWords(language);
    } catch (error) {
      if (areTextsRefused(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, retryAfter));
    }
  }
}

async function loadWords(language: string): Promise<Words> {
  const [first, account] = await Promise.all([textsOf(language, 'first'), textsOf(language, 'account')]);
  const texts: Record<string, Texts> = {
    ...first,
    ...account,
    apiMessage: { ...first['apiMessage'], ...account['apiMessage'] },
  };
  return (key, values = {}) => {
    const [concept = '', path = ''] = key.split(':');
    const found = path.split('.').reduce<unknown>((at, name) => (at as Texts | undefined)?.[name], texts[concept]);
    return typeof found === 'string' ? found.replace(/\{\{(\w+)\}\}/g, (_, name) => values[name] ?? '') : '';
  };
}

/** Returns the text of a refusal's key, or the general one. */
export const refusalIn = (words: Words, key: string): string =>
  words(`apiMessage:${key}`) || words('apiMessage:unknown_error');
