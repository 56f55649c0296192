import { matchedParts } from '#shared/fold.ts';
import { cardTypes, dataOf, personName } from '#web/contacts/people/person-name.ts';
import { stateName, stateOf } from '#web/events/state.ts';
import type { IconName } from '#web/ui/icons.ts';
import type { SearchFinds } from './queries.ts';

/** The kinds of finds, in display order. */
export const findKinds = ['actions', 'people', 'groups', 'mailingLists', 'events'] as const;
/** A kind of find. */
export type FindKind = (typeof findKinds)[number];

/** One find; the note distinguishes equal names. */
export type Find = { kind: FindKind; to: string; name: string; note?: string | undefined };

type Wording = {
  date: (moment: string) => string;
  state: (state: ReturnType<typeof stateOf>) => string;
  mode: (mode: SearchFinds['events'][number]['mode']) => string;
};

/** The icon of each kind. */
export const kindIcons: Record<FindKind, IconName> = {
  actions: 'play',
  people: 'person',
  groups: 'group',
  mailingLists: 'list',
  events: 'event',
};

/** Returns the lines of a result in display order. */
export function findsOf(found: SearchFinds, term: string, wording: Wording): Find[] {
  const people = found.people.map((person) => ({
    to: `/person/${person._id}`,
    name: personName(person),
    note: matchedData(person, term) ?? dataOf(person, cardTypes.role),
  }));
  const groups = found.groups.map(({ _id, name, breadcrumb }) => ({
    to: `/group/${_id}`,
    name,
    note: breadcrumb.map((above) => above.name).join(' › '),
  }));
  const mailingLists = found.mailingLists.map(({ _id, name, description, parentList }) => ({
    to: `/mailinglist/${_id}`,
    name,
    note: parentList?.name ?? description ?? undefined,
  }));
  const events = found.events.map((event) => ({
    to: `/event/${event._id}`,
    name: event.name,
    note: [
      event.mode !== 'LIVE' && wording.mode(event.mode),
      stateName(event, wording.state(stateOf(event))),
      wording.date(event.eventDate),
    ]
      .filter(Boolean)
      .join(' · '),
  }));
  const lines = Object.entries({ people, groups, mailingLists, events }) as [FindKind, Omit<Find, 'kind'>[]][];
  return lines.flatMap(([kind, some]) => some.map((line) => ({ kind, ...line })));
}

type Person = SearchFinds['people'][number];

/** Returns the matching contact data, if the name doesn't match. */
function matchedData(person: Person, term: string): string | undefined {
  if (hasMatch(personName(person), term)) return undefined;
  return person.personData.find(({ display }) => hasMatch(display, term))?.display;
}

const hasMatch = (text: string, term: string): boolean => matchedParts(text, term).some(({ isMatch }) => isMatch);
