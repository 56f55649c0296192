import { type RawBuilder, sql } from 'kysely';
import { sendsNothing } from '#server/alerting/progress/sends-nothing.ts';
import { takesAddress } from '#server/alerting/recipients/original-recipients.ts';
import { addressKinds, oneIsEnough } from '#server/channels/registry.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { recipientStates } from '#server/platform/database/delivery-states.ts';
import { type ActiveChannel, activeChannels, stepsOf } from './channels.ts';
import { type Carrier, decideStandIn, type StandInDecision } from './decide-stand-in.ts';
import { isTrying } from './trying.ts';

interface Original {
  messageId: number;
  channelId: number;
  channel: string;
  alternatives: ActiveChannel[];
}

/** A carrier with its person and address. */
export interface CarrierRow extends Carrier {
  originalId: number;
  messageId: number;
  personId: number;
  norm: string;
  target: string;
  isPrivate: boolean;
  via: string[];
  validUntil: Date | null;
  asks: boolean;
}

/** A decision with the row whose address applies. */
export interface StandIn {
  original: Original;
  decision: StandInDecision;
  carriers: CarrierRow[];
}

/** Finds texts whose carriers must change: an address gets a text over one channel of a type at a time. */
export async function findStandIns(tx: Tx, reportId: number, people: readonly number[]): Promise<StandIn[]> {
  const originals = await findOriginals(tx, reportId);
  if (!originals.size) return [];
  const rows = await findCarriers(tx, reportId, [...originals.keys()], people);
  if (!rows.length) return [];
  const taken = await findTaken(tx, reportId, rows);
  const groups = Map.groupBy(rows, ({ originalId, personId, norm }) => JSON.stringify([originalId, personId, norm]));
  return [...groups.values()].flatMap((carriers) => {
    const { originalId, norm } = carriers[0]!;
    const original = originals.get(originalId)!;
    const used = new Set([original.channelId, ...carriers.map(({ channelId }) => channelId)]);
    const untried = original.alternatives.filter(
      ({ channelId }) => !used.has(channelId) && !taken.has(keyOf(channelId, norm)),
    );
    const decision = decideStandIn(carriers, untried);
    const isNothing = !decision.start && !decision.cancel.length && !decision.mark.length;
    return isNothing ? [] : [{ original, decision, carriers }];
  });
}

interface OriginalRow {
  id: number;
  channelId: number;
  channel: string;
  type: string;
  settings: unknown;
  hasStandIns: boolean;
}

async function findOriginals(tx: Tx, reportId: number): Promise<Map<number, Original>> {
  const { rows } = await sql<OriginalRow>`
    select m.id, m.channel_id, c.name as channel, t.identifier as type, c.settings, s.n > 0 as has_stand_ins
    from messages m join channels c on c.id = m.channel_id join channel_types t on t.id = c.channel_type_id
    join reports p on p.id = m.report_id and p.all_clear_at is null
    join report_types k on k.id = p.report_type_id and k.identifier = 'activation'
    join events e on e.id = p.event_id and e.is_running and e.is_active and e.mode = 'LIVE'
    cross join lateral (select count(*) as n from messages s where s.stands_in_for_id = m.id) s
    where m.report_id = ${reportId} and m.lane = 'alarm' and m.launched_at is not null and m.stands_in_for_id is null
      and t.identifier = any(${oneIsEnough})
      and (s.n > 0 or exists (
        select from channels o where o.channel_type_id = c.channel_type_id and o.id <> c.id and o.is_active))
    order by m.id`.execute(tx);
  if (!rows.length) return new Map();
  const active = await activeChannels(tx, reportId, await stepsOf(tx, reportId));
  const originals = new Map<number, Original>();
  for (const { id, channelId, channel, type, settings, hasStandIns } of rows) {
    const kinds = addressKinds(type, settings);
    const alternatives = active.filter((one) => {
      const theirs = addressKinds(one.channelType, one.channelSettings);
      return one.channelType === type && one.channelId !== channelId && kinds.every((kind) => theirs.includes(kind));
    });
    if (kinds.length && (hasStandIns || alternatives.length))
      originals.set(id, { messageId: id, channelId, channel, alternatives });
  }
  return originals;
}

/** Signs that carriers need a check. */
const isTroubled: RawBuilder<boolean> = sql`(r.status in ${recipientStates.attemptFailed}
  or (r.status = 'cancelled' and r.status_reason = 'handed_over') or (r.status = 'queued' and ${sendsNothing})
  or (r.status = 'sending' and not ${isTrying}) or (r.status = 'sent' and r.status_reason = 'unconfirmed'))`;

async function findCarriers(
  tx: Tx,
  reportId: number,
  originals: readonly number[],
  people: readonly number[],
): Promise<CarrierRow[]> {
  const { rows } = await sql<CarrierRow>`
    with troubled as materialized (
      select distinct r.person_id from message_recipients r join channels c on c.id = r.channel_id
      where r.report_id = ${reportId} and r.person_id = any(${people}) and r.lane = 'alarm' and not r.superseded
        and ${isTroubled}),
    wanted as materialized (
      select person_id from troubled t
      where not exists (select 1 from answers a where a.report_id = ${reportId} and a.person_id = t.person_id
          and a.option_id is not null)
        and not exists (select 1 from message_recipients o where o.report_id = ${reportId} and o.person_id = t.person_id
          and o.status = 'read' and not o.superseded)
        and coalesce((select bool_or(k.status in ('running', 'exhausted') or cm.always) from cascade_members cm
          join cascades k on k.id = cm.cascade_id
          where k.report_id = ${reportId} and cm.person_id = t.person_id), true))
    select r.id, coalesce(m.stands_in_for_id, m.id) as original_id, r.message_id, r.channel_id, p.id as person_id,
      r.address_norm as norm, r.target_address as target, r.is_private, r.via, r.status, r.status_reason as reason,
      r.attempts, r.valid_until, r.token_hash is not null as asks, ${sendsNothing} as is_silent, not c.is_active as is_off,
      r.status = 'sending' and not ${isTrying} as is_late,
      m.perhaps_sent or r.maybe_duplicate or r.sent_at is not null or exists (
        select 1 from message_recipients o where o.message_id = r.message_id and o.person_id = r.person_id
          and o.address_norm = r.address_norm and o.superseded and (o.maybe_duplicate or o.sent_at is not null))
        as is_possibly_sent,
      m.status = 'cancelled' as is_stopped, m.stands_in_for_id is null as is_original
    from wanted w join people p on p.id = w.person_id
    join message_recipients r on r.report_id = ${reportId} and r.person_id = p.id
    join messages m on m.id = r.message_id and coalesce(m.stands_in_for_id, m.id) = any(${originals})
    join channels c on c.id = r.channel_id
    where r.lane = 'alarm' and not r.superseded and r.status <> 'suppressed'
    order by r.id`.execute(tx);
  return rows;
}

const keyOf = (channelId: number, norm: string): string => `${channelId} ${norm}`;

/** Returns channels chosen for other messages to these addresses. */
async function findTaken(tx: Tx, reportId: number, carriers: readonly CarrierRow[]): Promise<Set<string>> {
  const norms = [...new Set(carriers.map(({ norm }) => norm))];
  const { rows } = await sql<{ channelId: number; norm: string }>`
    select distinct m.channel_id, r.address_norm as norm from message_recipients r join messages m on m.id = r.message_id
    where r.report_id = ${reportId} and r.address_norm = any(${norms}) and m.stands_in_for_id is null
      and not r.superseded and ${takesAddress}`.execute(tx);
  return new Set(rows.map(({ channelId, norm }) => keyOf(channelId, norm)));
}
