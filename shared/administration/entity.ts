import { kinds, type Shape, type ShapeOf } from '#shared/fields/kinds.ts';
import { nameShape } from '#shared/fields/text.ts';
import type { Label } from '#shared/label.ts';
import type { Feature } from '#shared/permissions.ts';
import type { entities } from './entities.ts';
import { withTranslations } from './translated.ts';

/** API type name of an administration entity. */
export type EntityName = (typeof entities)[number]['name'];

/** Name of an entity's list query and table. */
export type EntityPlural = (typeof entities)[number]['plural'];

interface Common {
  /** Name in the user interface. */
  label: Label;
  /** Help text shown with the input. */
  hint?: Label;
  /** Description in the API reference. */
  about: string;
  /** Marks a mandatory field. */
  required?: true;
  /** Value of a new row. A field with a default is never null. */
  default?: string | number | boolean;
  /** Marks a column of the list. */
  list?: true;
  /** Marks a field that `search` covers. */
  search?: true;
  /** Marks the unique text by which the program recognizes the row. If omitted, it derives from the name. */
  identifier?: true;
  /** Marks an identifier that people use too: the form asks for it and the list shows it. */
  spoken?: true;
  /** Marks a rarely needed field, which the form shows collapsed. */
  advanced?: true;
  /** Marks a field that is immutable in rows that the program depends on. */
  fixed?: true;
  /** Marks a field that is read-only or has its own actions; no form asks for it. */
  readOnly?: true;
  /** Marks a field without a table column; the concept that serves the entity computes it. */
  workedOut?: true;
  /**
   * Marks a field in the reader's language, with an extra field and column for the English text (see translated.ts).
   */
  translated?: true;
  /** The field whose English text this field holds; generated for each translated field. */
  translates?: string;
}

/** Field kinds for entities only: they need the database, another concept, or a special form. */
export type OwnKind =
  /** The content of a system mail, with the placeholders of its occasion. */
  | { kind: 'mailText' }
  /** Sections and fields of a situation report, the choices of a select, or the steps of an alarm. */
  | { kind: 'json'; shape: JsonShape }
  /**
   * A reference to a row of the entity `to`. With `filter`, the list accepts it as an argument; `orEmpty` also returns
   * rows where it is empty (valid for all).
   */
  | { kind: 'reference'; to: string; filter?: 'exact' | 'orEmpty' }
  /** References to many rows of `to` (see target.ts); the concept that owns the relation reads and writes them. */
  | { kind: 'references'; to: string }
  /** Settings that the channel's provider requires; the channels read and write them. */
  | { kind: 'channelSettings' };

/** Shape of a JSON field. */
export type JsonShape = 'situationReportTemplate' | 'choices' | 'alarmSteps';

/** One field: its kind and limits, and how lists and forms show it. */
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

/** A sort key of the list: a field that is never empty. `text` uses German collation. */
export interface EntityOrder {
  field: string;
  text?: true;
}

/** The sections of the administration overview, in order. */
export const sections = {
  channels: { de: 'Kanäle', en: 'Channels' },
  events: { de: 'Ereignisse und Texte', en: 'Events and texts' },
  people: { de: 'Menschen und Dienste', en: 'People and duties' },
  system: { de: 'Zugang und System', en: 'Access and system' },
} as const satisfies Record<string, Label>;

/** Name of an overview section. */
export type Section = keyof typeof sections;

/** Description of one administration entity, from which server and web derive their code. */
export interface Entity<Name extends string = EntityName, Plural extends string = EntityPlural> {
  /** Name of the API type; the single query is this name with a lowercase first letter. */
  name: Name;
  /** Name of the list query and table; in lowercase also the route below /administration. */
  plural: Plural;
  /** Plural label, for example Orte. */
  label: Label;
  /** Singular label, for example Ort. */
  one: Label;
  /** Name of an icon in the web icon set. */
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
  /**
   * The concept with special rules that provides the object type and mutations; otherwise they derive from this
   * description.
   */
  servedBy?: string;
  /** Sort order of the list; the id breaks ties. */
  order: readonly EntityOrder[];
  fields: Readonly<Record<string, Field>>;
}

/** Checks a description and adds English fields for translated ones. Sort keys must never be empty. */
export function entity<const Name extends string, const Plural extends string>(
  description: Entity<Name, Plural>,
): Entity<Name, Plural> {
  for (const { field } of description.order) {
    const known = description.fields[field];
    if (!known || !neverEmpty(known)) throw new Error(`${description.name}: cannot order by ${field}`);
  }
  return { ...description, fields: withTranslations(description.fields) };
}

/** Returns true if the API guarantees a value. */
export const neverEmpty = (field: Field): boolean => field.required === true || field.default !== undefined;

/** Returns the name of the single-row query, for example eventType. */
export const singleOf = ({ name }: Pick<Entity, 'name'>): string => name[0]!.toLowerCase() + name.slice(1);

/** Returns the path of the entity's page, for example /administration/eventtypes. */
export const routeOf = ({ plural }: Pick<Entity, 'plural'>): string => `/administration/${plural.toLowerCase()}`;

/** Returns the path of the entity's rows in the API, for example /api/v2/event_types. */
export const collectionPathOf = ({ plural }: Pick<Entity, 'plural'>): string =>
  `/api/v2/${plural.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;

/** The active switch of most entities. */
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
