import { type Texts, textsOf } from '#web/lib/texts.ts';

/** Returns the text of a key, for example `auth:email`, with names in double braces filled in. */
export type Words = (key: string, values?: Record<string, string>) => string;

/** Loads the sign-in page's texts in a language. */
export async function loadWords(language: string): Promise<Words> {
  const texts = await textsOf(language, 'first');
  return (key, values = {}) => {
    const [concept = '', path = ''] = key.split(':');
    const found = path.split('.').reduce<unknown>((at, name) => (at as Texts | undefined)?.[name], texts[concept]);
    return typeof found === 'string' ? found.replace(/\{\{(\w+)\}\}/g, (_, name) => values[name] ?? '') : '';
  };
}

/** Returns the text of a refusal's key, or the general one. */
export const refusalIn = (words: Words, key: string): string =>
  words(`apiMessage:${key}`) || words('apiMessage:unknown_error');
