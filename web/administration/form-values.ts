import type { Entity, Field } from '#shared/administration/entity.ts';
import { germanOf } from '#shared/administration/translated.ts';
import type { EntityRow } from '#web/fields/frame.ts';
import { isAdvanced } from './advanced.ts';

/** The form's values by field, in the format of the API's input. */
export type FormValues = Record<string, unknown>;

type WithId = { id: string } | null | undefined;

function stored(value: unknown, { kind }: Field): unknown {
  switch (kind) {
    case 'image':
    case 'reference':
      return (value as WithId)?.id ?? null;
    case 'references':
      return (value as { edges: { node: { id: string } }[] }).edges.map(({ node }) => node.id);
    default:
      return value ?? empty(kind);
  }
}

function empty(kind: Field['kind']): unknown {
  switch (kind) {
    case 'toggle':
      return false;
    case 'selectMany':
    case 'references':
      return [];
    case 'channelSettings':
      return {};
    case 'number':
    case 'dateTime':
    case 'json':
    case 'table':
    case 'image':
    case 'reference':
    case 'select':
      return null;
    default:
      return '';
  }
}

/** A form edits the German text of a translated field in every language. */
const columnOf = (name: string, { translated }: Field): string => (translated ? germanOf(name) : name);

/** Returns a row's values for the form, or the description's defaults for a new row. */
export function valuesOf({ fields }: Entity, row: EntityRow | null): FormValues {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => !field.readOnly)
      .map(([name, field]) => [
        name,
        row ? stored(row[columnOf(name, field)], field) : (field.default ?? empty(field.kind)),
      ]),
  );
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Returns the fields that differ, for an update; this preserves other users' changes to the rest. */
export const changesOf = (before: FormValues, after: FormValues): FormValues =>
  Object.fromEntries(Object.entries(after).filter(([name, value]) => !same(before[name], value)));

/** Returns the filled fields of a new row. */
export const filledOf = (values: FormValues): FormValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== ''));

/** Returns the required fields that are empty, except an identifier that the program derives from the name. */
export const missingOf = (entity: Entity, values: FormValues): string[] =>
  Object.entries(entity.fields).flatMap(([name, field]) => {
    const value = values[name];
    const isEmpty = value === null || (typeof value === 'string' && value.trim() === '');
    return field.required && isEmpty && !(field.identifier && isAdvanced(entity, field)) ? [name] : [];
  });

/**
 * Returns whether to submit despite missing fields: only the server knows a channel's required settings, and it reports all at
 * once.
 */
export const toldByServer = ({ fields }: Entity, missing: readonly string[]): boolean =>
  Object.values(fields).some(({ kind }) => kind === 'channelSettings') &&
  missing.every((name) => fields[name] && empty(fields[name].kind) === '');
