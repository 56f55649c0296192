import { type Texts, textsOf } from '#web/lib/texts.ts';

/** Gives the text of a key, e.g. `auth:email`; what it names in double braces is filled. */
export type Words = (key: string, values?: Record<string, string>) => string;

/** The words of the sign-in page in a language. */
export async function loadWords(language: string): Promise<Words> {
  const texts = await textsOf(language, 'first');
  return (key, values = {}) => {
    const [concept = '', path = ''] = key.split(':');
    const found = path.split('.').reduce<unknown>((at, name) => (at as Texts | undefined)?.[name], texts[concept]);
    return typeof found === 'string' ? found.replace(/\{\{(\w+)\}\}/g, (_, name) => values[name] ?? '') : '';
  };
}

/** The text for a key that the server answered with; a key without text gives the general one. */
export const refusalIn = (words: Words, key: string): string =>
  words(`apiMessage:${key}`) || words('apiMessage:unknown_error');
