import { sql } from 'kysely';
import { sendsNothing } from '#server/alerting/progress/sends-nothing.ts';
import type { Values } from '#server/channels/channel.ts';
import { adapterFor } from '#server/channels/registry.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { recipientStates } from '#server/platform/database/delivery-states.ts';
import type { CallTrunk } from '#shared/call-limits.ts';
import { type CallPlace, secondsUntilCalled } from './forecast.ts';

/** When all people of a message will have been called. */
export interface CallForecast {
  /** People who still have to be called, or are being called. */
  remaining: number;
  /** Null while nothing can be known. */
  doneAt: Date | null;
}

interface ChannelRow {
  id: number;
  type: string;
  settings: Values;
  messageIds: number[];
}

/** A forecast stays for a second, and for longer if many people are called, because it reads all of them. */
const millisecondsPerPerson = 1;
const shortest = 1_000;

/** What was read about a channel, for all who ask meanwhile. */
interface Reading {
  /** Infinite until it is read. */
  until: number;
  /** The messages that were asked for when it began. A later one needs another reading. */
  messageIds: ReadonlySet<number>;
  places: Promise<PlaceRow[]>;
  /** By message. */
  forecasts: Map<number, CallForecast | null>;
}

const readings = new WeakMap<Db, Map<number, Reading>>();

/** Returns the forecasts of messages that make calls now. Others, and those that cannot send, are left out. */
export async function callForecasts(db: Db, messageIds: readonly number[]): Promise<Map<number, CallForecast>> {
  const found = new Map<number, CallForecast>();
  for (const { id, type, settings, messageIds: running } of await findChannels(db, messageIds)) {
    const trunk = adapterFor(type, settings)?.trunk?.(settings);
    if (!trunk) continue;
    const { places, forecasts } = readingOf(db, id, trunk, running);
    const rows = await places;
    for (const messageId of running) {
      if (!forecasts.has(messageId)) forecasts.set(messageId, forecastOf(rows, messageId, trunk));
      const forecast = forecasts.get(messageId);
      if (forecast) found.set(messageId, forecast);
    }
  }
  return found;
}

/** Returns a recent reading of a channel that includes the messages, or begins one. */
function readingOf(db: Db, channelId: number, trunk: CallTrunk, messageIds: readonly number[]): Reading {
  const known = readings.get(db) ?? new Map<number, Reading>();
  readings.set(db, known);
  for (const [id, { until }] of known) if (until < performance.now()) known.delete(id);
  const recent = known.get(channelId);
  if (recent && messageIds.every((id) => recent.messageIds.has(id))) return recent;
  const reading: Reading = {
    until: Number.POSITIVE_INFINITY,
    messageIds: new Set([...(recent?.messageIds ?? []), ...messageIds]),
    places: findPlaces(db, channelId, trunk),
    forecasts: new Map(),
  };
  known.set(channelId, reading);
  reading.places.then(
    ({ length }) => {
      reading.until = performance.now() + Math.max(shortest, length * millisecondsPerPerson);
    },
    () => known.get(channelId) === reading && known.delete(channelId),
  );
  return reading;
}

function forecastOf(rows: readonly PlaceRow[], messageId: number, trunk: CallTrunk): CallForecast | null {
  const places = rows.map(
    ({ messageId: id, worker: _, ...place }): CallPlace => ({ ...place, isOwn: id === messageId }),
  );
  const remaining = places.filter(({ isOwn, state }) => isOwn && isOpen(state)).length;
  if (!remaining) return null;
  const workers = Math.max(1, new Set(rows.flatMap(({ worker }) => worker ?? [])).size);
  const limits = trunk.limits.map(({ perSecond, ...limit }) => ({
    ...limit,
    most: limit.most * workers,
    perSecond: perSecond === null ? null : perSecond * workers,
  }));
  const seconds = secondsUntilCalled(places, { ...trunk, limits });
  return { remaining, doneAt: seconds === null ? null : new Date(Date.now() + 1_000 * seconds) };
}

const isOpen = (state: CallPlace['state']): boolean => state !== 'ended' && state !== 'unanswered';

/** Returns the working channels of running messages, with all their running messages. */
async function findChannels(db: Db, messageIds: readonly number[]): Promise<ChannelRow[]> {
  const { rows } = await sql<ChannelRow>`
    select c.id, t.identifier as type, c.settings, array_agg(distinct m.id) as message_ids
    from messages m join channels c on c.id = m.channel_id
    join channel_types t on t.id = c.channel_type_id and t.identifier = 'voice'
    join reports p on p.id = m.report_id join events e on e.id = p.event_id and e.mode = 'LIVE'
    where m.id = any(${messageIds}) and m.status = 'sending' and not ${sendsNothing}
    group by c.id, t.identifier`.execute(db);
  return rows;
}

interface PlaceRow extends Omit<CallPlace, 'isOwn'> {
  messageId: number;
  /** The worker that calls now; each has all lines. */
  worker: string | null;
}

/** Returns everyone whom the running messages of a channel call, in the order of the queue. */
async function findPlaces(db: Db, channelId: number, { pause }: CallTrunk): Promise<PlaceRow[]> {
  const { rows } = await sql<PlaceRow>`
    select r.message_id, r.address_norm as number, r.attempts,
      case when r.status = 'sending' then 'calling' when r.status = 'retrying' then 'repeating'
        when r.status in ${recipientStates.open} then 'waiting' when r.status = 'failed' and r.status_reason = 'no_answer' then 'unanswered'
        else 'ended' end as state,
      extract(epoch from clock_timestamp() - r.claimed_at)::float8 as since,
      case when r.status = 'retrying' then extract(epoch from r.try_at - r.claimed_at)::float8 - ${pause}::float8
        when r.sent_at >= r.claimed_at then extract(epoch from r.sent_at - r.claimed_at)::float8 end as took,
      coalesce(extract(epoch from r.try_at - clock_timestamp()), 0)::float8 as due,
      case when r.status = 'sending' then r.owner end as worker
    from message_recipients r join messages m on m.id = r.message_id
    join reports p on p.id = m.report_id join events e on e.id = p.event_id and e.mode = 'LIVE'
    where m.channel_id = ${channelId} and m.status = 'sending' and not r.superseded
      and not (r.status = 'pending' and r.try_at is null) and r.status <> 'suppressed'
    order by r.lane, r.try_at, r.id`.execute(db);
  return rows;
}
