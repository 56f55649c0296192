import { anyOf } from '#server/api/graphql/any-of.ts';
import { builder } from '#server/api/graphql/builder.ts';
import { connectionOf, pageArgs, pageCost } from '#server/api/graphql/connection.ts';
import { idOf, numberOf, optionalNumberOf } from '#server/api/graphql/ids.ts';
import { loadRow } from '#server/api/graphql/loaders.ts';
import {
  AnswerRef,
  ChannelRef,
  EventRef,
  MessageRecipientRef,
  PersonRef,
  ReplyRef,
  UserRef,
} from '#server/api/graphql/types.ts';
import { seesPrivateData } from '#server/api/private-data.ts';
import type { Context } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { following } from '#server/platform/live/topics.ts';
import { maskAddress } from '#shared/addresses.ts';
import { assignReply, fileReply, reopenReply } from './assign.ts';
import {
  countOpen,
  findReply,
  isPrivateAddress,
  listReplies,
  peopleWithAddress,
  type Suggestion,
  suggestQuestions,
  waits,
} from './queries.ts';

const recipientOf = (ctx: Context, id: number | null) => loadRow(ctx, 'messageRecipients', id);

const ReplySuggestionRef = builder.objectRef<Suggestion>('ReplySuggestion').implement({
  description: 'A question that a reply could answer.',
  fields: (t) => ({
    recipient: t.field({
      type: MessageRecipientRef,
      description: 'The person who was asked, with the message.',
      resolve: async (row, _args, ctx) => (await recipientOf(ctx, row.recipientId))!,
    }),
    sameAddress: t.exposeBoolean('sameAddress', {
      description: 'Whether the reply came from an address of this person.',
    }),
    unanswered: t.exposeBoolean('unanswered', { description: 'Whether the question is still open and has no answer.' }),
    option: t.exposeString('option', { nullable: true, description: 'Code of the option that the words match.' }),
    minutes: t.exposeInt('minutes', { nullable: true, description: 'The minutes that the words contain.' }),
  }),
});

ReplyRef.implement({
  description: 'A message that a person wrote back over a channel, unchanged.',
  fields: (t) => ({
    id: t.id({ description: 'Path of the resource.', resolve: (row) => idOf('replies', row.id) }),
    _id: t.exposeInt('id', { description: 'Its number.' }),
    version: t.exposeInt('version', { description: 'Changes with every decision about it.' }),
    text: t.exposeString('text', { description: 'The complete text.' }),
    from: t.string({
      description: 'The address it came from. A private one is masked for users who may not edit contacts.',
      resolve: async (row, _args, ctx) => {
        const hidden = !seesPrivateData(ctx) && (await isPrivateAddress(ctx, row.fromAddress));
        return hidden ? maskAddress(row.fromAddress) : row.fromAddress;
      },
    }),
    senders: t.field({
      type: [PersonRef],
      description: 'The people who have that address, by name.',
      complexity: 3,
      resolve: (row, _args, ctx) => peopleWithAddress(ctx, row),
    }),
    at: t.expose('at', { type: 'DateTime', description: 'When it was written.' }),
    channel: t.field({
      type: ChannelRef,
      description: 'The channel it came over.',
      resolve: async (row, _args, ctx) => (await loadRow(ctx, 'channels', row.channelId))!,
    }),
    event: t.field({
      type: EventRef,
      nullable: true,
      description: 'The event it belongs to; null if unclear.',
      resolve: (row, _args, ctx) => loadRow(ctx, 'events', row.eventId),
    }),
    isOpen: t.boolean({
      description: 'Whether it waits for an operator.',
      resolve: (row, _args, ctx) => waits(ctx, row.id),
    }),
    remark: t.exposeString('remark', {
      nullable: true,
      description:
        'Why its words do not count as an answer: automatic (a program seems to have written it), encrypted, or ' +
        'attachment (its text is in an attachment).',
    }),
    wish: t.exposeString('wish', {
      nullable: true,
      description: 'opt_out or opt_in: a request about information over the channel instead of an answer.',
    }),
  }),
});

builder.objectFields(ReplyRef, (t) => ({
  recipient: t.field({
    type: MessageRecipientRef,
    nullable: true,
    description: 'The question it answers: the person who was asked, with the message.',
    resolve: (row, _args, ctx) => recipientOf(ctx, row.recipientId),
  }),
  answer: t.field({
    type: AnswerRef,
    nullable: true,
    description: 'The answer it was recorded as.',
    resolve: (row, _args, ctx) => loadRow(ctx, 'answers', row.answerId),
  }),
  assignedAt: t.expose('assignedAt', { type: 'DateTime', nullable: true, description: 'When it was assigned.' }),
  assignedBy: t.field({
    type: UserRef,
    nullable: true,
    description: 'The user who assigned it; null if the program did.',
    resolve: (row, _args, ctx) => loadRow(ctx, 'users', row.assignedBy),
  }),
  filedAt: t.expose('filedAt', {
    type: 'DateTime',
    nullable: true,
    description: 'When it was filed without an answer.',
  }),
  filedBy: t.field({
    type: UserRef,
    nullable: true,
    description: 'The user who filed it.',
    resolve: (row, _args, ctx) => loadRow(ctx, 'users', row.filedBy),
  }),
  suggestions: t.field({
    type: [ReplySuggestionRef],
    description: 'Questions it could answer, at most 20: first those to people with its address, then open ones.',
    args: { search: t.arg.string({ description: 'Part of a person’s name.' }) },
    complexity: 50,
    resolve: (row, { search }, ctx) => suggestQuestions(ctx, row, search ?? ''),
  }),
}));

builder.objectField(EventRef, 'openReplies', (t) =>
  t.int({
    description: 'How many replies wait for an operator.',
    resolve: (row, _args, ctx) => countOpen(ctx, row.id),
  }),
);

const reading = anyOf('record_answer', 'manage_channel');

builder.queryFields((t) => ({
  replies: t.field({
    type: connectionOf(ReplyRef),
    description: 'Replies from people, newest first.',
    authScopes: reading,
    args: {
      event: t.arg.id({ description: 'Only replies about this event; absent: replies about no known event.' }),
      isOpen: t.arg.boolean({ description: 'Only replies that wait for an operator, or only the others.' }),
      ...pageArgs(t.arg),
    },
    complexity: pageCost,
    resolve: (_parent, { event, ...args }, ctx) =>
      listReplies(ctx, { ...args, eventId: optionalNumberOf('events', event) ?? null }),
  }),
  reply: t.field({
    type: ReplyRef,
    nullable: true,
    description: 'A reply; null if it does not exist.',
    authScopes: reading,
    args: { id: t.arg.id({ required: true, description: 'The reply.' }) },
    resolve: (_parent, { id }, ctx) => findReply(ctx, numberOf('replies', id)),
  }),
}));

builder.subscriptionField('repliesChanged', (t) =>
  t.boolean({
    description:
      'Emits true at once, and each time a reply arrives that could not be assigned or a reply is decided on.',
    authScopes: reading,
    subscribe: () => following('replies'),
    resolve: () => true,
  }),
);

const deciding = { feature: 'record_answer' } as const;

builder.mutationFields((t) => {
  const decided = {
    id: t.arg.id({ required: true, description: 'The reply.' }),
    version: t.arg.int({
      required: true,
      description: 'The version of the reply that was read. Of two operators, the first one decides.',
    }),
  };
  const decide = async (ctx: Context, id: number, change: () => Promise<unknown>) => {
    if (!(await findReply(ctx, id))) throw new Refusal('error_not_found');
    await change();
    return (await findReply(ctx, id))!;
  };
  return {
    assignReply: t.field({
      type: ReplyRef,
      description: 'Records a reply as a person’s answer, and reverts any earlier assignment.',
      authScopes: deciding,
      args: {
        ...decided,
        recipient: t.arg.id({ required: true, description: 'Any recipient row of the person in the report.' }),
        option: t.arg.string({ required: true, description: 'Code of the answer.' }),
        minutes: t.arg.int({ description: 'In how many minutes the person comes, where the answer asks for it.' }),
      },
      resolve: async (_parent, { id, recipient, ...args }, ctx) => {
        const number = numberOf('replies', id);
        const recipientId = numberOf('message_recipients', recipient);
        return decide(ctx, number, () => assignReply(ctx, { ...args, id: number, recipientId }));
      },
    }),
    fileReply: t.field({
      type: ReplyRef,
      description: 'Files a reply that answers nothing.',
      authScopes: deciding,
      args: decided,
      resolve: async (_parent, { id, version }, ctx) => {
        const number = numberOf('replies', id);
        return decide(ctx, number, () => fileReply(ctx, number, version));
      },
    }),
    reopenReply: t.field({
      type: ReplyRef,
      description: 'Returns a reply to the inbox and reverts the answer it was recorded as.',
      authScopes: deciding,
      args: decided,
      resolve: async (_parent, { id, version }, ctx) => {
        const number = numberOf('replies', id);
        return decide(ctx, number, () => reopenReply(ctx, number, version));
      },
    }),
  };
});
