import { useCallback, useEffect, useState } from 'react';
import type { Client } from 'urql';
import type { ResultOf } from '#web/lib/gql.ts';
import { keep, kept, keptAt, type Owner, type Stored } from '#web/lib/offline-store/store.ts';
import { ownerNow } from '#web/lib/session.ts';
import type { System } from '#web/lib/system.tsx';
import { ReportPeopleQuery, type ReportPersonRow } from '#web/reports/queries.ts';
import { type OfflineEvent, OfflineEventsQuery, OfflineTeamQuery, OfflineTextsQuery } from './queries.ts';

/** The installation, the user of the copies and their language. */
export type CopyDetails = { system: System; name: string; features: string[]; language: string };

/** The running events, each with its newest alarm and its most important people. */
export type OfflineBoard = {
  events: (OfflineEvent & { alarm: OfflineAlarm | null })[];
};

type Newest = OfflineEvent['activations']['edges'][number]['node'];

/** The newest alarm of an event. */
export type OfflineAlarm = Newest & {
  people: ReportPersonRow[];
  total: number;
};

/** The offline copies on this device. */
export type Copies = {
  about: CopyDetails;
  board: OfflineBoard;
  team: ResultOf<typeof OfflineTeamQuery>['people'];
  texts: ResultOf<typeof OfflineTextsQuery>;
};

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const mostPeople = 100;

/** The maximum age of a copy. Older copies are removed. */
export const longest: Record<keyof Copies, number> = {
  about: 7 * 24 * HOUR,
  board: 24 * HOUR,
  team: 7 * 24 * HOUR,
  texts: 7 * 24 * HOUR,
};

type Asked = Exclude<keyof Copies, 'about'>;

/** The age at which a copy is refreshed. Seldom, because every browser with an open page does it. */
const fresh: Record<Asked, number> = { board: 5 * MINUTE, team: HOUR, texts: HOUR };

/** When a copy turned out too large to store, so that it isn't fetched every minute. */
const tooLong = new Map<Asked, number>();

const load: { [Name in Asked]: (client: Client) => Promise<Copies[Name] | undefined> } = {
  board: async (client) => {
    const { data } = await client.query(OfflineEventsQuery, {}).toPromise();
    if (!data) return undefined;
    const events: OfflineBoard['events'] = [];
    for (const { node } of data.events.edges) {
      const [newest] = node.activations.edges;
      const alarm = newest ? await alarmOf(client, newest.node) : null;
      if (alarm === undefined) return undefined;
      events.push({ ...node, alarm });
    }
    return { events };
  },
  team: async (client) => (await client.query(OfflineTeamQuery, {}).toPromise()).data?.people,
  texts: async (client) => (await client.query(OfflineTextsQuery, {}).toPromise()).data,
};

async function alarmOf(client: Client, report: Newest): Promise<OfflineAlarm | undefined> {
  const order = report.answers.rollCall ? ('safety' as const) : ('arrival' as const);
  const variables = { id: report.id, first: mostPeople, offset: 0, order };
  const people = (await client.query(ReportPeopleQuery, variables).toPromise()).data?.report?.people;
  return people && { ...report, people: people.edges.map(({ node }) => node), total: people.totalCount };
}

const listeners = new Set<() => void>();

async function keepCopy<Name extends keyof Copies>(owner: Owner, name: Name, copy: Copies[Name]): Promise<boolean> {
  const isKept = await keep(owner, name, copy);
  if (isKept) for (const listener of listeners) listener();
  return isKept;
}

/**
 * Refreshes outdated copies that the user may see, one small query after another. `olderThan` sets another age limit in
 * milliseconds. Copies in another language always count as outdated.
 */
export async function refreshCopies(client: Client, about: CopyDetails, olderThan?: number): Promise<void> {
  const owner = ownerNow();
  if (!owner) return;
  const before = await kept<CopyDetails>(owner, 'about', longest.about);
  const isOther = before !== null && before.value.language !== about.language;
  // if the browser stores nothing, fetch nothing
  if (!(await keepCopy(owner, 'about', about))) return;
  for (const name of ['board', 'team', 'texts'] as const) await refresh(client, owner, name, isOther ? 0 : olderThan);
}

async function refresh<Name extends Asked>(
  client: Client,
  owner: Owner,
  name: Name,
  olderThan = fresh[name],
): Promise<void> {
  if (Date.now() - Math.max(await keptAt(owner, name), tooLong.get(name) ?? 0) < olderThan) return;
  const copy = await load[name](client);
  if (copy && !(await keepCopy(owner, name, copy))) tooLong.set(name, Date.now());
}

/** Returns the copy with this name: undefined while loading, null if there is none. */
export function useOfflineCopy<Name extends keyof Copies>(name: Name): Stored<Copies[Name]> | null | undefined {
  const [copy, setCopy] = useState<Stored<Copies[Name]> | null>();
  const look = useCallback(() => {
    const owner = ownerNow();
    if (!owner) return setCopy(null);
    void kept<Copies[Name]>(owner, name, longest[name]).then(setCopy);
  }, [name]);
  useEffect(() => {
    look();
    listeners.add(look);
    return () => {
      listeners.delete(look);
    };
  }, [look]);
  return copy;
}
