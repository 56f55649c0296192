export type Texts = Record<string, unknown>;

/** The files of texts. */
export const textParts = ['first', 'account', 'work', 'more', 'rest'] as const;

type Part = (typeof textParts)[number];

export const firstConcepts: readonly string[] = ['apiMessage', 'common', 'events', 'home', 'layout', 'search'];
const concepts: Partial<Record<Part, readonly string[]>> = {
  first: firstConcepts,
  // the sign-in page, the own account, and warnings for which every page waits
  account: ['accountWarnings', 'auth'],
  // an event and its alarms
  work: ['messages', 'reports'],
  // pages opened from there
  more: ['deadlines', 'drafts', 'replies', 'rollCall', 'roster', 'situationReports'],
};

/** Returns the part with a concept's texts; `rest` has all others. */
export const partOf = (concept: string): Part => textParts.find((part) => concepts[part]?.includes(concept)) ?? 'rest';

// refusals of pages with other texts
const ofAccount =
  /^(?:error_(?:email_taken$|last_sign_in$|passkeys?|password|phone|sso|totp_(?!setup))|invalid_credentials|passkey|totp|user_)/;
const ofMore = /^error_(?:(?:event_)?deadline(?!_length|_order)|calendar_|roster_|shift_|(?:own_)?situation_report)/;
const ofSetup =
  /^error_(?:(?:answers|area|ask|backup|cap|deadline|directory|dkim|drill|group|identifier|incoming|key|list|restore|trigger|upload|user|webhook)_|(?:already_set|base_row|channel_account|channel_place|identifier|invalid_area|invalid_chat|invalid_colour|invalid_template|last_system_owner|link_place|mail_server_changed|only_system_owner|private_domain|secret_again|unlike_hint)$)/;

const ofDrafts = /^error_(?:answer_until_early|channel_used|mode_fixed|read_only_block|send_at_past)$/;
// obstacles of a launch, which messages that failed and triggers show too
const ofLaunch =
  /^error_(?:channel_no_provider|feed_(?:invalid|missing)|no_answer_options|open_placeholders|personal_in_post)$/;
const ofFiles =
  /^error_(?:document_type|file_(?:svg|too_large|type)|files_too_large|image_too_large|in_use|too_many_files)$/;
const ofContacts =
  /^error_(?:absences_full|email_comma|invalid_(?:link|options|steps)|missing_link|person_(?:erased|no_email)|unknown_(?:placeholder|role))$/;

/** Returns the parts with a refusal's text. */
export function partsOfRefusal(key: string): readonly Part[] {
  if (ofAccount.test(key)) return ['account', 'rest'];
  if (ofMore.test(key) || ofDrafts.test(key)) return ['more'];
  if (ofLaunch.test(key)) return ['work', 'rest'];
  if (ofFiles.test(key)) return ['more', 'rest'];
  return ofSetup.test(key) || ofContacts.test(key) ? ['rest'] : ['first'];
}

declare global {
  interface ImportMeta {
    readonly env: ImportMetaEnv;
  }
  interface ImportMetaEnv {
    /** Changes with any text, so that copies are never revalidated; empty in development. */
    readonly TEXTS_VERSION: string;
  }
}

const kept = new Map<string, Promise<Record<string, Texts>>>();

/** A server refusal that a retry doesn't change. */
class Refused extends Error {}

export const areTextsRefused = (error: unknown): boolean => error instanceof Refused;

/** Returns the texts of a part, by concept. Loads them once, and again after a temporary failure (not 4xx). */
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

const LONGEST_PAUSE = 5000;

/** Like `textsOf`, but retries until it succeeds, because the page would show keys. */
export async function textsAtLast(language: string, part: Part): Promise<Record<string, Texts>> {
  for (let pause = 350; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    try {
      return await textsOf(language, part);
    } catch (error) {
      if (error instanceof Refused) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
