import { safeContent } from '#server/rich-text.ts';
import type { Field, FieldKind, JsonShape } from '#shared/administration/entity.ts';
import { coordinatesText, readCoordinates } from '#shared/coordinates.ts';
import { emailAddress } from '#shared/email-address.ts';
import { limits } from '#shared/limits.ts';
import { safeLink } from '#shared/links.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import { plainText } from '#shared/rich-text.ts';
import { readTemplate } from '#shared/situation-report-template.ts';
import { readChoices } from './choices.ts';
import { isIdentifier } from './identifier.ts';

/** A value as its column stores it (null for none), or what is wrong with it. */
export type Checked = { value: unknown } | { fault: RefusalKey };

/** The kinds whose check needs nothing but the value. */
type PlainKind = Exclude<FieldKind, 'image' | 'phone' | 'reference' | 'references' | 'channelSettings'>;

/** Checks a value by the kind of its field. */
export const checkPlain = (given: unknown, field: Field & { kind: PlainKind }): Checked =>
  (fieldChecks[field.kind] as (given: unknown, field: Field) => Checked)(given, field);

type Check<Kind extends FieldKind> = (given: unknown, field: Field & { kind: Kind }) => Checked;

const value = (found: unknown): Checked => ({ value: found });
const fault = (key: RefusalKey): Checked => ({ fault: key });

/** Trims a text and hands it on when something is left; an empty one is none. */
const text =
  (check: (text: string) => Checked, maximum: number = limits.nameMaximum) =>
  (given: unknown): Checked => {
    const trimmed = typeof given === 'string' ? given.trim() : '';
    if (!trimmed) return value(null);
    return trimmed.length > maximum ? fault('error_too_long') : check(trimmed);
  };

const found = (result: unknown, otherwise: RefusalKey) => (result === null ? fault(otherwise) : value(result));

/** One line: no control or line-breaking characters. */
const line = (given: string) => (/[\p{Cc}\u2028\u2029]/u.test(given) ? fault('error_invalid_input') : value(given));

/** Several lines; their ends are made the same. */
function lines(given: string): Checked {
  const unified = given.replace(/\r\n?/g, '\n');
  return /(?![\t\n])\p{Cc}/u.test(unified) ? fault('error_invalid_input') : value(unified);
}

function rich(given: string): Checked {
  const clean = lines(given);
  if ('fault' in clean) return clean;
  const safe = safeContent(String(clean.value));
  return value(plainText(safe) ? safe : null);
}

/** "#rrggbb" in small letters; "#rgb" is written out. */
function colour(given: string): Checked {
  const hex = given.toLowerCase();
  if (/^#[\da-f]{6}$/.test(hex)) return value(hex);
  return /^#[\da-f]{3}$/.test(hex) ? value(hex.replace(/[\da-f]/g, '$&$&')) : fault('error_invalid_colour');
}

function coordinates(given: string): Checked {
  const point = readCoordinates(given);
  return point ? value(coordinatesText(point)) : fault('error_invalid_coordinates');
}

const shapes: Record<JsonShape, { read(given: unknown): unknown; fault: RefusalKey }> = {
  situationReportTemplate: { read: readTemplate, fault: 'error_invalid_template' },
  choices: { read: readChoices, fault: 'error_invalid_options' },
};

const fieldChecks: { [Kind in PlainKind]: Check<Kind> } = {
  text: (given, field) =>
    text((trimmed) => (field.identifier && !isIdentifier(trimmed) ? fault('error_identifier') : line(trimmed)))(given),
  longText: text(lines, limits.contentMaximum),
  mailText: text(lines, limits.contentMaximum),
  richText: text(rich, limits.contentMaximum),
  link: text((given) => found(safeLink(given), 'error_invalid_link'), 2000),
  colour: text(colour),
  coordinates: text(coordinates),
  email: text((given) => found(emailAddress(given)?.norm ?? null, 'error_invalid_email'), 254),
  number: (given) => value(given ?? null),
  toggle: (given) => value(given ?? null),
  dateTime: (given) => value(given ?? null),
  json: (given, { shape }) => {
    if (given === null || given === undefined) return value(null);
    const { read, fault: otherwise } = shapes[shape];
    const result = read(given);
    return result === null ? fault(otherwise) : value(JSON.stringify(result));
  },
  select: (given, { options }) => {
    if (given === null || given === undefined || given === '') return value(null);
    return Object.hasOwn(options, String(given)) ? value(given) : fault('error_unknown_choice');
  },
  selectMany: (given, { options }) => {
    const chosen = Array.isArray(given) ? given.map(String) : [];
    if (chosen.some((one) => !Object.hasOwn(options, one))) return fault('error_unknown_choice');
    return value(Object.keys(options).filter((one) => chosen.includes(one)));
  },
};
