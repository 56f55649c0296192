import { setImmediate as letOthers } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Prepared } from '#server/alerting/launch/prepare.ts';
import { addressKindsOf } from '#server/alerting/messages/message-rows.ts';
import { numbersById } from '#server/alerting/recipients/columns.ts';
import { outcomeIn, type Resolution, recipientsOf } from '#server/alerting/recipients/resolution.ts';
import { reached } from '#server/alerting/recipients/resolution-outcomes.ts';
import { addressState, deviceWays, type WayState } from '#server/alerting/recipients/way-states.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { deviceKinds, isDeviceKind } from '#shared/device-kinds.ts';

/** Recipients by the best of their ways, all of which are used. */
export interface ProvenPeople {
  confirmed: number;
  unconfirmed: number;
  /** Only silent devices or bounced addresses. */
  silent: number;
}

/** The signs per page, and the most people whose signs are read by id. */
const page = 5_000;

/** People between yields to other work. */
const turn = 50_000;

/**
 * Counts the recipients of real messages by the best of their ways; an exercise proves and needs nothing. Reads only
 * ways with signs, because sending a town's addresses to the database costs more than the rest of a preflight.
 */
export async function provenOf(db: Db, prepared: readonly Prepared[]): Promise<ProvenPeople> {
  const real = prepared.filter(({ message }) => message.mode === 'LIVE' && message.channelType !== 'exercise');
  const resolutions = real.flatMap(({ resolution }) => (resolution?.recipients ? [resolution] : []));
  if (!resolutions.length) return { confirmed: 0, unconfirmed: 0, silent: 0 };
  const tally = tallyOf(resolutions);
  const few = fewIn(resolutions);
  for await (const signs of inPages((after) => readSigns(db, few, after))) signs.forEach(tally.count);
  if (real.some(({ message }) => addressKindsOf(message).some(isDeviceKind))) {
    for await (const ways of inPages((after) => readDevices(db, few, after))) ways.forEach(tally.count);
  }
  const people = await countDistinct(resolutions);
  const { confirmed, silent } = tally;
  return { confirmed, unconfirmed: people - confirmed - silent, silent };
}

interface Sign {
  personId: number;
  address: string;
  state: WayState;
}

/** Counts people while the states of their ways arrive, in any order and each way once. */
function tallyOf(resolutions: readonly Resolution[]) {
  const isConfirmed = numbersById();
  const dead = numbersById();
  const tally = {
    confirmed: 0,
    silent: 0,
    count({ personId: id, address, state }: Sign): void {
      if (state === 'unconfirmed') return;
      const goesOver = resolutions.filter((one) => normIn(one, id) === address).length;
      if (!goesOver || isConfirmed.get(id)) return;
      const wasSilent = dead.get(id) === waysOf(resolutions, id);
      if (state === 'confirmed') {
        isConfirmed.set(id, 1);
        tally.confirmed++;
        if (wasSilent) tally.silent--;
      } else {
        dead.set(id, (dead.get(id) ?? 0) + goesOver);
        if (dead.get(id) === waysOf(resolutions, id)) tally.silent++;
      }
    },
  };
  return tally;
}

/** Returns a recipient's address; null for others. */
function normIn({ candidates, outcomes, norms }: Resolution, personId: number): string | null {
  const at = candidates.index.get(personId);
  return at !== undefined && outcomes[at] === reached ? norms.at(at) : null;
}

const waysOf = (resolutions: readonly Resolution[], personId: number): number =>
  resolutions.filter((one) => outcomeIn(one, personId) === 'reached').length;

async function countDistinct(resolutions: readonly Resolution[]): Promise<number> {
  let count = resolutions[0]!.recipients;
  for (const [place, { candidates, outcomes }] of resolutions.entries()) {
    if (place === 0) continue;
    const earlier = resolutions.slice(0, place);
    for (let at = 0; at < outcomes.length; at++) {
      if (at % turn === 0) await letOthers();
      if (outcomes[at] === reached && waysOf(earlier, candidates.ids.at(at)) === 0) count++;
    }
  }
  return count;
}

/** Returns the recipients if they are few; null for a crowd. */
function fewIn(resolutions: readonly Resolution[]): number[] | null {
  if (resolutions.reduce((sum, { recipients }) => sum + recipients, 0) > page) return null;
  return [...new Set(resolutions.flatMap((one) => [...recipientsOf(one)].map(({ personId }) => personId)))];
}

interface Place {
  person: number;
  address: string;
}

async function* inPages(read: (after: Place) => Promise<Sign[]>): AsyncGenerator<Sign[]> {
  let after: Place = { person: 0, address: '' };
  for (;;) {
    const signs = await read(after);
    if (signs.length) yield signs;
    if (signs.length < page) return;
    const last = signs.at(-1)!;
    after = { person: last.personId, address: last.address };
  }
}

const onlyOf = (few: readonly number[] | null, person: RawBuilder<unknown>): RawBuilder<unknown> =>
  few ? sql`${person} = any(${few}::int[])` : sql`true`;

interface SignColumns {
  people: number[] | null;
  addresses: string[];
  states: WayState[];
}

// arrays by column, because converting many rows costs more than all other work
async function readSigns(db: Db, few: readonly number[] | null, after: Place): Promise<Sign[]> {
  const devices = `^(${deviceKinds.join('|')}):`;
  const { rows } = await sql<SignColumns>`
    select json_agg(person_id) as people, json_agg(address) as addresses, json_agg(state) as states
    from (
      select s.person_id, s.address, ${addressState} as state from way_signs s
      where (s.person_id, s.address) > (${after.person}, ${after.address}) and s.address !~ ${devices}
        and ${onlyOf(few, sql`s.person_id`)}
      order by s.person_id, s.address limit ${page}) x`.execute(db);
  const { people, addresses, states } = rows[0]!;
  return (people ?? []).map((personId, at) => ({ personId, address: addresses[at]!, state: states[at]! }));
}

/** All kinds of a person's devices are on one page. */
async function readDevices(db: Db, few: readonly number[] | null, after: Place): Promise<Sign[]> {
  const people = sql`
    select o.person_id from devices o where o.ended_at is null and o.person_id > ${after.person}
      and ${onlyOf(few, sql`o.person_id`)} group by o.person_id order by o.person_id limit ${page}`;
  const { rows } = await sql<Omit<Sign, 'personId'> & { personId: number | null }>`
    select w.person_id, w.address, w.state from (${deviceWays(people)}) w order by w.person_id`.execute(db);
  return rows.map(({ personId, ...way }) => ({ personId: personId!, ...way }));
}
