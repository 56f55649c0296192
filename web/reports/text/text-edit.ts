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

export type TextEdit = {
  typed: Text;
  /** The stored version at the start. */
  base: Text;
  /** The latest received version. */
  heard: Text;
  /** The last sent version, unanswered or refused. */
  sent: Text | null;
  isSaving: boolean;
  /** Versions stored here before `base`, which are no new changes. */
  earlier: readonly Text[];
  /** Another user's version, until the user decides. */
  theirs: Text | null;
};

/** Starts with the stored text. */
export const beginEdit = (stored: Text): TextEdit => ({
  typed: stored,
  base: stored,
  heard: stored,
  sent: null,
  isSaving: false,
  earlier: [],
  theirs: null,
});

/** Returns whether there are unsaved changes. */
export const isTyped = ({ typed, base }: TextEdit): boolean => !isSame(typed, base);

/** Applies input of the user. */
export const type = (edit: TextEdit, part: Partial<Text>): TextEdit => ({ ...edit, typed: { ...edit.typed, ...part } });

/** Marks the current text as sent. */
export const send = (edit: TextEdit): TextEdit => ({ ...edit, sent: edit.typed, isSaving: true });

/** Records that the sent text is stored, in the server's version with added lines. */
export function markStored({ sent, ...edit }: TextEdit, stored: Text): TextEdit {
  const typed = !sent || isSame(edit.typed, sent) ? stored : withLines(edit.typed, sent, stored);
  const earlier = isSame(edit.base, stored) ? edit.earlier : [...edit.earlier, edit.base];
  return { ...edit, typed, base: stored, earlier, sent: null, isSaving: false, theirs: null };
}

/** Records a refusal or unknown outcome. The next received version counts. */
export const fail = (edit: TextEdit): TextEdit => ({ ...edit, isSaving: false, heard: edit.base, earlier: [] });

/**
 * Records a change of the stored text. Takes it over if nothing is typed, or line by line if only place and details
 * changed; otherwise the user decides. Ignored while a text is being sent.
 */
export function hear(edit: TextEdit, stored: Text): TextEdit {
  if (edit.isSaving || isSame(edit.heard, stored)) return edit;
  const hasCaughtUp = isSame(edit.base, stored); // from here on, an earlier text was restored by a user
  const now = { ...edit, heard: stored, earlier: hasCaughtUp ? [] : edit.earlier };
  if (now.earlier.some((text) => isSame(text, stored))) return now;
  if (edit.sent && isKept(edit.sent, stored)) return { ...markStored(now, stored), earlier: [] }; // only the response was lost
  const merged = isTyped(edit) ? withSaidSince(edit.typed, edit.base, stored) : stored;
  return merged ? { ...now, typed: merged, base: stored, theirs: null } : { ...now, theirs: stored };
}

/** Records which version the user keeps. */
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

/** Returns whether two texts are identical. */
export const isSame = (one: Text, other: Text): boolean =>
  one.title.trim() === other.title.trim() && one.content.trim() === other.content.trim();

/** Returns whether the stored text is the sent one, which the server cleans and extends. */
const isKept = (sent: Text, stored: Text): boolean =>
  isSameBeforePlace(sent.title.trim(), stored.title.trim()) &&
  wordsOf(withoutSaidLines(sent.content)) === wordsOf(withoutSaidLines(stored.content));

const wordsOf = (content: string) => plainText(content).replace(/\s+/g, ' ').trim();
