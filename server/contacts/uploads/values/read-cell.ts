import { checkValue } from '#server/contacts/people/check-value.ts';
import type { DataType } from '#server/contacts/people/person-data.ts';
import { findGroup, parsePaths } from '#server/contacts/uploads/group-paths.ts';
import { isRounded, withoutDecimal } from '#shared/clean-text.ts';
import { withoutCommas } from '#shared/email-address.ts';
import { nameShape, text } from '#shared/fields/text.ts';
import { toggle } from '#shared/fields/toggle.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import { kindFrom, meaningOf, type WordMeaning } from './kind-words.ts';
import { phoneRemarks, type ReadingPlan, type ReadRow, remark } from './row.ts';
import { severalOf } from './several.ts';
import { withoutSalutation } from './split-name.ts';

/** An e-mail address or a number without a place. */
export interface Unplaced {
  header: string;
  target: string;
  kind: WordMeaning;
  text: string;
}

/** Reads a cell whose value is stored unchanged. */
export function readCell(
  row: ReadRow,
  unplaced: Unplaced[],
  header: string,
  target: string,
  written: string,
  plan: ReadingPlan,
): void {
  const type = plan.types.get(target);
  if (isRoundedNumber(type, target, written)) {
    const isRefused = plan.isStrict || target === 'externalId';
    (isRefused ? row.problems : row.remarks).push(remark(header, target, 'error_rounded', written));
    return;
  }
  const further = type && several(type, written, plan);
  if (further) {
    unplaced.push(...further.map((one) => ({ header, target, ...one })));
    return;
  }
  const isOneLine = target !== 'groups' && target !== 'externalId' && type?.fieldType !== 'textarea';
  const line = isOneLine ? written.replace(/(?<!\s)\s*[\n\t]\s*/g, ' ') : written;
  const value = isExtension(type, line) && plan.areaCode ? `${plan.areaCode} ${line}` : line;
  if (isOneLine && written.includes('\n')) row.remarks.push(remark(header, target, 'error_upload_folded', written));
  if (type) {
    const repaired = type.fieldType === 'email' && !plan.isStrict ? withoutCommas(value)?.target : undefined;
    readValue(row, type, repaired ?? value, plan);
    if (repaired) row.remarks.push(remark(header, target, 'error_email_comma', `${value} → ${repaired}`));
    row.remarks.push(...phoneRemarks(plan, type, { header, target, text: value }));
  } else readField(row, header, target, value, plan);
}

function readField(row: ReadRow, header: string, target: string, written: string, plan: ReadingPlan): void {
  const bad = (key: RefusalKey, value = written) =>
    (plan.isStrict ? row.problems : row.remarks).push(remark(header, target, key, value));
  switch (target) {
    case 'firstName':
    case 'lastName':
      row.fields[target] = written;
      return;
    case 'title': {
      const title = withoutSalutation(written);
      if (title) row.fields.title = title;
      return;
    }
    case 'externalId': {
      // identities must not be guessed
      const checked = text.check(withoutDecimal(written), nameShape);
      if ('fault' in checked) row.problems.push(remark(header, target, checked.fault, written));
      else row.keys.externalId = checked.value;
      return;
    }
    case 'isActive':
    case 'isCrisis': {
      const checked = toggle.check(written, { kind: 'toggle' });
      if ('fault' in checked) bad(checked.fault);
      else row.fields[target] = checked.value === true;
      return;
    }
    case 'groups':
      for (const names of parsePaths(asPaths(written))) joinGroup(row, header, names, plan);
  }
}

/** Adds a row's person to a group; errors reject only if strict. */
export function joinGroup(row: ReadRow, header: string, names: readonly string[], plan: ReadingPlan): void {
  const group = findGroup(plan.groups, names);
  if ('fault' in group)
    (plan.isStrict ? row.problems : row.remarks).push(remark(header, 'groups', group.fault, names.join('/')));
  else if (!row.groups.some(({ id, path }) => id === group.id && path === group.path)) row.groups.push(group);
}

/** Converts Google Contacts' labels to paths, without its own. */
const asPaths = (text: string): string =>
  text
    .split(' ::: ')
    .filter((label) => !label.startsWith('* '))
    .join(';');

/** Returns whether a number has lost digits. */
const isRoundedNumber = (type: DataType | undefined, target: string, text: string): boolean =>
  (['externalId', 'zip'].includes(target) ||
    ['phone', 'phone_mobile', 'fax', 'telegram'].includes(type?.fieldType ?? '')) &&
  isRounded(text);

function readValue(row: ReadRow, type: DataType, text: string, plan: ReadingPlan): void {
  const valueStr = asEntered(type, text);
  row.data.push({ keyField: type.id, valueStr });
  if (type !== plan.email && type !== plan.mobile) return;
  const checked = checkValue(type, { valueStr }, plan.rules.country);
  if ('fault' in checked) return;
  if (type === plan.email) row.keys.email = checked.value?.valueStr?.toLowerCase() ?? null;
  else row.keys.mobile = checked.value?.valueStr ?? null;
}

/** Converts a spreadsheet's number or day to a person's input. */
function asEntered({ fieldType, identifier }: DataType, text: string): string {
  // "D-01067" is how spreadsheets display it
  if (identifier === 'zip') return withoutDecimal(text).replace(/^[A-Z]{1,3}-(?=\d)/, '');
  if (fieldType === 'number') return text.replace(/^([+-]?\d+)[.,]0+$/, '$1');
  if (fieldType === 'date') return text.replace(/[ T]0?0:00(:00(\.0+)?)?$/, '');
  return text;
}

const isPlain = (text: string) =>
  /^[+\d][\d /().-]*$|^[^\s@:;,|<>]+@[^\s@:;,|<>]+$/.test(text) && !text.includes(' / ');

/** Returns whether a number lacks its prefix: mobile numbers have no extensions. */
const isExtension = (type: DataType | undefined, text: string): boolean =>
  (type?.fieldType === 'phone' || type?.fieldType === 'fax') && /^[1-9](?:[ /().-]?\d){0,7}$/.test(text);

function several(type: DataType, text: string, plan: ReadingPlan): { kind: WordMeaning; text: string }[] | null {
  if (!['email', 'phone', 'phone_mobile', 'fax'].includes(type.fieldType)) return null;
  // most cells contain one, and a closer look is slow
  if (isPlain(text) || !('fault' in checkValue(type, { valueStr: text }, plan.rules.country))) return null;
  const found = severalOf(text);
  const isLabelled = found[0]?.label !== '' && found.length === 1;
  if (found.length < 2 && !isLabelled) return null;
  const ownKind = meaningOf(`${type.identifier.replaceAll('_', ' ')} ${type.fieldType === 'fax' ? 'fax' : ''}`);
  // "Telefon: 0171 … / 089 …" has several kinds
  const own = ownKind.device === 'mobile' ? { ...ownKind, device: null } : ownKind;
  return found.map(({ label, value }) => ({ kind: kindFrom(meaningOf(label), own), text: value }));
}
