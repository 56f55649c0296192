/** The texts of one page or concept, by key. */
export type Texts = Record<string, unknown>;

type Part = 'first' | 'work' | 'rest';

/** What the first screen says, before and after the sign-in. */
export const firstConcepts: readonly string[] = ['apiMessage', 'auth', 'common', 'events', 'home', 'layout', 'search'];
/** What the pages of an event and its alarms say, and below the first screen its checklist. */
const workConcepts: readonly string[] = ['messages', 'readiness', 'replies', 'reports', 'roster', 'situationReports'];

/** The part in which a concept's texts come: each part is one file, all other concepts are in `rest`. */
export const partOf = (concept: string): Part =>
  firstConcepts.includes(concept) ? 'first' : workConcepts.includes(concept) ? 'work' : 'rest';

declare global {
  interface ImportMeta {
    readonly env: ImportMetaEnv;
  }
  interface ImportMetaEnv {
    /** Changes with any text, so that a browser never has to ask whether its copy still holds; empty while developing. */
    readonly TEXTS_VERSION: string;
  }
}

const kept = new Map<string, Promise<Record<string, Texts>>>();

/** A server's answer that asking again doesn't change. */
class Refused extends Error {}

/** The texts of a part in a language, by concept; asked for once, and again after a failure that may pass (not 4xx). */
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
