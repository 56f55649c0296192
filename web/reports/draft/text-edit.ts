import { plainText } from '#shared/rich-text.ts';
import {
  isSameBeforePlace,
  saidSince,
  type Text,
  withoutSaidLines,
  withPlaceSince,
  withSaidLines,
  withSaidSince,
} from '#shared/said-lines.ts';

/** A text that is being changed, as a change of what it began from. */
export type TextEdit = {
  typed: Text;
  /** What it was changed from, as it is stored. */
  base: Text;
  /** What the page last heard of. */
  heard: Text;
  /** What was sent last and not answered, or refused. */
  sent: Text | null;
  isSaving: boolean;
  /** What was stored here before `base`: until the page hears that, it is no news. */
  earlier: readonly Text[];
  /** What somebody else stored meanwhile, until somebody decides whose holds. */
  theirs: Text | null;
};

/** Begins with what is stored. */
export const beginEdit = (stored: Text): TextEdit => ({
  typed: stored,
  base: stored,
  heard: stored,
  sent: null,
  isSaving: false,
  earlier: [],
  theirs: null,
});

/** Whether something is typed that is not stored. */
export const isTyped = ({ typed, base }: TextEdit): boolean => !isSame(typed, base);

/** What somebody typed. */
export const type = (edit: TextEdit, part: Partial<Text>): TextEdit => ({ ...edit, typed: { ...edit.typed, ...part } });

/** What is typed goes to the server. */
export const send = (edit: TextEdit): TextEdit => ({ ...edit, sent: edit.typed, isSaving: true });

/** What was sent is stored, as the server keeps it: cleaned, and with lines for what was said meanwhile. */
export function keep({ sent, ...edit }: TextEdit, stored: Text): TextEdit {
  const typed = !sent || isSame(edit.typed, sent) ? stored : withLines(edit.typed, sent, stored);
  const earlier = isSame(edit.base, stored) ? edit.earlier : [...edit.earlier, edit.base];
  return { ...edit, typed, base: stored, earlier, sent: null, isSaving: false, theirs: null };
}

/** What was sent was refused, or nobody knows: what the page hears next counts, whatever it heard before. */
export const fail = (edit: TextEdit): TextEdit => ({ ...edit, isSaving: false, heard: edit.base, earlier: [] });

/**
 * What is stored changed. It is taken over as it is while nothing is typed, line by line where only what was said came
 * in; else somebody has to decide. While a text is on its way to the server nothing is taken over.
 */
export function hear(edit: TextEdit, stored: Text): TextEdit {
  if (edit.isSaving || isSame(edit.heard, stored)) return edit;
  const hasCaughtUp = isSame(edit.base, stored); // from here on an earlier text is one that somebody put back
  const now = { ...edit, heard: stored, earlier: hasCaughtUp ? [] : edit.earlier };
  if (now.earlier.some((text) => isSame(text, stored))) return now;
  if (edit.sent && isKept(edit.sent, stored)) return { ...keep(now, stored), earlier: [] }; // only its answer was lost
  const merged = isTyped(edit) ? withSaidSince(edit.typed, edit.base, stored) : stored;
  return merged ? { ...now, typed: merged, base: stored, theirs: null } : { ...now, theirs: stored };
}

/** Somebody says whose text holds. */
export const decide = (edit: TextEdit, takesTheirs: boolean): TextEdit =>
  edit.theirs
    ? {
        ...edit,
        typed: takesTheirs ? edit.theirs : edit.typed,
        base: edit.theirs,
        earlier: [],
        sent: null,
        theirs: null,
      }
    : edit;

const withLines = (text: Text, before: Text, now: Text): Text => ({
  title: withPlaceSince(text.title, before.title, now.title),
  content: withSaidLines(text, saidSince(before, now)),
});

/** Whether two texts say the same to the letter. */
export const isSame = (one: Text, other: Text): boolean =>
  one.title.trim() === other.title.trim() && one.content.trim() === other.content.trim();

/** Whether the stored words are those that were sent: the server cleans them, and adds lines for what was said. */
const isKept = (sent: Text, stored: Text): boolean =>
  isSameBeforePlace(sent.title.trim(), stored.title.trim()) &&
  wordsOf(withoutSaidLines(sent.content)) === wordsOf(withoutSaidLines(stored.content));

const wordsOf = (content: string) => plainText(content).replace(/\s+/g, ' ').trim();
