import { randomBytes } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { isUnderWay } from '#server/alerting/recipients/absent.ts';
import type { App } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { sha256, tokenOf } from '#server/platform/secrets.ts';
import { activeCrisisTeam, type ChannelToPeople, channelsToPeople, contactWaysOf, kindsOfChannels } from './ways.ts';

/** Days for which the link of a request works. */
export const linkDays = 7;
/** Days until the next automatic request. */
const betweenAsks = 30;
/** Minutes until the next manual request, against double clicks. */
const betweenManualAsks = 60;
/** Types of channels whose messages have a link to tap. */
const askingTypes: readonly string[] = ['email', 'sms', 'telegram', 'webpush'];
/** Types of the self-test. */
const testingTypes: readonly string[] = ['sms', 'webpush'];

/** A self-test, due ones, or a user's. */
export type WantedChecks =
  | { kind: 'test'; month: string }
  | { kind: 'due' }
  | { kind: 'manual'; by: number; people: readonly number[] };

interface Way {
  personId: number;
  kind: string;
  address: string;
}

/** SQL: an event runs, so that only its messages may leave. */
export const isEventRunning: RawBuilder<boolean> = sql`exists (select from events where is_running and is_active)`;

/** Returns whether an event is running. */
export async function eventRuns(db: Db | Tx): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select ${isEventRunning} as is`.execute(db);
  return rows[0]!.is;
}

/** Inserts requests with jobs; returns their number. Locks people against repetitions. */
export async function insertChecks(app: Pick<App, 'jobs' | 'secrets'>, tx: Tx, wanted: WantedChecks): Promise<number> {
  const types = wanted.kind === 'test' ? testingTypes : askingTypes;
  const channels = (await channelsToPeople(tx)).filter(({ type }) => types.includes(type));
  if (!channels.length) return 0;
  const chosen = wanted.kind === 'manual' ? sql`id = any(${[...wanted.people]}::int[])` : sql`true`;
  await sql`select 1 from people where id in (${activeCrisisTeam}) and ${chosen} order by id for no key update`.execute(
    tx,
  );
  const found = await findWays(tx, wanted, channels);
  if (!found.length) return 0;
  const nonces = found.map(() => randomBytes(16));
  const month = wanted.kind === 'test' ? wanted.month : null;
  const by = wanted.kind === 'manual' ? wanted.by : null;
  const { rows } = await sql<{ id: number }>`
    insert into way_checks (person_id, kind, address, channel_id, month, nonce, token_hash, asked_by, expires_at)
    select person_id, kind, address, channel_id, ${month}::date, nonce, token_hash, ${by}::int,
      clock_timestamp() + make_interval(days => ${linkDays})
    from unnest(${found.map((way) => way.personId)}::int[], ${found.map((way) => way.kind)}::text[],
      ${found.map((way) => way.address)}::text[], ${found.map((way) => channelOf(channels, way.kind))}::int[],
      ${nonces}::bytea[], ${nonces.map((nonce) => sha256(tokenOf(app.secrets.link, nonce)))}::bytea[])
      as x (person_id, kind, address, channel_id, nonce, token_hash)
    on conflict (person_id, kind, month) do nothing returning id`.execute(tx);
  if (rows.length) await app.jobs.enqueue(tx, 'way_check', ...rows.map(({ id }) => ({ check: id })));
  return rows.length;
}

/** Returns the channel for this kind of address. */
const channelOf = (channels: readonly ChannelToPeople[], kind: string): number =>
  channels.find(({ kinds }) => kinds.includes(kind))!.id;

/** Finds ways to ask over, without inactive and opted-out people and, unless by hand, absent ones. */
async function findWays(tx: Tx, wanted: WantedChecks, channels: readonly ChannelToPeople[]): Promise<Way[]> {
  const people = sql`${activeCrisisTeam} and not opted_out and ${
    wanted.kind === 'manual'
      ? sql`id = any(${[...wanted.people]}::int[])`
      : sql`not exists (select from absences a where a.person_id = people.id and ${isUnderWay})`
  }`;
  const kinds = kindsOfChannels(channels);
  const channelIds = kinds.map((kind) => channelOf(channels, kind));
  const isWanted = sql`not exists (
    select from opt_outs o join channels c on c.channel_type_id = o.channel_type_id
      join unnest(${kinds}::text[], ${channelIds}::int[]) as k (kind, channel_id) on k.channel_id = c.id
    where o.person_id = w.person_id and k.kind = w.kind)`;
  if (wanted.kind === 'test') {
    // the first address of each kind, like an alarm
    const { rows } = await sql<Way>`
      select distinct on (w.person_id, w.kind) w.person_id, w.kind, w.address from (${contactWaysOf(people, kinds)}) w
      where ${isWanted}
        and not exists (select from way_notes n where n.person_id = w.person_id and n.tests_declined_at is not null)
        and not exists (select from way_checks c
          where c.person_id = w.person_id and c.kind = w.kind and c.month = ${wanted.month}::date)
      order by w.person_id, w.kind, w.place, w.address`.execute(tx);
    return rows;
  }
  const minutes = wanted.kind === 'manual' ? betweenManualAsks : betweenAsks * 24 * 60;
  // a bounced address is only asked by hand
  const states = wanted.kind === 'manual' ? ['unconfirmed', 'silent', 'failed'] : ['unconfirmed', 'silent'];
  const { rows } = await sql<Way>`
    select distinct w.person_id, w.kind, w.address from (${contactWaysOf(people, kinds)}) w
    where w.state = any(${states}::text[]) and ${isWanted} and not exists (
      select from way_checks c where c.person_id = w.person_id and c.address = w.address
        and c.asked_at > clock_timestamp() - make_interval(mins => ${minutes}))
    order by w.person_id, w.kind, w.address`.execute(tx);
  return rows;
}
