import { headerKey } from '#server/contacts/uploads/headers/header-key.ts';
import { instead } from '#server/contacts/uploads/headers/targets.ts';
import { firstNameWords } from '#server/contacts/uploads/headers/words.ts';
import { kindFrom, meaningOf } from './kind-words.ts';
import { placeAll } from './place.ts';
import { readCell, type Unplaced } from './read-cell.ts';
import type { ReadingPlan, ReadRow } from './row.ts';
import { severalOf } from './several.ts';
import { type NameOrder, splitName } from './split-name.ts';

/** Values divided or placed after reading. */
export interface Parts {
  /** The previous cell's label for the next one. */
  label: string;
  fullName: { header: string; text: string } | null;
  /** Another address, by the target that it fills. */
  instead: Record<string, { header: string; text: string }>;
  unplaced: Unplaced[];
}

type Instead = keyof typeof instead;
const isInstead = (target: string): target is Instead => target in instead;

/** Returns whether a target's values are split or placed. */
export const isComposed = (target: string): boolean =>
  ['fullName', 'anyEmail', 'anyPhone', 'kindOfNext'].includes(target) || isInstead(target);

/** Keeps a cell for `compose`. */
export function putAside(parts: Parts, header: string, target: string, text: string): void {
  if (target === 'kindOfNext') parts.label = text;
  else if (!text) return;
  else if (target === 'fullName') parts.fullName = { header, text };
  else if (isInstead(target)) parts.instead[instead[target]] = { header, text };
  else {
    const beside = kindFrom(meaningOf(parts.label), meaningOf(header));
    const found = severalOf(text).map(({ label, value }) => ({
      kind: kindFrom(meaningOf(label), beside),
      text: value,
    }));
    parts.unplaced.push(...found.map((one) => ({ header, target, ...one })));
  }
}

/** Fills the row's remaining fields from the kept cells. */
export function compose(row: ReadRow, parts: Parts, plan: ReadingPlan): void {
  const { fields } = row;
  if (parts.fullName && !fields.firstName && !fields.lastName) {
    const { header, text } = parts.fullName;
    row.isNameSplit = true;
    const name = splitName(text.replace(/\s+/g, ' '), orderOf(header));
    const given = Object.entries(name).filter(([, part]) => part);
    for (const [target, part] of given) {
      if (target !== 'title' || !fields.title) readCell(row, parts.unplaced, header, target, part, plan);
    }
  }
  const hasAddress = Object.values(instead).some((target) => isFilled(row, target, plan));
  for (const [target, { header, text }] of Object.entries(hasAddress ? {} : parts.instead)) {
    readCell(row, parts.unplaced, header, target, text, plan);
  }
  placeAll(row, parts.unplaced, plan);
}

const isFilled = (row: ReadRow, target: string, plan: ReadingPlan) =>
  row.data.some(({ keyField }) => keyField === plan.types.get(target)?.id);

/** "Name Vorname" has the family name first. */
function orderOf(header: string): NameOrder {
  const key = headerKey(header);
  const at = Math.max(...firstNameWords.map((word) => key.lastIndexOf(word)));
  // "vorname" at the end, after another word
  return at > 0 && key.length - at <= 'firstname'.length ? 'lastNameFirst' : 'firstNameFirst';
}
