import { sql } from 'kysely';
import { planCascades } from '#server/alerting/cascade/cascade-plan.ts';
import { loadDirectory } from '#server/alerting/recipients/load-directory.ts';
import {
  type Dropped,
  droppedOf,
  type Recipient,
  type Resolution,
  recipientsOf,
} from '#server/alerting/recipients/resolution.ts';
import type { DropReason } from '#server/alerting/recipients/resolution-outcomes.ts';
import { resolve } from '#server/alerting/recipients/resolving.ts';
import { type Feasibility, feasibilityOf } from '#server/alerting/turnout/feasibility.ts';
import type { Row } from '#server/api/graphql/types.ts';
import { addressingTypes } from '#server/channels/registry.ts';
import type { Context } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { readNumber, readSettings } from '#server/platform/settings/settings.ts';

/** An address for a channel type, or why there is none. */
export interface PersonChannel {
  channelTypeId: number;
  target: string;
  isPrivate: boolean;
  reason: DropReason | null;
}

/** A person that a list includes. */
export interface ReachedPerson {
  personId: number;
  place: number;
  priority: boolean;
  via: string[];
  channels: PersonChannel[];
}

/** The recipients of a list at this moment. */
export interface ListReach {
  people: ReachedPerson[];
  channels: { channelTypeId: number; reached: number }[];
  limits: Feasibility[];
  inactive: string[];
}

/** The kind of message. */
export interface ReachOptions {
  /** Default: types with an active channel, and types that reach anyone. */
  channelTypes?: readonly string[] | null | undefined;
  /** Activations reach opted-out crisis team members. */
  alarm: boolean;
}

/** Resolves a list by channel type with a launch's code, so that results agree. A constant number of statements. */
export async function reachOfList(ctx: Context, listId: number, options: ReachOptions): Promise<ListReach> {
  const list = await ctx.db.selectFrom('mailingLists').select('id').where('id', '=', listId).executeTakeFirst();
  if (!list) throw new Refusal('error_not_found');
  const types = await channelTypesOf(ctx, options.channelTypes);
  const choice = { lists: [listId], groups: [], people: [] };
  const fieldTypes = [...new Set(types.flatMap(({ addresses }) => addresses))];
  const directory = await loadDirectory(ctx.db, [choice], fieldTypes);
  const { default_country: country = 'DE' } = await readSettings(ctx.db, 'default_country');
  const waitMinutes = Math.max(1, Math.round(await readNumber(ctx.db, 'answer_wait_minutes', 5)));
  const rules = { country, waitMinutes, alarm: options.alarm, sparesAbsent: true, measured: true };
  const rulesFor = ({ addresses, informs }: (typeof types)[number]) => ({
    ...rules,
    addresses,
    ...(options.alarm ? {} : { informs }),
  });
  const all = types.map((type) => ({ ...type, resolution: resolve(directory, choice, rulesFor(type)) }));
  const telling = all.filter(({ used, resolution }) => options.channelTypes || used || resolution.recipients > 0);
  const resolutions = new Map((telling.length ? telling : all).map(({ id, resolution }) => [id, resolution]));
  return {
    people: peopleOf(resolutions),
    channels: [...resolutions].map(([channelTypeId, { recipients }]) => ({
      channelTypeId,
      reached: recipients,
    })),
    limits: await feasibilityOf(ctx.db, planCascades(resolutions).cascades),
    inactive: [...new Set([...resolutions.values()].flatMap(({ inactive }) => inactive))],
  };
}

async function channelTypesOf(ctx: Context, wanted: readonly string[] | null | undefined) {
  const kinds = addressingTypes();
  const asked = wanted ?? [...kinds.keys()].filter((identifier) => identifier !== 'exercise');
  const identifiers = asked.filter((identifier) => kinds.has(identifier));
  const { rows } = await sql<Pick<Row<'channelTypes'>, 'id' | 'identifier'> & { used: boolean }>`
    select t.id, t.identifier,
      exists (select 1 from channels c where c.channel_type_id = t.id and c.is_active) as used
    from channel_types t where t.identifier = any(${identifiers}) and t.is_active order by t.id`.execute(ctx.db);
  if (!rows.length) throw new Refusal('error_invalid_input', { channelTypes: 'error_invalid_input' });
  return rows.map(({ id, identifier, used }) => ({ id, used, informs: identifier, addresses: kinds.get(identifier)! }));
}

function peopleOf(resolutions: ReadonlyMap<number, Resolution>): ReachedPerson[] {
  const people = new Map<number, ReachedPerson>();
  for (const [channelTypeId, resolution] of resolutions) {
    const entries: (Recipient & Partial<Dropped>)[] = [...recipientsOf(resolution), ...droppedOf(resolution)];
    for (const entry of entries) {
      const { personId, place, priority, via, target, isPrivate, reason = null } = entry;
      const person = people.get(personId) ?? { personId, place, priority, via, channels: [] };
      person.channels.push({ channelTypeId, target, isPrivate, reason });
      people.set(personId, person);
    }
  }
  return [...people.values()].sort((a, b) => a.place - b.place);
}

/** Returns whether a channel reaches the person, perhaps under another name. */
export const isReached = ({ channels }: ReachedPerson): boolean =>
  channels.some(({ reason }) => reason === null || reason === 'duplicate');
