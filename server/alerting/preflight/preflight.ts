import { isTextRefused } from '#server/alerting/arrival/first-arrival.ts';
import { passesBudget } from '#server/alerting/costs/budget.ts';
import { type CostEstimate, sumEstimates } from '#server/alerting/costs/cost.ts';
import { eventStateOf } from '#server/alerting/event-log/states.ts';
import { withLateDrafts } from '#server/alerting/launch/late-channels.ts';
import { fallbackMessages, type Prepared, prepareMessages } from '#server/alerting/launch/prepare.ts';
import { draftRevision } from '#server/alerting/messages/draft-revision.ts';
import {
  findDrafts,
  findMessage,
  isActivation,
  type MessageRow,
  takesLimits,
} from '#server/alerting/messages/message-rows.ts';
import { type CalledDuty, dutiesOf } from '#server/alerting/recipients/duties.ts';
import { stillLeaving } from '#server/alerting/recipients/original-recipients.ts';
import { type Feasibility, feasibilityOf, type Likely, likelyOf } from '#server/alerting/turnout/feasibility.ts';
import { findHolders } from '#server/channels/system-mails/holders.ts';
import type { Context } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { findHold } from '#server/platform/installation/held.ts';
import type { PreflightWarning } from '#shared/preflight-warnings.ts';
import { type AlarmEnd, alarmEndOf } from './alarm-end.ts';
import { channelsOf, type PreflightChannel } from './channels.ts';
import { effectiveAudience, resolutionsOf } from './effective-audience.ts';
import { estimatePrepared } from './estimate.ts';
import {
  absencesOf,
  countOptedOut,
  countPeople,
  type PreflightPerson,
  type Unreachable,
  unreachableOf,
} from './people.ts';
import { type ProvenPeople, provenOf } from './proven.ts';
import { noWarnings, reportWarningsOf } from './report-warnings.ts';
import { warningsOf } from './warnings.ts';

/** The effects of sending messages now; nothing is stored. */
export interface Preflight {
  recipients: number;
  /** Excluded because they answered. */
  answered: number;
  /** Others excluded because enough come, or stood down. */
  spared: number;
  /** The number of people who get the message again. */
  alreadyAsked: number;
  /** The first people who would get nothing. */
  unreachable: Unreachable[];
  unreachableCount: number;
  duplicatesRemoved: number;
  /** Declined information, on a channel or altogether. */
  optedOut: number;
  /** Absent people, excluded or called by priority. */
  absent: number;
  absentCalled: number;
  limits: Feasibility[];
  /** The attendance forecast; null if stop limits have their own, or if it isn't an alarm. */
  likely: Likely | null;
  /** Groups limited to people on duty. */
  duties: CalledDuty[];
  cost: CostEstimate;
  warnings: PreflightWarning[];
  blockers: string[];
  /** The first recipients, in the order of sending. */
  people: PreflightPerson[];
  /** The number of recipients in reserve. */
  later: number;
  /** Fallbacks of people without a chosen channel. */
  handedOver: { channelId: number; people: number }[];
  /** The chosen channels, each with its reach and start. */
  channels: PreflightChannel[];
  /** The recipients by the best of their ways. */
  proven: ProvenPeople;
  /** The effects of an all-clear; null for other reports. */
  ends: AlarmEnd | null;
  /** Users who can give a required release. */
  releasers: string[];
  /** The drafts' mark; null for one message. */
  seen: string | null;
}

/** Returns the effects of sending one message. */
export async function preflight(ctx: Context, id: number): Promise<Preflight> {
  const message = await findMessage(ctx.db, id);
  if (!message) throw new Refusal('error_not_found');
  return { ...(await inspect(ctx, [message])), seen: null };
}

/** Returns the effects of sending a report's drafts. */
export async function preflightReport(ctx: Context, reportId: number): Promise<Preflight> {
  const report = await ctx.db
    .selectFrom('reports')
    .select('id')
    .where('id', '=', reportId)
    .where('isActive', '=', true)
    .executeTakeFirst();
  if (!report) throw new Refusal('error_not_found');
  const seen = await draftRevision(ctx.db, reportId); // first, so that the mark doesn't include later changes
  return { ...(await withLateDrafts(ctx, await findDrafts(ctx.db, reportId), inspect)), seen };
}

async function inspect(ctx: Context, messages: readonly MessageRow[]): Promise<Omit<Preflight, 'seen'>> {
  const wanted = await prepareMessages(ctx, messages);
  const all = [...wanted, ...(await fallbackMessages(ctx.db, wanted))];
  const { prepared, later, limits: open, answered, spared, alreadyAsked } = await effectiveAudience(ctx.db, all);
  const [chosen, fallbacks] = [prepared.slice(0, wanted.length), prepared.slice(wanted.length)];
  const resolutions = resolutionsOf(prepared);
  const people = await countPeople(prepared, later);
  const unreachable = await unreachableOf([...resolutions.values()]);
  const absences = await absencesOf([...resolutions.values()]);
  const limits = await feasibilityOf(ctx.db, open);
  const found = {
    recipients: people.count,
    answered,
    spared,
    alreadyAsked,
    unreachable: unreachable.first,
    unreachableCount: unreachable.count,
    duplicatesRemoved: [...resolutions.values()].reduce((sum, { repeats }) => sum + repeats, 0),
    optedOut: await countOptedOut([...resolutions.values()]),
    absent: absences.spared.size,
    absentCalled: absences.called.size,
    limits,
    likely: limits.length || !chosen.some(isAsking) ? null : await likelyOf(ctx.db, people.count),
    duties: dutiesOf([...resolutionsOf(all).values()]),
    cost: sumEstimates(await estimatePrepared(ctx, prepared)),
    people: people.first,
    later: later.size,
    channels: await channelsOf(ctx.db, chosen),
    proven: await provenOf(ctx.db, prepared),
    ends: await alarmEndOf(ctx.db, messages[0]),
    handedOver: fallbacks.map(({ message, resolution }) => ({
      channelId: message.channelId,
      people: resolution!.recipients,
    })),
  };
  const state = messages[0] ? await eventStateOf(ctx.db, messages[0].eventId) : 'draft';
  const overBudget = await passesBudget(ctx, found.cost.cost);
  // what ends an alarm also stops its sending
  const underWay = messages[0]?.isFollowUp && !found.ends ? await stillLeaving(ctx.db, messages[0].reportId) : false;
  const reportWarnings = chosen[0]
    ? await reportWarningsOf(ctx.db, chosen[0].message.reportId, chosen[0].values)
    : noWarnings;
  const isHeld = (await findHold(ctx.db)) !== null;
  const refused = (await Promise.all(chosen.map((one) => isTextRefused(ctx, one)))).some(Boolean);
  const facts = {
    ...found,
    ...reportWarnings,
    state,
    crisis: unreachable.crisis,
    underWay,
    overBudget,
    isHeld,
    refused,
  };
  const warnings = warningsOf(prepared, facts);
  const releasers = warnings.includes('warning_requires_release') ? await releasersOf(ctx, messages) : [];
  return { ...found, blockers: blockersOfAll(chosen), warnings, releasers };
}

const isAsking = ({ message, resolution }: Prepared): boolean =>
  isActivation(message) && takesLimits(message) && resolution !== null;

/** Returns possible releasers, without author and sender; before a launch, the viewer is the sender. */
async function releasersOf(ctx: Context, messages: readonly MessageRow[]): Promise<string[]> {
  const own = messages.flatMap(({ insertedBy, launchedBy }) => [insertedBy, launchedBy ?? ctx.viewer!.id]);
  return (await findHolders(ctx.db, 'release_message')).filter(({ id }) => !own.includes(id)).map(({ name }) => name);
}

/** Decides like a launch: a message without recipients doesn't block others. */
function blockersOfAll(prepared: readonly Prepared[]): string[] {
  if (!prepared.length) return ['error_no_drafts'];
  const reaching = prepared.filter(({ blockers }) => !blockers.includes('error_no_recipients'));
  return [...new Set((reaching.length ? reaching : prepared).flatMap(({ blockers }) => blockers))];
}
