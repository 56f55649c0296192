/** The texts of one page or concept, by key. */
export type Texts = Record<string, unknown>;

type Part = 'first' | 'work' | 'rest';

/** The concepts of the first screen, before and after sign-in. */
export const firstConcepts: readonly string[] = ['apiMessage', 'auth', 'common', 'events', 'home', 'layout', 'search'];
/** The concepts of an event's pages, its alarms and its checklist. */
const workConcepts: readonly string[] = ['messages', 'readiness', 'replies', 'reports', 'roster', 'situationReports'];

/** Returns the part with a concept's texts. Each part is one file, and `rest` has all other concepts. */
export const partOf = (concept: string): Part =>
  firstConcepts.includes(concept) ? 'first' : workConcepts.includes(concept) ? 'work' : 'rest';

/** Returns whether a refusal occurs only on pages with the texts of `rest`, which then have its text too. */
export const isOfSetup = (key: string): boolean => /^error_(?:backup|directory|incoming|upload|webhook)_/.test(key);

declare global {
  interface ImportMeta {
    readonly env: ImportMetaEnv;
  }
  interface ImportMetaEnv {
    /** Changes with any text, so that browsers never revalidate their copy; empty in development. */
    readonly TEXTS_VERSION: string;
  }
}

const kept = new Map<string, Promise<Record<string, Texts>>>();

/** A server refusal that a retry doesn't change. */
class Refused extends Error {}

/** Returns the texts of a part in a language, by concept. Loads them once and retries failures that may pass (not 4xx). */
export function textsOf(language: string, part: Part): Promise<Record<string, Texts>> {
  const path = `./locales/${language}/${part}${import.meta.env.TEXTS_VERSION}.json`;
  const known = kept.get(path);
  if (known) return known;
  const coming = fetch(path).then((response) => {
    const problem = `${path} could not be loaded (${response.status})`;
    if (response.status >= 400 && response.status < 500) throw new Refused(problem);
    if (!response.ok) throw new Error(problem);
    return response.json() as Promise<Record<string, Texts>>;
  });
  kept.set(path, coming);
  coming.catch((error) => error instanceof Refused || kept.delete(path));
  return coming;
}
