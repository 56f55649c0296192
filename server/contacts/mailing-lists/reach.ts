import { sql } from 'kysely';
import { planCascades } from '#server/alerting/cascade/cascade-plan.ts';
import { loadDirectory } from '#server/alerting/recipients/load-directory.ts';
import { chosenAt, type Resolution } from '#server/alerting/recipients/resolution.ts';
import { codeOf, type DropReason, reached, unknown } from '#server/alerting/recipients/resolution-outcomes.ts';
import { resolveEach } from '#server/alerting/recipients/resolving.ts';
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
  /** The number of people that the list includes. */
  total: number;
  /** Those that any channel reaches. */
  reached: number;
  /** Returns the first people in the order of the list, or of those who are reached or not. */
  people(first: number, isReached?: boolean | null): ReachedPerson[];
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
  const found = resolveEach(directory, choice, types.map(rulesFor));
  const all = types.map((type, at) => ({ ...type, resolution: found[at]! }));
  const telling = all.filter(({ used, resolution }) => options.channelTypes || used || resolution.recipients > 0);
  const resolutions = new Map((telling.length ? telling : all).map(({ id, resolution }) => [id, resolution]));
  return {
    ...peopleOf(resolutions),
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

const duplicate = codeOf('duplicate');

/** All resolutions have the same candidates, in the order of the list. A row of a person is only made when it is shown. */
function peopleOf(resolutions: ReadonlyMap<number, Resolution>): Pick<ListReach, 'total' | 'reached' | 'people'> {
  const all = [...resolutions.values()];
  const isReachedAt = (at: number) =>
    all.some(({ outcomes }) => outcomes[at] === reached || outcomes[at] === duplicate);
  const included: number[] = [];
  const count = all[0]?.outcomes.length ?? 0;
  for (let at = 0; at < count; at++) if (all.some(({ outcomes }) => outcomes[at] !== unknown)) included.push(at);
  return {
    total: included.length,
    reached: included.filter(isReachedAt).length,
    people: (first, isReached) => {
      const shown: ReachedPerson[] = [];
      for (const at of included) {
        if (shown.length === first) break;
        if (typeof isReached !== 'boolean' || isReachedAt(at) === isReached) shown.push(personAt(resolutions, at));
      }
      return shown;
    },
  };
}

function personAt(resolutions: ReadonlyMap<number, Resolution>, at: number): ReachedPerson {
  const entries = [...resolutions].flatMap(([channelTypeId, resolution]) => {
    const entry = chosenAt(resolution, at);
    return entry ? [{ channelTypeId, ...entry }] : [];
  });
  const { personId, place, priority, via } = entries[0]!;
  const channels = entries.map(({ channelTypeId, target, isPrivate, reason }) => ({
    channelTypeId,
    target,
    isPrivate,
    reason,
  }));
  return { personId, place, priority, via, channels };
}

/** Returns whether a channel reaches the person, perhaps under another name. */
export const isReached = ({ channels }: ReachedPerson): boolean =>
  channels.some(({ reason }) => reason === null || reason === 'duplicate');
