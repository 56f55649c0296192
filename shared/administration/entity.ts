import { kinds, type Shape, type ShapeOf } from '#shared/fields/kinds.ts';
import { nameShape } from '#shared/fields/text.ts';
import type { Label } from '#shared/label.ts';
import type { Feature } from '#shared/permissions.ts';
import type { entities } from './entities.ts';
import { withTranslations } from './translated.ts';

export type EntityName = (typeof entities)[number]['name'];

/** Name of an entity's list query and table. */
export type EntityPlural = (typeof entities)[number]['plural'];

interface Common {
  label: Label;
  hint?: Label;
  about: string;
  /** Marks a mandatory field. */
  required?: true;
  /** A field with a default is never null. */
  default?: string | number | boolean;
  /** Marks a column of the list. */
  list?: true;
  /** A selection of further fields of the API that the field's cell shows. */
  beside?: string;
  /** Marks a field that `search` covers. */
  search?: true;
  /** The unique text by which the program recognizes the row, by default derived from the name. */
  identifier?: true;
  /** Marks an identifier that people use too. */
  spoken?: true;
  /** Shown collapsed in the form. */
  advanced?: true;
  /** Immutable in rows that the program depends on. */
  fixed?: true;
  /** No form asks for it. */
  readOnly?: true;
  /** Computed by the concept that serves the entity; without a table column. */
  workedOut?: true;
  /** In the reader's language, with an extra field for English (see translated.ts). */
  translated?: true;
  /** The translated field whose English text this field holds. */
  translates?: string;
}

/** Field kinds for entities only. */
export type OwnKind =
  /** The content of a system mail, with the placeholders of its occasion. */
  | { kind: 'mailText' }
  /** Sections and fields of a situation report, the choices of a select, or the steps of an alarm. */
  | { kind: 'json'; shape: JsonShape }
  /** A reference to a row of `to`. With `filter`, a list argument; `orEmpty` also returns rows without a reference. */
  | { kind: 'reference'; to: string; filter?: 'exact' | 'orEmpty' }
  | { kind: 'references'; to: string }
  | { kind: 'channelSettings' };

/** Shape of a JSON field. */
export type JsonShape = 'situationReportTemplate' | 'choices' | 'alarmSteps';

/** One field of an entity. */
export type Field = Common &
  (
    | Exclude<Shape, ShapeOf<'toggle'>>
    /** With `filter`, the list accepts it as an argument, like isActive. */
    | (ShapeOf<'toggle'> & { filter?: true })
    | OwnKind
  );

/** Returns true for a kind that isn't reserved for entities. */
export const isShape = <Field extends { kind: Shape['kind'] | OwnKind['kind'] }>(
  field: Field,
): field is Extract<Field, { kind: Shape['kind'] }> => Object.hasOwn(kinds, field.kind);

/** A sort key, never empty. `text` uses German collation. */
export interface EntityOrder {
  field: string;
  text?: true;
}

export const sections = {
  channels: { de: 'Kanäle', en: 'Channels' },
  events: { de: 'Ereignisse und Texte', en: 'Events and texts' },
  people: { de: 'Menschen und Dienste', en: 'People and duties' },
  system: { de: 'Zugang und System', en: 'Access and system' },
} as const satisfies Record<string, Label>;

export type Section = keyof typeof sections;

/** An administration entity, from which server and web derive their code. */
export interface Entity<Name extends string = EntityName, Plural extends string = EntityPlural> {
  name: Name;
  plural: Plural;
  label: Label;
  one: Label;
  icon: string;
  /** Section of the overview. */
  section: Section;
  /** Short purpose shown next to the name. */
  purpose: Label;
  /** Description of one row in the API reference. */
  about: string;
  /** Feature that a user needs for changes. */
  feature: Feature;
  /** Readers: all signed-in users (the rest of the product shows it), or only users with the feature. */
  read: 'signedIn' | 'feature';
  /** The concept that provides the object type and mutations; derived from this description if absent. */
  servedBy?: string;
  order: readonly EntityOrder[];
  fields: Readonly<Record<string, Field>>;
}

/** Checks a description and adds English fields. */
export function entity<const Name extends string, const Plural extends string>(
  description: Entity<Name, Plural>,
): Entity<Name, Plural> {
  for (const { field } of description.order) {
    const known = description.fields[field];
    if (!known || !neverEmpty(known)) throw new Error(`${description.name}: cannot order by ${field}`);
  }
  return { ...description, fields: withTranslations(description.fields) };
}

export const neverEmpty = (field: Field): boolean => field.required === true || field.default !== undefined;

/** Returns the name of the single-row query, such as eventType. */
export const singleOf = ({ name }: Pick<Entity, 'name'>): string => name[0]!.toLowerCase() + name.slice(1);

/** Returns the page path, such as /administration/eventtypes. */
export const routeOf = ({ plural }: Pick<Entity, 'plural'>): string => `/administration/${plural.toLowerCase()}`;

/** Returns the API path, such as /api/v2/event_types. */
export const collectionPathOf = ({ plural }: Pick<Entity, 'plural'>): string =>
  `/api/v2/${plural.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;

export const isActive: Field = {
  kind: 'toggle',
  default: true,
  list: true,
  label: { de: 'Aktiv', en: 'Active' },
  hint: { de: 'Inaktive Einträge stehen nicht mehr zur Auswahl.', en: 'Inactive entries can no longer be chosen.' },
  about: 'Whether it can be chosen; inactive ones stay in history.',
};

/** The display name. */
export const name: Field = {
  ...nameShape,
  required: true,
  list: true,
  search: true,
  label: { de: 'Name', en: 'Name' },
  about: 'Name shown to people.',
};

/** The name by which the program recognizes the row. */
export const identifier: Field = {
  kind: 'text',
  required: true,
  identifier: true,
  fixed: true,
  list: true,
  search: true,
  label: { de: 'Kennung', en: 'Identifier' },
  hint: {
    de: 'Eindeutiger Name für Schnittstellen und Importe; ohne Angabe entsteht er aus dem Namen.',
    en: 'Unique name for interfaces and imports. If empty, it is created from the name.',
  },
  about: 'Name the program knows it by.',
};

/** A longer explanation. */
export const description: Field = {
  kind: 'longText',
  search: true,
  label: { de: 'Beschreibung', en: 'Description' },
  about: 'Purpose.',
};

/** The row's icon. */
export const icon: Field = { kind: 'image', list: true, label: { de: 'Symbol', en: 'Icon' }, about: 'Its picture.' };

/** The common fields of all type entities, in form order. */
export const typeFields = {
  name: { ...name, translated: true },
  identifier,
  description: { ...description, translated: true },
} as const satisfies Record<string, Field>;
