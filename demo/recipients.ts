import type { InsertedGroup } from './insert-groups.ts';
import type { InsertedList } from './insert-lists.ts';
import type { Inserted } from './insert-people.ts';

/** A recipient of a report, in the order of asking. */
export interface Reached {
  person: Inserted;
  via: string[];
  /** Selected by a path without a limit, or called first. */
  always: boolean;
  /** False if a limit was reached before the person's turn. */
  asked: boolean;
}

/** A stop limit of a report with its people in call order. */
export interface StagedStopLimit {
  group: InsertedGroup;
  list: string;
  needed: number;
  waitMinutes: number;
  queue: { reached: Reached; priority: boolean }[];
  /** The number of positive answers. */
  positive: number;
}

/** An answer; null for silence. */
export interface DemoAnswer {
  code: '1' | '2' | '3';
  /** Minutes after the message. */
  after: number;
  arrival: number | null;
}

/** Returns 0 to 99, depending only on the text. */
export function chance(text: string): number {
  let hash = 7;
  for (const letter of text) hash = (hash * 31 + letter.codePointAt(0)!) % 1_000_003;
  return hash % 100;
}

// authors of reports and logs, who always come
const alwaysThere = ['Brandmüller', 'Eisenlohr', 'Vogelsang'];

/** Returns a person's answer, depending only on the input. */
export function demoAnswerOf(event: string, { lastName }: Inserted): DemoAnswer | null {
  const luck = chance(`${event}/${lastName}`) % (alwaysThere.includes(lastName) ? 66 : 100);
  const after = 1 + (chance(`${lastName}/${event}`) % 11);
  if (luck < 66) return { code: '1', after, arrival: 5 + (luck % 8) * 5 };
  if (luck < 80) return { code: '2', after, arrival: null };
  return luck < 86 ? { code: '3', after, arrival: null } : null;
}

/** Returns the recipients of lists. Without `comes`, limits hold no one back. */
export function recipientsOfLists(lists: readonly InsertedList[], comes: ((person: Inserted) => boolean) | null) {
  const people = new Map<number, Reached>();
  const limits: StagedStopLimit[] = [];
  const bringIn = (person: Inserted, path: string, always: boolean): Reached => {
    const reached = people.get(person.id) ?? { person, via: [], always: false, asked: false };
    reached.via.push(path);
    reached.always ||= always;
    reached.asked ||= always;
    people.set(person.id, reached);
    return reached;
  };
  const walkGroup = (group: InsertedGroup, path: string, queue: StagedStopLimit['queue'] | null) => {
    for (const { person, priority } of group.members) {
      const reached = bringIn(person, `${path} › ${group.name}`, queue === null || priority);
      queue?.push({ reached, priority });
    }
    for (const below of group.below) walkGroup(below, `${path} › ${group.name}`, queue);
  };
  const walkList = (list: InsertedList, path: string) => {
    for (const person of list.people) bringIn(person, path, true);
    for (const { group, stopLimit, waitMinutes } of list.groups) {
      const queue: StagedStopLimit['queue'] | null = stopLimit && comes ? [] : null;
      walkGroup(group, path, queue);
      if (!queue) continue;
      const limit = { group, list: path, needed: stopLimit!, waitMinutes: waitMinutes ?? 5 };
      limits.push({ ...limit, queue, positive: 0 });
    }
    for (const below of list.below) walkList(below, `${path} › ${below.name}`);
  };
  for (const list of lists) walkList(list, list.name);
  if (comes) for (const limit of limits) ask(limit, comes);
  return { people: [...people.values()], limits };
}

/** Asks one person after the other until enough answer positively. */
function ask(limit: StagedStopLimit, comes: (person: Inserted) => boolean): void {
  limit.positive = limit.queue.filter(({ reached }) => reached.asked && comes(reached.person)).length;
  for (const { reached } of limit.queue) {
    if (limit.positive >= limit.needed) break;
    if (reached.asked) continue;
    reached.asked = true;
    if (comes(reached.person)) limit.positive++;
  }
}
