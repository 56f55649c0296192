import { Refusal } from '#server/errors.ts';
import { cut } from '#shared/cut.ts';
import { emailAddress } from '#shared/email-address.ts';
import { limits } from '#shared/limits.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import { headerKey, type Target, targetNamed } from './targets.ts';

/** A column of a file and what it goes to. */
export interface Column {
  header: string;
  /** Identifier of the target; null when the column is left out. */
  target: string | null;
  samples: string[];
  /** Why a column that could have been mapped is left out. */
  problem: RefusalKey | null;
}

const samplesPerColumn = 3;
const sampleLength = 100;

/**
 * The columns of a header line. A mapping goes by header or, as a list, by place; what it does not name is matched by
 * the header. Refuses what is no header line, and a mapping that cannot be.
 */
export function columnsOf(headers: readonly string[], targets: readonly Target[], mapping: unknown): Column[] {
  refuseWithoutHeader(headers);
  const given = readMapping(headers, targets, mapping);
  const taken = new Set(given.filter((target) => typeof target === 'string'));
  return headers.map((header, at) => {
    const column: Column = { header, target: null, samples: [], problem: null };
    const wanted = given[at];
    if (wanted !== undefined) return { ...column, target: wanted };
    const target = foundTarget(header, headers, targets);
    if (!target) return column;
    if (taken.has(target)) return { ...column, problem: 'error_upload_column_twice' };
    taken.add(target);
    return { ...column, target };
  });
}

/** Keeps the first different values of a column, for the user to recognise it. */
export function addSample({ samples }: Column, value: string): void {
  const sample = cut(value, sampleLength);
  if (sample && samples.length < samplesPerColumn && !samples.includes(sample)) samples.push(sample);
}

/** "Name" is a family name only beside a column of first names. */
function foundTarget(header: string, headers: readonly string[], targets: readonly Target[]): string | null {
  const found = targetNamed(header, targets)?.identifier ?? null;
  if (found !== 'lastName' || headerKey(header) !== 'name') return found;
  return headers.some((other) => targetNamed(other, targets)?.identifier === 'firstName') ? found : null;
}

function refuseWithoutHeader(headers: readonly string[]): void {
  if (headers.length > limits.csvColumns) throw new Refusal('error_upload_columns', undefined, { line: 1 });
  const isValue = (text: string) => emailAddress(text) !== null || /^\+?[\d\s/().-]{5,}$/.test(text);
  if (headers.every((header) => !header) || headers.some(isValue)) {
    throw new Refusal('error_upload_no_header', undefined, { line: 1 });
  }
}

/** What the mapping says of each column: a target, null to leave it out, undefined when it does not say. */
function readMapping(headers: readonly string[], targets: readonly Target[], mapping: unknown) {
  if (mapping === null || mapping === undefined) return headers.map(() => undefined);
  if (typeof mapping !== 'object') throw invalid('error_invalid_input');
  const named: ReadonlyMap<string, unknown> = Array.isArray(mapping) ? new Map() : new Map(Object.entries(mapping));
  const given: unknown[] = Array.isArray(mapping) ? mapping : headers.map((header) => named.get(header));
  const known = new Set(targets.map(({ identifier }) => identifier));
  const isKnown = (target: unknown) => target === null || target === undefined || known.has(target as string);
  if (given.length > headers.length || !given.every(isKnown)) throw invalid('error_upload_mapping');
  if ([...named.keys()].some((header) => !headers.includes(header))) throw invalid('error_upload_mapping');
  const used = given.filter((target) => typeof target === 'string');
  if (new Set(used).size < used.length) throw invalid('error_upload_column_twice');
  return headers.map((_header, at) => given[at] as string | null | undefined);
}

const invalid = (key: RefusalKey) => new Refusal(key, { mapping: key });
