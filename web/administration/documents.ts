import { gql, type TypedDocumentNode } from 'urql';
import { entities } from '#shared/administration/entities.ts';
import { type Entity, type Field, singleOf } from '#shared/administration/entity.ts';
import type { EntityRow } from '#web/fields/input.ts';

/** A page of an entity. */
export type ListData = { list: { totalCount: number; edges: { node: EntityRow }[] } };

/** What a list is asked for. */
export type ListVariables = { first: number; isActive?: boolean | null; search: string | null };

type Documents = {
  list: TypedDocumentNode<ListData, ListVariables>;
  one: TypedDocumentNode<{ one: EntityRow | null }, { id: string }>;
};

function selection(fields: [string, Field][]): string {
  return fields
    .map(([name, { kind }]) => {
      if (kind === 'reference') return `${name} { _id name }`;
      if (kind === 'references') return `${name} { edges { node { _id name } } }`;
      return kind === 'image' ? `${name} { contentUrl }` : name;
    })
    .join(' ');
}

const made = new Map<string, Documents>();

/** The documents of an entity's list and of one row, derived from its description. */
export function documentsOf(entity: Entity): Documents {
  const known = made.get(entity.name);
  if (known) return known;
  const all = Object.entries(entity.fields);
  const columns = all.filter(([, { list }]) => list);
  const active = entity.fields['isActive']
    ? { variable: ', $isActive: Boolean', argument: ', isActive: $isActive' }
    : null;
  const documents: Documents = {
    list: gql`query ${entity.name}List($first: Int!, $search: String${active?.variable ?? ''}) {
      list: ${entity.plural}(first: $first, search: $search${active?.argument ?? ''}) {
        totalCount
        edges { node { id _id ${selection(columns)} } }
      }
    }`,
    one: gql`query ${entity.name}One($id: ID!) { one: ${singleOf(entity)}(id: $id) { id _id ${selection(all)} } }`,
  };
  made.set(entity.name, documents);
  return documents;
}

/** The figures of the overview by the plural of the entity. */
export type AdminCounts = Record<string, number>;

/** How many rows each entity has, and how many users wait for an administrator. */
export const countsDocument = (): TypedDocumentNode<
  { adminCounts: AdminCounts; users: { totalCount: number } },
  Record<string, never>
> => gql`query AdminCounts {
  adminCounts { ${entities.map(({ plural }) => plural).join(' ')} }
  users(first: 0, needApproval: true) { totalCount }
}`;
