import { Refusal } from '#server/platform/errors.ts';
import { cut } from '#shared/cut.ts';
import { emailAddress } from '#shared/email-address.ts';
import { limits } from '#shared/limits.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import { columnOfExport, exportWith } from './exports.ts';
import { headerKey } from './header-key.ts';
import { targetFinder } from './target-finder.ts';
import type { ColumnTarget } from './targets.ts';

/** A column and its target. */
export interface FileColumn {
  header: string;
  /** The target's identifier; null for an ignored column. */
  target: string | null;
  samples: string[];
  isEmpty: boolean;
  /** The reason why a mappable column is ignored. */
  problem: RefusalKey | null;
}

const samplesPerColumn = 3;
const sampleLength = 100;

/**
 * Returns a header's columns. A mapping goes by header or position; others follow their words. Refuses invalid ones.
 */
export function fileColumns(
  headers: readonly string[],
  targets: readonly ColumnTarget[],
  mapping: unknown,
): FileColumn[] {
  refuseWithoutHeader(headers);
  const given = readMapping(headers, targets, mapping);
  const repeatable = new Set(targets.filter(({ isRepeatable }) => isRepeatable).map(({ identifier }) => identifier));
  const taken = new Set(given.filter((target) => typeof target === 'string'));
  const isFree = (target: string) => repeatable.has(target) || !taken.has(target);
  const find = finder(headers, targets);
  return headers.map((header, at) => {
    const column: FileColumn = { header, target: null, samples: [], isEmpty: true, problem: null };
    const wanted = given[at];
    if (wanted !== undefined) return { ...column, target: wanted };
    const found = find(header);
    if (!found) return column;
    const target = [found.identifier, furtherOf(found)].find((one) => one && isFree(one));
    if (!target) return { ...column, problem: 'error_upload_column_twice' };
    taken.add(target);
    return { ...column, target };
  });
}

/** Keeps samples of a column. */
export function addSample(column: FileColumn, value: string): void {
  if (!value) return;
  column.isEmpty = false;
  const { samples } = column;
  if (samples.length >= samplesPerColumn) return;
  const sample = cut(value, sampleLength);
  if (sample && !samples.includes(sample)) samples.push(sample);
}

function furtherOf({ type }: ColumnTarget): 'anyEmail' | 'anyPhone' | null {
  if (type?.fieldType === 'email') return 'anyEmail';
  return type?.fieldType === 'phone' || type?.fieldType === 'phone_mobile' ? 'anyPhone' : null;
}

function finder(headers: readonly string[], targets: readonly ColumnTarget[]): (header: string) => ColumnTarget | null {
  const known = exportWith(headers);
  const named = targetFinder(targets);
  const byHeader = (header: string): ColumnTarget | null => {
    const told = known ? columnOfExport(known, header) : undefined;
    if (told !== undefined) return targets.find(({ identifier }) => identifier === told) ?? null;
    return named(header) ?? numbered(header, named);
  };
  const all = headers.map(byHeader);
  const [hasFirst, hasLast] = ['firstName', 'lastName'].map((name) => all.some((one) => one?.identifier === name));
  const ofName = (identifier: string) => targets.find((target) => target.identifier === identifier) ?? null;
  return (header) => {
    const found = byHeader(header);
    if (found?.identifier !== 'fullName') return found;
    const own = [found.identifier, found.name, found.nameEn].map(headerKey);
    if (hasFirst && hasLast) return own.includes(headerKey(header)) ? found : null;
    // "Name" next to one part is the other
    if (headerKey(header) === 'name' && hasFirst) return ofName('lastName');
    if (headerKey(header) === 'name' && hasLast) return ofName('firstName');
    return found;
  };
}

/** Resolves "Telefon 2"; other numbered headers rarely mean the same. */
function numbered(header: string, named: (header: string) => ColumnTarget | null): ColumnTarget | null {
  const found = /\d/.test(header) ? named(header.replace(/\d+/g, '')) : null;
  return found && (furtherOf(found) || found.isRepeatable) ? found : null;
}

function refuseWithoutHeader(headers: readonly string[]): void {
  if (headers.length > limits.csvColumns) throw new Refusal('error_upload_columns', undefined, { line: 1 });
  const isValue = (text: string) => emailAddress(text) !== null || /^\+?[\d\s/().-]{5,}$/.test(text);
  if (headers.every((header) => !header) || headers.some(isValue)) {
    throw new Refusal('error_upload_no_header', undefined, { line: 1 });
  }
}

/** Returns targets by mapping: null ignores, undefined is unspecified. */
function readMapping(headers: readonly string[], targets: readonly ColumnTarget[], mapping: unknown) {
  if (mapping === null || mapping === undefined) return headers.map(() => undefined);
  if (typeof mapping !== 'object') throw invalid('error_invalid_input');
  const named: ReadonlyMap<string, unknown> = Array.isArray(mapping) ? new Map() : new Map(Object.entries(mapping));
  const given: unknown[] = Array.isArray(mapping) ? mapping : headers.map((header) => named.get(header));
  const known = new Map(targets.map((target) => [target.identifier, target]));
  const isKnown = (target: unknown) => target === null || target === undefined || known.has(target as string);
  if (given.length > headers.length || !given.every(isKnown)) throw invalid('error_upload_mapping');
  if ([...named.keys()].some((header) => !headers.includes(header))) throw invalid('error_upload_mapping');
  const used = given.filter((target) => typeof target === 'string' && !known.get(target)!.isRepeatable);
  if (new Set(used).size < used.length) throw invalid('error_upload_column_twice');
  return headers.map((_header, at) => given[at] as string | null | undefined);
}

const invalid = (key: RefusalKey) => new Refusal(key, { mapping: key });
