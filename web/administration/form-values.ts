import type { Entity, Field } from '#shared/administration/entity.ts';
import { germanOf } from '#shared/administration/translated.ts';
import type { EntityRow } from '#web/fields/frame.ts';
import { isAdvanced } from './advanced.ts';

/** What the form holds, by field, as the API's input takes it. */
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

/** What is changed of a translated field is its German text, whoever reads it. */
const columnOf = (name: string, { translated }: Field): string => (translated ? germanOf(name) : name);

/** The values of a row as the form holds them; of a new one the description's defaults. */
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

/** The fields that differ, as an update sends them: what others changed meanwhile stays. */
export const changesOf = (before: FormValues, after: FormValues): FormValues =>
  Object.fromEntries(Object.entries(after).filter(([name, value]) => !same(before[name], value)));

/** What a new row is made of: the filled fields. */
export const filledOf = (values: FormValues): FormValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== ''));

/** Fields that must be filled and are not; an identifier is made from the name where there is one. */
export const missingOf = (entity: Entity, values: FormValues): string[] =>
  Object.entries(entity.fields).flatMap(([name, field]) => {
    const value = values[name];
    const isEmpty = value === null || (typeof value === 'string' && value.trim() === '');
    return field.required && isEmpty && !(field.identifier && isAdvanced(entity, field)) ? [name] : [];
  });

/** Whether the server is asked although these are missing: only it knows what settings of a channel lack, and tells all at once. */
export const toldByServer = ({ fields }: Entity, missing: readonly string[]): boolean =>
  Object.values(fields).some(({ kind }) => kind === 'channelSettings') &&
  missing.every((name) => fields[name] && empty(fields[name].kind) === '');
