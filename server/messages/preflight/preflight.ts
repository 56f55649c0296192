import { sql } from 'kysely';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/database/connect.ts';
import { Refusal } from '#server/errors.ts';
import { type EventState, stateOf } from '#server/event-log/states.ts';
import { passesBudget } from '#server/messages/cost/budget.ts';
import { type CostEstimate, estimateCost, sumEstimates } from '#server/messages/cost/cost.ts';
import { handedOver, type Prepared, prepareMessages } from '#server/messages/launch/prepare.ts';
import { findDrafts, findMessage, hasRecipients, type MessageRow } from '#server/messages/message-rows.ts';
import { stillLeaving } from '#server/messages/recipients/handed.ts';
import type { DropReason, Recipient, Resolution } from '#server/messages/recipients/resolution.ts';
import { type CascadePlan, planCascades } from '#server/messages/stop-limits/cascade-plan.ts';
import { nextStep } from '#server/messages/stop-limits/cascade-step.ts';
import { findHolders } from '#server/system-mails/holders.ts';
import { fillPlaceholders } from '#shared/placeholders.ts';
import type { PreflightWarning } from '#shared/preflight-warnings.ts';
import { plainText } from '#shared/rich-text.ts';

/** One person as a launch now would treat them. */
export interface PreflightPerson {
  personId: number;
  channels: number[];
  addresses: { target: string; isPrivate: boolean }[];
  via: string[];
  position: number;
  /** Waits for a stop limit instead of being asked at once. */
  later: boolean;
  priority: boolean;
}

/** What would happen if messages were sent now; nothing is stored. */
export interface Preflight {
  recipients: number;
  unreachable: { personId: number; reason: DropReason }[];
  duplicatesRemoved: number;
  /** How many want no information over one of the channels, or none at all. */
  optedOut: number;
  limits: { groupId: number; needed: number; available: number; feasible: boolean }[];
  cost: CostEstimate;
  warnings: PreflightWarning[];
  blockers: string[];
  people: PreflightPerson[];
  /** People without an address on any chosen channel, by the channel that was not chosen and reaches them. */
  handedOver: { channelId: number; people: number }[];
  /** Names of those who may release what must be released; empty where nothing must. */
  releasers: string[];
}

/** What sending one message would do. */
export async function preflight(ctx: Context, id: number): Promise<Preflight> {
  const message = await findMessage(ctx.db, id);
  if (!message) throw new Refusal('error_not_found');
  return inspect(ctx, [message]);
}

/** What sending all drafts of a report would do. */
export async function preflightReport(ctx: Context, reportId: number): Promise<Preflight> {
  const report = await ctx.db
    .selectFrom('reports')
    .select('id')
    .where('id', '=', reportId)
    .where('isActive', '=', true)
    .executeTakeFirst();
  if (!report) throw new Refusal('error_not_found');
  return inspect(ctx, await findDrafts(ctx.db, reportId));
}

async function inspect(ctx: Context, messages: readonly MessageRow[]): Promise<Preflight> {
  const chosen = await prepareMessages(ctx, messages);
  const handed = await handedOver(ctx.db, chosen);
  const prepared = [...chosen, ...handed];
  const resolutions = resolutionsOf(prepared);
  const plan = planCascades(resolutions);
  const people = peopleOf(prepared, plan);
  const unreachable = unreachableOf(resolutions, new Set(people.map(({ personId }) => personId)));
  const limits = plan.cascades.map(({ groupId, needed, members }) => {
    const available = members.length;
    return { groupId, needed, available, feasible: available >= needed };
  });
  const costs = await costsOf(ctx, prepared);
  const found = {
    recipients: people.length,
    unreachable,
    duplicatesRemoved: [...resolutions.values()].reduce((sum, { repeats }) => sum + repeats, 0),
    optedOut: countOptedOut(resolutions),
    limits,
    cost: sumEstimates(costs),
    people,
    handedOver: handed.map(({ message, resolution }) => ({
      channelId: message.channelId,
      people: resolution!.recipients.length,
    })),
  };
  const state = messages[0] ? await stateOf(ctx.db, messages[0].eventId) : 'draft';
  const crisis = await countCrisis(
    ctx.db,
    unreachable.map(({ personId }) => personId),
  );
  const overBudget = await passesBudget(ctx, found.cost.cost);
  const underWay = messages[0]?.isFollowUp ? await stillLeaving(ctx.db, messages[0].reportId) : false;
  const warnings = warningsOf(prepared, { ...found, state, crisis, underWay, overBudget });
  const releasers = warnings.includes('warning_requires_release') ? await releasersOf(ctx, messages) : [];
  return { ...found, blockers: blockersOfAll(chosen), warnings, releasers };
}

/** Whoever may, but who writes or sends it: before a launch the viewer is who sends. */
async function releasersOf(ctx: Context, messages: readonly MessageRow[]): Promise<string[]> {
  const own = messages.flatMap(({ insertedBy, launchedBy }) => [insertedBy, launchedBy ?? ctx.viewer!.id]);
  return (await findHolders(ctx.db, 'release_message')).filter(({ id }) => !own.includes(id)).map(({ name }) => name);
}

const resolutionsOf = (prepared: readonly Prepared[]): Map<number, Resolution> =>
  new Map(prepared.flatMap(({ message, resolution }) => (resolution ? [[message.id, resolution] as const] : [])));

/** As a launch decides: a message that only reaches nobody stops nothing while another reaches somebody. */
function blockersOfAll(prepared: readonly Prepared[]): string[] {
  if (!prepared.length) return ['error_no_drafts'];
  const reaching = prepared.filter(({ blockers }) => !blockers.includes('error_no_recipients'));
  return [...new Set((reaching.length ? reaching : prepared).flatMap(({ blockers }) => blockers))];
}

function peopleOf(prepared: readonly Prepared[], plan: CascadePlan): PreflightPerson[] {
  const asked = new Set(plan.always);
  for (const { needed, members } of plan.cascades) {
    const open = members.map((member) => ({ ...member, askedAt: null, state: 'open' as const }));
    for (const person of nextStep({ needed, waitMs: 1 }, open, 0).ask) asked.add(person);
  }
  const rows = new Map<number, { first: Recipient; person: PreflightPerson }>();
  for (const { message, resolution } of prepared) {
    for (const recipient of resolution?.recipients ?? []) {
      const { personId, target, isPrivate, via, priority } = recipient;
      const known = rows.get(personId);
      const person: PreflightPerson = known?.person ?? {
        personId,
        channels: [],
        addresses: [],
        via: [],
        position: 0,
        priority: false,
        later: !asked.has(personId),
      };
      if (!person.channels.includes(message.channelId)) person.channels.push(message.channelId);
      person.addresses.push({ target, isPrivate });
      person.via = [...new Set([...person.via, ...via])];
      person.priority ||= priority;
      rows.set(personId, { first: known && known.first.place < recipient.place ? known.first : recipient, person });
    }
  }
  return [...rows.values()]
    .sort((a, b) => Number(b.person.priority) - Number(a.person.priority) || a.first.place - b.first.place)
    .map(({ person }, at) => ({ ...person, position: at + 1 }));
}

/** Everyone chosen who gets nothing on any channel; a duplicate's address gets it under another name. */
function unreachableOf(resolutions: ReadonlyMap<number, Resolution>, reached: ReadonlySet<number>) {
  const reasons = new Map<number, DropReason>();
  const elsewhere = new Set<number>();
  for (const { dropped } of resolutions.values()) {
    for (const { personId, reason } of dropped) {
      if (reason === 'duplicate') elsewhere.add(personId);
      else if (!reached.has(personId) && !reasons.has(personId)) reasons.set(personId, reason);
    }
  }
  return [...reasons].filter(([id]) => !elsewhere.has(id)).map(([personId, reason]) => ({ personId, reason }));
}

function countOptedOut(resolutions: ReadonlyMap<number, Resolution>): number {
  const dropped = [...resolutions.values()].flatMap((one) => one.dropped);
  return new Set(dropped.filter(({ reason }) => reason === 'opted_out').map(({ personId }) => personId)).size;
}

function costsOf(ctx: Context, prepared: readonly Prepared[]): Promise<CostEstimate[]> {
  return Promise.all(
    prepared.map(({ message, resolution, values }) => {
      const title = fillPlaceholders(message.title, values);
      const content = fillPlaceholders(message.content, values);
      return estimateCost(ctx, { ...message, title, content }, resolution?.recipients ?? []);
    }),
  );
}

async function countCrisis(db: Db, people: readonly number[]): Promise<number> {
  if (!people.length) return 0;
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from people where id = any(${people}) and is_crisis and is_active`.execute(db);
  return rows[0]!.n;
}

type Found = Pick<Preflight, 'recipients' | 'unreachable' | 'limits' | 'cost'> & {
  state: EventState;
  crisis: number;
  underWay: boolean;
  overBudget: boolean;
};

const longText = 10;

function warningsOf(prepared: readonly Prepared[], found: Found): PreflightWarning[] {
  const some = (holds: (one: Prepared) => boolean) => prepared.some(holds);
  const without = some(({ message, resolution }) => hasRecipients(message) && !resolution?.recipients.length);
  const reasons: [PreflightWarning, boolean][] = [
    ['warning_crisis_unreachable', found.crisis > 0],
    ['warning_unreachable', found.unreachable.length > 0],
    ['warning_followed_under_way', found.underWay],
    ['warning_limit_infeasible', found.limits.some(({ feasible }) => !feasible)],
    ['warning_limit_unmeasured', some(({ resolution }) => resolution?.unmeasured ?? false)],
    ['warning_channel_without_recipients', without && found.recipients > 0],
    ['warning_channel_trouble', some(({ message }) => message.channelTrouble !== null)],
    ['warning_content_empty', some(({ message }) => plainText(message.content) === '')],
    ['warning_budget', found.overBudget],
    ['warning_text_long', found.cost.parts > longText],
    ['warning_inactive_chosen', some(({ resolution }) => (resolution?.inactive.length ?? 0) > 0)],
    ['warning_requires_release', some(({ message }) => message.requiresRelease)],
    ['warning_event_starts', found.state === 'draft' && prepared.length > 0],
    ['warning_not_live', some(({ message }) => message.mode !== 'LIVE')],
  ];
  return reasons.filter(([, holds]) => holds).map(([key]) => key);
}
