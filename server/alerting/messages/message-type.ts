import { shownCost } from '#server/alerting/costs/actual-cost.ts';
import { priceTable } from '#server/alerting/costs/prices.ts';
import { loadDraftRevision } from '#server/alerting/messages/draft-revision.ts';
import { watchedUntil } from '#server/alerting/messages/follow-watches.ts';
import { delaysOf } from '#server/alerting/progress/delayed.ts';
import {
  countReserves,
  loadStatuses,
  nextSteps,
  openOf,
  percentageOf,
  type StatusCounts,
  shownStatuses,
  totalOf,
} from '#server/alerting/progress/status.ts';
import { builder } from '#server/api/graphql/builder.ts';
import { idOf } from '#server/api/graphql/ids.ts';
import { loader, loadRow } from '#server/api/graphql/loaders.ts';
import { ChannelRef, GroupRef, MessageRef, ReportRef, UserRef } from '#server/api/graphql/types.ts';

const statuses = {
  draft: { description: 'Being written.' },
  pending_approval: { description: 'Waits for release by a person other than its author.' },
  rejected: { description: 'Was rejected. It can be changed and sent again.' },
  scheduled: { description: 'Waits for its time; recipients are resolved then.' },
  queued: { description: 'The recipients are fixed and nothing has left yet; it can still be undone.' },
  sending: { description: 'Is being delivered, or a stop limit still waits for answers.' },
  sent: { description: 'Everyone who still needed it received it. If nothing left, see the result.' },
  sent_with_errors: { description: 'Some recipients or a stop limit were not reached.' },
  failed: { description: 'No recipient was reached.' },
  cancelled: { description: 'Was stopped.' },
} as const;

/** MessageStatus in the API. */
export const MessageStatusEnum = builder.enumType('MessageStatus', {
  description: 'The progress of a message.',
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
    total: t.int({ description: 'All recipients, including those who cannot be reached.', resolve: totalOf }),
    pending: t.int({ description: 'Not final yet: waiting, queued, sending or retrying.', resolve: openOf }),
    reserve: t.int({
      description: 'The part of `pending` that is asked only if others do not come.',
      resolve: async ({ id, pending }, _args, ctx) =>
        pending === 0
          ? 0
          : ((await loader(ctx.loaders, 'message.reserve', (ids: number[], db) => countReserves(db, ids)).load(id)) ??
            0),
    }),
    sent: t.exposeInt('sent', { description: 'Accepted by the provider.' }),
    delivered: t.exposeInt('delivered', { description: 'Confirmed as delivered.' }),
    read: t.exposeInt('read', { description: 'Confirmed as read.' }),
    failed: t.exposeInt('failed', { description: 'Permanently failed.' }),
    suppressed: t.exposeInt('suppressed', {
      description: 'Not sent to: no address, absent, inactive, opted out, duplicate.',
    }),
    skipped: t.exposeInt('skipped', {
      description:
        'Not needed any more: a stop limit was reached, or the person read it on another channel. Also used for ' +
        'people who were absent at their turn.',
    }),
    expired: t.exposeInt('expired', { description: 'Could not be handed over in time.' }),
    cancelled: t.exposeInt('cancelled', { description: 'Stopped, or answered on another channel before delivery.' }),
    posts: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The published posts and their places.',
      resolve: (result) => result.posts,
    }),
    error: t.exposeString('error', { nullable: true, description: 'Why the whole message failed, as a key.' }),
  }),
});

MessageRef.implement({
  description: 'A report’s content on one channel.',
  fields: (t) => ({
    id: t.id({ description: 'Path of the resource.', resolve: (row) => idOf('messages', row.id) }),
    _id: t.exposeInt('id', { description: 'Its number.' }),
    title: t.exposeString('title', { description: 'Its title.' }),
    content: t.exposeString('content', {
      description: 'Its text. After the launch, all placeholders except personal ones are filled.',
    }),
    status: t.field({
      type: MessageStatusEnum,
      description: 'Its progress.',
      resolve: (row) => row.status as keyof typeof statuses,
    }),
    percentageStatus: t.int({
      description: 'Share of recipients in a final state, in whole percent, rounded down.',
      resolve: async (row, _args, ctx) => percentageOf(await loadStatuses(ctx, row.id)),
    }),
    messageResult: t.field({
      type: MessageResultRef,
      description: 'The number of recipients by state.',
      resolve: async (row, _args, ctx) => ({
        ...(await shownStatuses(ctx, row)),
        id: row.id,
        posts: row.posts,
        error: row.error,
      }),
    }),
    requestAnswer: t.exposeBoolean('requestAnswer', { description: 'Whether recipients are asked to answer.' }),
    currency: t.string({
      description: 'The currency of its cost and of its channel (ISO 4217), e.g. EUR.',
      resolve: async (row, _args, ctx) => {
        const channel = await loadRow(ctx, 'channels', row.channelId);
        return priceTable(channel?.settings).currency;
      },
    }),
    cost: t.field({
      type: 'Decimal',
      nullable: true,
      description: 'The cost of its attempts; null if the channel is free.',
      resolve: (row, _args, ctx) => shownCost(ctx, row),
    }),
    feedValues: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Values of the channel’s fields other than title and content.',
      resolve: (row) => row.feedValues,
    }),
    recipientCount: t.exposeInt('recipientCount', {
      description: 'People it goes to, counted at launch; 0 before.',
    }),
    handedOver: t.exposeBoolean('handedOver', {
      description:
        'Whether the program created it as a fallback: on a channel that was not chosen, for people the chosen ' +
        'channels cannot reach, or in place of a failing message of the same type.',
    }),
    rejectReason: t.exposeString('rejectReason', { nullable: true, description: 'Why it was rejected.' }),
    sendAt: t.expose('sendAt', { type: 'DateTime', nullable: true, description: 'The scheduled time.' }),
    waitingSince: t.expose('waitingSince', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last set to wait for its release or its time.',
    }),
    releaseAt: t.expose('releaseAt', {
      type: 'DateTime',
      nullable: true,
      description: 'End of the undo window; nothing leaves before.',
    }),
    insertedAt: t.expose('insertedAt', { type: 'DateTime', description: 'When it was created.' }),
    sentAt: t.expose('sentAt', { type: 'DateTime', nullable: true, description: 'When its delivery started.' }),
  }),
});

builder.objectFields(MessageRef, (t) => ({
  plannedAt: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'When its next recipients are due, as a later step of an alarm; null without a later step.',
    resolve: async (row, _args, ctx) =>
      (await loader(ctx.loaders, 'message.planned', (ids: number[], db) => nextSteps(db, ids)).load(row.id)) ?? null,
  }),
  delayedBy: t.string({
    nullable: true,
    description: 'Why its unsent part is late, as a reason key; null if nothing delays it.',
    resolve: async (row, _args, ctx) =>
      (await loader(ctx.loaders, 'message.delayedBy', (ids: number[], db) => delaysOf(db, ids)).load(row.id)) ?? null,
  }),
  followsUntil: t.field({
    type: 'DateTime',
    nullable: true,
    description:
      'The time until which it also goes to people who receive the original message only now; null if it goes to ' +
      'no one else.',
    resolve: async (row, _args, ctx) =>
      (await loader(ctx.loaders, 'message.followsUntil', (ids: number[], db) => watchedUntil(db, ids)).load(row.id)) ??
      null,
  }),
  followEndedAt: t.expose('followEndedAt', {
    type: 'DateTime',
    nullable: true,
    description: 'When somebody ended that it also goes to people who receive the original message only now.',
  }),
}));

builder.objectFields(MessageRef, (t) => ({
  channel: t.field({
    type: ChannelRef,
    description: 'The channel it goes out on.',
    resolve: async (row, _args, ctx) => (await loadRow(ctx, 'channels', row.channelId))!,
  }),
  report: t.field({
    type: ReportRef,
    description: 'The report it belongs to.',
    resolve: async (row, _args, ctx) => (await loadRow(ctx, 'reports', row.reportId))!,
  }),
  forGroup: t.field({
    type: GroupRef,
    nullable: true,
    description: 'The function, by its group, that its recipients are asked for; null for most messages.',
    resolve: (row, _args, ctx) => loadRow(ctx, 'groups', row.forGroupId),
  }),
  seen: t.string({
    description:
      'The `seen` mark of its report. If a query returns one message, the mark is never newer than the other values ' +
      'in the response.',
    complexity: 10,
    resolve: (row, _args, ctx) => loadDraftRevision(ctx, row.reportId),
  }),
  insertedBy: t.field({
    type: UserRef,
    nullable: true,
    description: 'Its author.',
    resolve: (row, _args, ctx) => loadRow(ctx, 'users', row.insertedBy),
  }),
  launchedBy: t.field({
    type: UserRef,
    nullable: true,
    description: 'The user who sent it.',
    resolve: (row, _args, ctx) => loadRow(ctx, 'users', row.launchedBy),
  }),
  releasedBy: t.field({
    type: UserRef,
    nullable: true,
    description: 'The user who released it, if a release was required.',
    resolve: (row, _args, ctx) => loadRow(ctx, 'users', row.releasedBy),
  }),
}));
