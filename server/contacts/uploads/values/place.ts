import { checkValue } from '#server/contacts/people/check-value.ts';
import type { GivenData } from '#server/contacts/people/person-data.ts';
import { placedIn } from '#server/contacts/uploads/headers/targets.ts';
import { isRounded } from '#shared/clean-text.ts';
import type { StoredValue } from '#shared/person-data.ts';
import { isMobileNumber } from '#shared/phone-number.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import type { WordMeaning } from './kind-words.ts';
import type { Unplaced } from './read-cell.ts';
import { type Problem, phoneRemarks, type ReadingPlan, type ReadRow, remark } from './row.ts';

/**
 * Places addresses and numbers in empty data, the most specific first. Private values never go to public fields, nor
 * business values to private ones, unless unspecified. Reports others.
 */
export function placeAll(row: ReadRow, unplaced: readonly Unplaced[], plan: ReadingPlan): void {
  const told = ({ kind }: Unplaced) => Number(kind.device !== null) + Number(kind.isPrivate !== null);
  const had = new Set(unplaced.length ? row.data.flatMap(({ valueStr }) => formsOf(valueStr, plan)) : []);
  for (const one of unplaced.toSorted((a, b) => told(b) - told(a))) placeOne(row, one, had, plan);
}

/** `had` are the row's existing values in lower case. */
function placeOne(row: ReadRow, one: Unplaced, had: Set<string>, plan: ReadingPlan): void {
  const note = (list: Problem[], key: RefusalKey) => list.push(remark(one.header, one.target, key, one.text));
  if (isRounded(one.text)) return void note(plan.isStrict ? row.problems : row.remarks, 'error_rounded');
  const isEmail = one.text.includes('@');
  const checked = checkPlaced(one.text, plan);
  if ('fault' in checked) return void note(plan.isStrict ? row.problems : row.remarks, checked.fault);
  const value = checked.value?.valueStr;
  if (!value) return;
  if (had.has(value.toLowerCase())) return;
  const identifiers = isEmail ? placesOfEmail(one.kind) : placesOfNumber(one.kind, isMobileNumber(value));
  const places = identifiers.flatMap((identifier) => plan.types.get(identifier) ?? []);
  const free = places.find((type) => !row.data.some(({ keyField }) => keyField === type.id));
  if (!free) return void note(row.remarks, 'error_upload_no_place');
  row.data.push({ keyField: free.id, valueStr: value });
  row.remarks.push(...phoneRemarks(plan, free, one));
  had.add(value.toLowerCase());
  const isTold = identifiers.length === 1 || (one.kind.isPrivate !== null && free === places[0]);
  const { header, target, text } = one;
  if (!isTold) row.guessed.set(free.id, { header, target, text, places: places.map(({ id }) => id) });
  if (free === plan.email) row.keys.email = value.toLowerCase();
  if (free === plan.mobile) row.keys.mobile = value;
}

/**
 * Returns the row's data next to existing data. A guessed value is dropped if present, and goes to the next empty
 * place. Reports others.
 */
export function placeBeside(
  { data, guessed }: ReadRow,
  stored: ReadonlyMap<number, StoredValue>,
  { types }: ReadingPlan,
): { given: GivenData[]; remarks: Problem[] } {
  const textOf = (id: number | undefined) => stored.get(id ?? 0)?.valueStr?.toLowerCase();
  const all = [...placedIn.anyEmail, ...placedIn.anyPhone].map((identifier) => textOf(types.get(identifier)?.id));
  const taken = new Set(data.map(({ keyField }) => keyField));
  const [given, remarks]: [GivenData[], Problem[]] = [[], []];
  for (const entry of data) {
    const { keyField, valueStr } = entry;
    const guess = guessed.get(keyField);
    if (guess && valueStr && all.includes(valueStr.toLowerCase())) continue;
    if (!guess || !textOf(keyField)) {
      given.push(entry);
      continue;
    }
    const free = guess.places.find((id) => !textOf(id) && !taken.has(id));
    if (free === undefined) {
      remarks.push(remark(guess.header, guess.target, 'error_upload_no_place', guess.text));
      continue;
    }
    taken.add(free);
    given.push({ keyField: free, valueStr });
  }
  return { given, remarks };
}

const checkPlaced = (text: string, { rules }: ReadingPlan) =>
  checkValue({ fieldType: text.includes('@') ? 'email' : 'phone', options: null }, { valueStr: text }, rules.country);

function formsOf(text: string | null | undefined, plan: ReadingPlan): string[] {
  const checked = text ? checkPlaced(text, plan) : null;
  const stored = checked && 'value' in checked ? checked.value?.valueStr : null;
  return [text, stored].flatMap((form) => form?.toLowerCase() ?? []);
}

function placesOfEmail({ device, isPrivate }: WordMeaning): string[] {
  if (device === 'deputy') return ['email_deputy'];
  if (isPrivate !== null) return [isPrivate ? 'email_private' : 'email_business'];
  return ['email_business', 'email_private'];
}

function placesOfNumber({ device, isPrivate }: WordMeaning, isMobile: boolean): string[] {
  if (device === 'fax' || device === 'pager') return isPrivate ? [] : [device];
  if (device === 'deputy') return [];
  const devices = device === 'mobile' || isMobile ? ['mobile', 'phone'] : ['phone'];
  const whose = isPrivate === null ? ['business', 'private'] : [isPrivate ? 'private' : 'business'];
  return devices.flatMap((kind) => whose.map((owner) => `${kind}_${owner}`));
}
