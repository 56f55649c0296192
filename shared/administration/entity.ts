import { kinds, type Shape, type ShapeOf } from '#shared/fields/kinds.ts';
import { nameShape } from '#shared/fields/text.ts';
import type { Label } from '#shared/label.ts';
import type { Feature } from '#shared/permissions.ts';
import type { entities } from './entities.ts';
import { withTranslations } from './translated.ts';

/** The entities of the administration area, by the name of their API type. */
export type EntityName = (typeof entities)[number]['name'];

/** What their lists and tables are called. */
export type EntityPlural = (typeof entities)[number]['plural'];

interface Common {
  /** What it is called on the screen. */
  label: Label;
  /** What helps to fill it in, shown with its input. */
  hint?: Label;
  /** What it is; the sentence in the API's manual. */
  about: string;
  /** Must be filled. */
  required?: true;
  /** Value of a new row; a field with one is never null. */
  default?: string | number | boolean;
  /** Shown as a column of the list. */
  list?: true;
  /** Looked through by `search`. */
  search?: true;
  /** The program knows the row by this text: it is unique; left out, it is made from the name. */
  identifier?: true;
  /** An identifier that people use too: the form asks for it and the list shows it, though it could be made from the name. */
  spoken?: true;
  /** Hardly anybody needs it: the form shows it folded. */
  advanced?: true;
  /** Stays as it is in rows that the program counts on. */
  fixed?: true;
  /** Only to be read, or changed by actions of its own: no form asks for it. */
  readOnly?: true;
  /** Answered by the concept that serves the entity, and no column of its table. */
  workedOut?: true;
  /** Read in the reader's language: with a field and a column more for the English text, see translated.ts. */
  translated?: true;
  /** The field whose text this is in English; made for each that is translated. */
  translates?: string;
}

/** What only an entity has, because it takes the database, another concept or a form of its own. */
export type OwnKind =
  /** The content of a system mail, which knows the placeholders of its occasion. */
  | { kind: 'mailText' }
  /** Sections and fields of a situation report, the choices of a select, or the steps of an alarm. */
  | { kind: 'json'; shape: JsonShape }
  /**
   * To a row of the entity `to`. `filter`: the list takes it as an argument; `orEmpty` also answers rows where it is
   * empty (valid for all).
   */
  | { kind: 'reference'; to: string; filter?: 'exact' | 'orEmpty' }
  /** To many rows of `to`, see target.ts; read and written by the concept that owns the relation. */
  | { kind: 'references'; to: string }
  /** What the channel's provider asks for; read and written by the channels. */
  | { kind: 'channelSettings' };

/** What a JSON field holds. */
export type JsonShape = 'situationReportTemplate' | 'choices' | 'alarmSteps';

/** One field: a kind with its limits, or what only entities have, and how lists and forms show it. */
export type Field = Common &
  (
    | Exclude<Shape, ShapeOf<'toggle'>>
    /** `filter`: the list takes it as an argument, as it does isActive. */
    | (ShapeOf<'toggle'> & { filter?: true })
    | OwnKind
  );

/** Whether a field is of a kind that every description may use. */
export const isShape = <Field extends { kind: Shape['kind'] | OwnKind['kind'] }>(
  field: Field,
): field is Extract<Field, { kind: Shape['kind'] }> => Object.hasOwn(kinds, field.kind);

/** A key of the list's order: a field that is never empty. `text` sorts as a German reader expects. */
export interface EntityOrder {
  field: string;
  text?: true;
}

/** The parts of the administration's overview, in its order. */
export const sections = {
  channels: { de: 'Kanäle', en: 'Channels' },
  events: { de: 'Ereignisse und Texte', en: 'Events and texts' },
  people: { de: 'Menschen und Dienste', en: 'People and duties' },
  system: { de: 'Zugang und System', en: 'Access and system' },
} as const satisfies Record<string, Label>;

/** A part of the administration's overview. */
export type Section = keyof typeof sections;

/** One administration entity, described once: the server and the web both derive from it. */
export interface Entity<Name extends string = EntityName, Plural extends string = EntityPlural> {
  /** Name of the API type; its single query is this with a small first letter. */
  name: Name;
  /** List query and table; in small letters also the route below /administration. */
  plural: Plural;
  /** What its rows are called, e.g. Orte. */
  label: Label;
  /** What one row is called, e.g. Ort. */
  one: Label;
  /** Name of its sign in the web's set of icons. */
  icon: string;
  /** Where the overview shows it. */
  section: Section;
  /** What it is good for, in a few words beside its name. */
  purpose: Label;
  /** What one row is; the sentence in the API's manual. */
  about: string;
  /** Feature a user needs to change it. */
  feature: Feature;
  /** Who may read it: everybody signed in (the rest of the product shows it), or only who may change it. */
  read: 'signedIn' | 'feature';
  /** The concept that has the object type and the verbs, where rules of its own hold; otherwise they derive from this. */
  servedBy?: string;
  /** Order of the list; the id breaks ties. */
  order: readonly EntityOrder[];
  fields: Readonly<Record<string, Field>>;
}

/** Checks a description: its order names fields that are never empty; what is translated gets its English field. */
export function entity<const Name extends string, const Plural extends string>(
  description: Entity<Name, Plural>,
): Entity<Name, Plural> {
  for (const { field } of description.order) {
    const known = description.fields[field];
    if (!known || !neverEmpty(known)) throw new Error(`${description.name}: cannot order by ${field}`);
  }
  return { ...description, fields: withTranslations(description.fields) };
}

/** Whether the API promises a value. */
export const neverEmpty = (field: Field): boolean => field.required === true || field.default !== undefined;

/** Name of the query that answers one row, e.g. eventType. */
export const singleOf = ({ name }: Pick<Entity, 'name'>): string => name[0]!.toLowerCase() + name.slice(1);

/** Path of the entity's page, e.g. /administration/eventtypes. */
export const routeOf = ({ plural }: Pick<Entity, 'plural'>): string => `/administration/${plural.toLowerCase()}`;

/** Path of the entity's rows in the API, e.g. /api/v2/event_types. */
export const collectionPathOf = ({ plural }: Pick<Entity, 'plural'>): string =>
  `/api/v2/${plural.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;

/** The switch that most entities have. */
export const isActive: Field = {
  kind: 'toggle',
  default: true,
  list: true,
  label: { de: 'Aktiv', en: 'Active' },
  hint: { de: 'Inaktive Einträge stehen nicht mehr zur Auswahl.', en: 'Inactive entries can no longer be chosen.' },
  about: 'Whether it can be chosen; inactive ones stay in history.',
};

/** The name shown to people. */
export const name: Field = {
  ...nameShape,
  required: true,
  list: true,
  search: true,
  label: { de: 'Name', en: 'Name' },
  about: 'Name shown to people.',
};

/** The name that the program knows a row by. */
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
    en: 'Unique name for interfaces and imports; made from the name when left empty.',
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

/** A picture that stands for the row. */
export const icon: Field = { kind: 'image', list: true, label: { de: 'Symbol', en: 'Icon' }, about: 'Its picture.' };

/** The fields that every type of something has, in the order of the form. */
export const typeFields = {
  name: { ...name, translated: true },
  identifier,
  description: { ...description, translated: true },
} as const satisfies Record<string, Field>;
