import { shownCost } from '#server/alerting/costs/actual-cost.ts';
import { priceTable } from '#server/alerting/costs/prices.ts';
import { watchedUntil } from '#server/alerting/messages/follow-watches.ts';
import { loadSeen } from '#server/alerting/messages/seen.ts';
import { delaysOf } from '#server/alerting/progress/delayed.ts';
import {
  countReserves,
  loadStatuses,
  nextSteps,
  openOf,
  percentageOf,
  type StatusCounts,
  totalOf,
} from '#server/alerting/progress/status.ts';
import { builder } from '#server/api/graphql/builder.ts';
import { idOf } from '#server/api/graphql/ids.ts';
import { loader, loadRow } from '#server/api/graphql/loaders.ts';
import { ChannelRef, GroupRef, MessageRef, ReportRef, type Row, UserRef } from '#server/api/graphql/types.ts';

const statuses = {
  draft: { description: 'Being written.' },
  pending_approval: { description: 'Waits for someone other than its author to release it.' },
  rejected: { description: 'Was not released; can be changed and sent again.' },
  scheduled: { description: 'Waits for its time; recipients are resolved then.' },
  queued: { description: 'Recipients are frozen, nothing has left: it can still be undone.' },
  sending: { description: 'Is being delivered, or a stop limit still waits for answers.' },
  sent: { description: 'Everyone who was still to get it got it; where nothing left, the result says so.' },
  sent_with_errors: { description: 'Some were not reached, or a stop limit was not.' },
  failed: { description: 'Nobody was reached.' },
  cancelled: { description: 'Was stopped.' },
} as const;

/** MessageStatus as the API names it. */
export const MessageStatusEnum = builder.enumType('MessageStatus', {
  description: 'How far a message is.',
  values: statuses,
});

interface Result extends StatusCounts {
  id: number;
  posts: unknown;
  error: string | null;
}

const MessageResultRef = builder.objectRef<Result>('MessageResult');
MessageResultRef.implement({
  description: 'How many recipients are in which state; the numbers add up to the total.',
  fields: (t) => ({
    total: t.int({ description: 'All recipients, those who cannot be reached included.', resolve: totalOf }),
    pending: t.int({ description: 'Not decided yet: waiting, queued, being sent, retried.', resolve: openOf }),
    reserve: t.int({
      description: 'Of those not decided yet how many are asked only when others do not come.',
      resolve: async ({ id, pending }, _args, ctx) =>
        pending === 0
          ? 0
          : ((await loader(ctx.loaders, 'message.reserve', (ids: number[], db) => countReserves(db, ids)).load(id)) ??
            0),
    }),
    sent: t.exposeInt('sent', { description: 'Taken by the provider.' }),
    delivered: t.exposeInt('delivered', { description: 'Confirmed as delivered.' }),
    read: t.exposeInt('read', { description: 'Confirmed as read.' }),
    failed: t.exposeInt('failed', { description: 'Refused for good.' }),
    suppressed: t.exposeInt('suppressed', {
      description: 'Not sent to: no address, absent, inactive, opted out, duplicate.',
    }),
    skipped: t.exposeInt('skipped', {
      description:
        'Not needed any more: a stop limit was reached, or it was read on another channel. Or absent when it was their turn.',
    }),
    expired: t.exposeInt('expired', { description: 'Could not be handed over in time.' }),
    cancelled: t.exposeInt('cancelled', { description: 'Stopped, or answered on another channel before it left.' }),
    posts: t.field({
      type: 'JSON',
      nullable: true,
      description: 'What was published where.',
      resolve: (result) => result.posts,
    }),
    error: t.exposeString('error', { nullable: true, description: 'Why the message as a whole failed, as a key.' }),
  }),
});

MessageRef.implement({
  description: 'A report’s content on one channel.',
  fields: (t) => ({
    id: t.id({ description: 'Path of the resource.', resolve: (row) => idOf('messages', row.id) }),
    _id: t.exposeInt('id', { description: 'Its number.' }),
    title: t.exposeString('title', { description: 'Its title.' }),
    content: t.exposeString('content', {
      description: 'Its text; once launched, with all but personal placeholders filled.',
    }),
    status: t.field({
      type: MessageStatusEnum,
      description: 'How far it is.',
      resolve: (row) => row.status as keyof typeof statuses,
    }),
    percentageStatus: t.int({
      description: 'Share of recipients in a final state, rounded down.',
      resolve: async (row, _args, ctx) => percentageOf(await loadStatuses(ctx, row.id)),
    }),
    messageResult: t.field({
      type: MessageResultRef,
      description: 'How many recipients are in which state.',
      resolve: async (row, _args, ctx) => ({
        ...(await loadStatuses(ctx, row.id)),
        id: row.id,
        posts: row.posts,
        error: row.error,
      }),
    }),
    requestAnswer: t.exposeBoolean('requestAnswer', { description: 'Whether recipients are asked to answer.' }),
    currency: t.string({
      description: 'The currency of its cost, that of its channel (ISO 4217), e.g. EUR.',
      resolve: async (row, _args, ctx) => {
        const channel = await loadRow<'channels', Row<'channels'>>(ctx, 'channels', row.channelId);
        return priceTable(channel?.settings).currency;
      },
    }),
    cost: t.field({
      type: 'Decimal',
      nullable: true,
      description: 'What its attempts cost, where the channel is paid.',
      resolve: (row, _args, ctx) => shownCost(ctx, row),
    }),
    feedValues: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Inputs of the channel that are neither title nor content.',
      resolve: (row) => row.feedValues,
    }),
    recipientCount: t.exposeInt('recipientCount', {
      description: 'People it goes to, counted when it was launched; 0 before.',
    }),
    handedOver: t.exposeBoolean('handedOver', {
      description:
        'Made by the program, on a channel that was not chosen, for people whom the chosen ones do not reach, or instead of one of the same type that fails.',
    }),
    plannedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When its next recipients come, as a later step of an alarm; empty without any.',
      resolve: async (row, _args, ctx) =>
        (await loader(ctx.loaders, 'message.planned', (ids: number[], db) => nextSteps(db, ids)).load(row.id)) ?? null,
    }),
    delayedBy: t.string({
      nullable: true,
      description: 'Why what has not left yet is late, as a reason key; null when nothing delays it.',
      resolve: async (row, _args, ctx) =>
        (await loader(ctx.loaders, 'message.delayedBy', (ids: number[], db) => delaysOf(db, ids)).load(row.id)) ?? null,
    }),
    followsUntil: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Until when it goes to whoever gets only now what it follows; null when it goes to nobody else.',
      resolve: async (row, _args, ctx) =>
        (await loader(ctx.loaders, 'message.followsUntil', (ids: number[], db) => watchedUntil(db, ids)).load(
          row.id,
        )) ?? null,
    }),
    rejectReason: t.exposeString('rejectReason', { nullable: true, description: 'Why it was not released.' }),
    sendAt: t.expose('sendAt', { type: 'DateTime', nullable: true, description: 'When it is to be sent.' }),
    releaseAt: t.expose('releaseAt', {
      type: 'DateTime',
      nullable: true,
      description: 'End of the undo window: nothing leaves before.',
    }),
    insertedAt: t.expose('insertedAt', { type: 'DateTime', description: 'When it was made.' }),
    sentAt: t.expose('sentAt', { type: 'DateTime', nullable: true, description: 'When it began to leave.' }),
  }),
});

builder.objectFields(MessageRef, (t) => ({
  channel: t.field({
    type: ChannelRef,
    description: 'The channel it goes out on.',
    resolve: async (row, _args, ctx) => (await loadRow<'channels', Row<'channels'>>(ctx, 'channels', row.channelId))!,
  }),
  report: t.field({
    type: ReportRef,
    description: 'The report it carries.',
    resolve: async (row, _args, ctx) => (await loadRow<'reports', Row<'reports'>>(ctx, 'reports', row.reportId))!,
  }),
  forGroup: t.field({
    type: GroupRef,
    nullable: true,
    description: 'The function, by its group, that its recipients are wanted for; empty for most messages.',
    resolve: (row, _args, ctx) => loadRow<'groups', Row<'groups'>>(ctx, 'groups', row.forGroupId),
  }),
  seen: t.string({
    description:
      'The mark of what the drafts of its report are, as the report’s own: where one message is asked for, never newer than ' +
      'what is answered beside it.',
    complexity: 10,
    resolve: (row, _args, ctx) => loadSeen(ctx, row.reportId),
  }),
  insertedBy: t.field({
    type: UserRef,
    nullable: true,
    description: 'Its author.',
    resolve: (row, _args, ctx) => loadRow<'users', Row<'users'>>(ctx, 'users', row.insertedBy),
  }),
  launchedBy: t.field({
    type: UserRef,
    nullable: true,
    description: 'Who sent it.',
    resolve: (row, _args, ctx) => loadRow<'users', Row<'users'>>(ctx, 'users', row.launchedBy),
  }),
  releasedBy: t.field({
    type: UserRef,
    nullable: true,
    description: 'Who released it, where a release is required.',
    resolve: (row, _args, ctx) => loadRow<'users', Row<'users'>>(ctx, 'users', row.releasedBy),
  }),
}));
