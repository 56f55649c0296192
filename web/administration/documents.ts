import { gql, type TypedDocumentNode } from 'urql';
import { entities } from '#shared/administration/entities.ts';
import { type Entity, type Field, singleOf } from '#shared/administration/entity.ts';
import { targetOf } from '#shared/administration/target.ts';
import { germanOf } from '#shared/administration/translated.ts';
import type { EntityRow } from '#web/fields/frame.ts';

/** A page of an entity's rows. */
export type ListData = { list: { totalCount: number; edges: { node: EntityRow }[] } };

/** A sort key of a list. */
export type Order = { field: string; direction: 'ASC' | 'DESC' };

/** The variables of a list's query; also an id for each reference that filters it. */
export type ListVariables = { first: number; search: string | null; order: Order[]; [filter: string]: unknown };

type Input = { input: Record<string, unknown> };

type Documents = {
  list: TypedDocumentNode<ListData, ListVariables>;
  one: TypedDocumentNode<{ one: EntityRow | null }, { id: string }>;
  create: TypedDocumentNode<{ saved: EntityRow }, Input>;
  update: TypedDocumentNode<{ saved: EntityRow }, Input>;
  remove: TypedDocumentNode<{ removed: EntityRow }, { id: string }>;
};

/** Returns the references that filter an entity's list. */
export const filtersOf = ({ fields }: Entity) =>
  Object.entries(fields).flatMap(([name, field]) =>
    field.kind === 'reference' && field.filter ? [{ name, to: field.to, field }] : [],
  );

function selection(fields: [string, Field][]): string {
  const target = (to: string) => `id _id name${targetOf(to).hasActivity ? ' isActive' : ''}`;
  const selected = fields.map(([name, field]) => {
    if (field.kind === 'reference') return `${name} { ${target(field.to)} } ${field.beside ?? ''}`;
    if (field.kind === 'references') return `${name}(first: 1000) { edges { node { ${target(field.to)} } } }`;
    if (field.kind === 'channelSettings') return `${name} secretsSet`;
    if (field.translated) return `${name} ${germanOf(name)}`;
    return field.kind === 'image' ? `${name} { id contentUrl }` : name;
  });
  return ['id', '_id', 'isBase', ...selected].join(' ');
}

const made = new Map<string, Documents>();

/** Derives an entity's queries and mutations from its description. */
export function documentsOf(entity: Entity): Documents {
  const documents = made.get(entity.name) ?? derive(entity);
  made.set(entity.name, documents);
  return documents;
}

function derive(entity: Entity): Documents {
  const { name, plural } = entity;
  const all = Object.entries(entity.fields);
  const columns = all.filter(([field, { list }]) => list || field === 'isActive');
  const filters = [
    ...(entity.fields['isActive'] ? [{ name: 'isActive', type: 'Boolean' }] : []),
    ...filtersOf(entity).map((filter) => ({ name: filter.name, type: 'ID' })),
  ];
  const variables = filters.map((filter) => `, $${filter.name}: ${filter.type}`).join('');
  const given = filters.map((filter) => `, ${filter.name}: $${filter.name}`).join('');
  const label = ['name', 'title', 'identifier'].filter((field) => field in entity.fields).join(' ');
  return {
    list: gql`query ${name}List($first: Int!, $search: String, $order: [Order!]${variables}) {
      list: ${plural}(first: $first, search: $search, order: $order${given}) {
        totalCount
        edges { node { ${selection(columns)} } }
      }
    }`,
    one: gql`query ${name}One($id: ID!) { one: ${singleOf(entity)}(id: $id) { ${selection(all)} } }`,
    create: gql`mutation Create${name}($input: Create${name}Input!) {
      saved: create${name}(input: $input) { ${selection(all)} }
    }`,
    update: gql`mutation Update${name}($input: Update${name}Input!) {
      saved: update${name}(input: $input) { ${selection(all)} }
    }`,
    remove: gql`mutation Delete${name}($id: ID!) {
      removed: delete${name}(id: $id) { id ${label} ${entity.fields['isActive'] ? 'isActive' : ''} }
    }`,
  };
}

type AdminCounts = Record<string, number>;

/** Counts the rows of each entity. */
export const countsDocument = (): TypedDocumentNode<{ adminCounts: AdminCounts }, Record<string, never>> =>
  gql`query AdminCounts { adminCounts { ${entities.map(({ plural }) => plural).join(' ')} } }`;
