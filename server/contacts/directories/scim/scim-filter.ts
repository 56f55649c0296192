import { badScim } from './scim-error.ts';
import { canonicalName, knownSchemas, scimCore } from './scim-schemas.ts';

/** A place in a resource, such as `emails[type eq "work"].value`. */
export interface ScimPath {
  /** The schema extension; null for the core schema. */
  schema: string | null;
  /** Empty for the whole extension. */
  attribute: string;
  filter: ScimFilter | null;
  sub: string | null;
}

const comparisons = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const;

/** A comparison of a filter. */
export type ScimComparison = (typeof comparisons)[number];

/** A filter as a tree (RFC 7644, section 3.4.2.2). */
export type ScimFilter =
  | { op: 'and' | 'or'; parts: ScimFilter[] }
  | { op: 'not'; part: ScimFilter }
  | { op: 'pr'; path: ScimPath }
  | { op: ScimComparison; path: ScimPath; value: ScimValue };

/** A value to compare with. */
export type ScimValue = string | number | boolean | null;

const [longestFilter, mostTerms, deepest] = [2000, 20, 10];
// each operation of a PATCH may have one
const mostTermsOfPath = 10;

/** Parses a filter; refuses invalid, long or deep ones. */
export function parseScimFilter(text: string): ScimFilter {
  if (text.length > longestFilter) throw badScim('invalidFilter', 'The filter is too long.');
  const reader = new Reader(text, 'invalidFilter');
  const filter = reader.either(0);
  reader.expectEnd();
  return filter;
}

/** Parses an operation's path, or refuses. */
export function parseScimPath(text: string): ScimPath {
  if (text.length > longestFilter) throw badScim('invalidPath', 'The path is too long.');
  const reader = new Reader(text.trim(), 'invalidPath');
  const path = reader.path(0);
  reader.expectEnd();
  return path;
}

const isNameCharacter = (one: string) => /^[\w$:.-]$/.test(one);
const isName = (name: string) => /^[a-z$][\w$-]{0,99}$/i.test(name);

/** Reads each character once. */
class Reader {
  readonly #text: string;
  readonly #fault: 'invalidFilter' | 'invalidPath';
  #at = 0;
  #terms = 0;

  constructor(text: string, fault: 'invalidFilter' | 'invalidPath') {
    this.#text = text;
    this.#fault = fault;
  }

  expectEnd(): void {
    this.#skip();
    if (this.#at < this.#text.length) throw this.#invalid();
  }

  either(depth: number): ScimFilter {
    const parts = [this.#both(depth)];
    while (this.#word('or')) parts.push(this.#both(depth));
    return parts.length === 1 ? parts[0]! : { op: 'or', parts };
  }

  #both(depth: number): ScimFilter {
    const parts = [this.#one(depth)];
    while (this.#word('and')) parts.push(this.#one(depth));
    return parts.length === 1 ? parts[0]! : { op: 'and', parts };
  }

  #one(depth: number): ScimFilter {
    const most = this.#fault === 'invalidPath' ? mostTermsOfPath : mostTerms;
    if (depth > deepest || ++this.#terms > most) throw this.#invalid('It has too many parts.');
    if (this.#word('not')) return { op: 'not', part: this.#inBrackets('(', ')', depth) };
    this.#skip();
    if (this.#text[this.#at] === '(') return this.#inBrackets('(', ')', depth);
    const path = this.path(depth);
    const start = this.#at;
    const op = this.#name().toLowerCase();
    if (op === 'pr') return { op, path };
    if (path.filter && !path.sub) {
      this.#at = start;
      return { op: 'pr', path }; // emails[type eq "work"] alone
    }
    const comparison = comparisons.find((one) => one === op);
    if (!comparison) throw this.#invalid();
    return { op: comparison, path, value: this.#value() };
  }

  path(depth: number): ScimPath {
    const path = pathOf(this.#name()) ?? this.#refuse();
    if (this.#text[this.#at] !== '[') return path;
    if (!path.attribute || path.sub) throw this.#invalid();
    const filter = this.#inBrackets('[', ']', depth);
    if (this.#text[this.#at] !== '.') return { ...path, filter };
    this.#at++;
    const sub = this.#name();
    if (!isName(sub)) throw this.#invalid();
    return { ...path, filter, sub: canonicalName(sub) };
  }

  #inBrackets(open: string, close: string, depth: number): ScimFilter {
    this.#skip();
    if (this.#text[this.#at++] !== open) throw this.#invalid();
    const filter = this.either(depth + 1);
    this.#skip();
    if (this.#text[this.#at++] !== close) throw this.#invalid();
    return filter;
  }

  #skip(): void {
    while (this.#text[this.#at] === ' ') this.#at++;
  }

  #name(): string {
    this.#skip();
    const start = this.#at;
    while (this.#at < this.#text.length && isNameCharacter(this.#text[this.#at]!)) this.#at++;
    return this.#text.slice(start, this.#at);
  }

  /** Takes a word, if it comes next. */
  #word(word: string): boolean {
    const start = this.#at;
    if (this.#name().toLowerCase() === word) return true;
    this.#at = start;
    return false;
  }

  #value(): ScimValue {
    this.#skip();
    const start = this.#at;
    if (this.#text[start] === '"') {
      for (this.#at++; this.#at < this.#text.length && this.#text[this.#at] !== '"'; this.#at++)
        if (this.#text[this.#at] === '\\') this.#at++;
      this.#at++;
      return this.#json(start);
    }
    // an unquoted value has no blank and no bracket
    while (this.#at < this.#text.length && !' ()[]'.includes(this.#text[this.#at]!)) this.#at++;
    return this.#json(start);
  }

  #json(start: number): ScimValue {
    const text = this.#text.slice(start, this.#at);
    const word = text.toLowerCase();
    try {
      const value: unknown = JSON.parse(['true', 'false', 'null'].includes(word) ? word : text);
      if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return value as ScimValue;
    } catch {
      // below
    }
    throw this.#invalid();
  }

  #invalid(reason = ''): Error {
    const what = this.#fault === 'invalidPath' ? 'path' : 'filter';
    return badScim(this.#fault, `This ${what} can't be read. ${reason}`.trim());
  }

  #refuse(): never {
    throw this.#invalid();
  }
}

/** Splits `urn:…:User:name.givenName`; null if it is no path. */
function pathOf(text: string): ScimPath | null {
  const lower = text.toLowerCase();
  const known = knownSchemas.find((one) => lower === one.toLowerCase() || lower.startsWith(`${one.toLowerCase()}:`));
  const split = known ? known.length : lower.startsWith('urn:') ? text.lastIndexOf(':') : -1;
  const schema = split < 0 ? null : (known ?? text.slice(0, split));
  const isCore = schema === scimCore.User || schema === scimCore.Group;
  const path = { schema: isCore ? null : schema, filter: null };
  const rest = split < 0 ? text : text.slice(split + 1);
  if (!rest) return path.schema ? { ...path, attribute: '', sub: null } : null;
  const [attribute = '', sub, ...more] = rest.split('.');
  if (more.length || !isName(attribute) || (sub !== undefined && !isName(sub))) return null;
  return { ...path, attribute: canonicalName(attribute), sub: sub === undefined ? null : canonicalName(sub) };
}
