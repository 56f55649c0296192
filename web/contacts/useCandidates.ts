import { type QueryState, useData } from '#web/lib/data.ts';
import { graphql } from '#web/lib/gql.ts';
import { fullName } from '#web/lib/viewer.tsx';

const PAGE = 100;

const ListsQuery = graphql(`
  query CandidateLists($first: Int!) {
    mailingLists(first: $first, isActive: true) {
      totalCount
      edges {
        node {
          id name description personTotal
          children(first: 100) { edges { node { id name description isActive personTotal } } }
        }
      }
    }
  }
`);
const SearchListsQuery = graphql(`
  query CandidateListsSearch($search: String!, $first: Int!) {
    searchMailingLists(search: $search, first: $first) {
      totalCount
      edges { node { id name description isActive personTotal } }
    }
  }
`);
const GroupsQuery = graphql(`
  query CandidateGroups($first: Int!, $name: String) {
    groups(first: $first, isActive: true, name: $name, order: [{ field: "name" }]) {
      totalCount
      edges { node { id name personTotal parentGroup { id name } } }
    }
  }
`);
const PeopleQuery = graphql(`
  query CandidatePeople($first: Int!) {
    people(first: $first, isActive: true) {
      totalCount
      edges {
        node {
          id firstName lastName title absences { from until }
          place: personData(keyFields: ["15", "16"]) { _id display }
        }
      }
    }
  }
`);
const SearchPeopleQuery = graphql(`
  query CandidatePeopleSearch($search: String!, $first: Int!) {
    searchPeople(search: $search, first: $first) {
      totalCount
      edges {
        node {
          id firstName lastName title isActive absences { from until }
          place: personData(keyFields: ["15", "16"]) { _id display }
        }
      }
    }
  }
`);

/** The kinds of selectable recipients. */
export type CandidateKind = 'lists' | 'groups' | 'people';

/** A selectable recipient. */
export type Candidate = {
  id: string;
  name: string;
  hint?: string;
  people?: number;
  absences?: Absence[];
};

type Absence = { from: string; until: string | null };

/** The loaded part of a longer selection. */
export type CandidatePart = { shown: number; total: number };

type CandidatesState = QueryState<Candidate[]> & { part: CandidatePart | null };

/** Returns the lists, groups or people that match a search, or the first ones without a search. */
export function useCandidates(kind: CandidateKind, search: string): CandidatesState {
  const is = (wanted: CandidateKind, searched: boolean) => ({ pause: kind !== wanted || (search !== '') !== searched });
  const lists = useData(ListsQuery, { first: PAGE }, is('lists', false));
  const foundLists = useData(SearchListsQuery, { search, first: PAGE }, is('lists', true));
  const groups = useData(GroupsQuery, { first: PAGE, name: search || null }, { pause: kind !== 'groups' });
  const people = useData(PeopleQuery, { first: PAGE }, is('people', false));
  const foundPeople = useData(SearchPeopleQuery, { search, first: PAGE }, is('people', true));
  if (kind === 'groups')
    return convert(groups, groups.data?.groups, (node) => [
      {
        id: node.id,
        name: node.name,
        people: node.personTotal,
        ...(node.parentGroup ? { hint: node.parentGroup.name } : {}),
      },
    ]);
  if (kind === 'lists')
    return search
      ? convert(foundLists, foundLists.data?.searchMailingLists, (node) => (node.isActive ? [named(node)] : []))
      : convert(lists, lists.data?.mailingLists, (node) => [named(node), ...below(node)]);
  return search
    ? convert(foundPeople, foundPeople.data?.searchPeople, (node) => (node.isActive ? [person(node)] : []))
    : convert(people, people.data?.people, (node) => [person(node)]);
}

type List = { id: string; name: string; description: string | null; personTotal: number };

const named = ({ id, name, description, personTotal: people }: List): Candidate => ({
  id,
  name,
  people,
  ...(description ? { hint: description } : {}),
});

const below = (list: { name: string; children: { edges: { node: List & { isActive: boolean } }[] } }): Candidate[] =>
  list.children.edges.filter(({ node }) => node.isActive).map(({ node }) => ({ ...named(node), hint: list.name }));

type Person = {
  id: string;
  firstName: string;
  lastName: string;
  title: string | null;
  absences: Absence[];
  place: { display: string }[];
};

/** Returns a person's place of work, which distinguishes namesakes. */
export const placeOf = ({ place }: { place: readonly { display: string }[] }): string =>
  place.map(({ display }) => display).join(', ');

const person = (row: Person): Candidate => ({
  id: row.id,
  absences: row.absences,
  name: [row.title, fullName(row)].filter(Boolean).join(' '),
  ...(row.place.length ? { hint: placeOf(row) } : {}),
});

function convert<Data, Node>(
  state: QueryState<Data>,
  found: { totalCount: number; edges: readonly { node: Node }[] } | undefined,
  rowsOf: (node: Node) => Candidate[],
): CandidatesState {
  const [shown, total] = [found?.edges.length ?? 0, found?.totalCount ?? 0];
  return {
    ...state,
    data: found?.edges.flatMap(({ node }) => rowsOf(node)),
    part: shown < total ? { shown, total } : null,
  };
}
