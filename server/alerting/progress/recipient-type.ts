import { isRecipientOpen } from '#server/api/by-person/access.ts';
import { builder } from '#server/api/graphql/builder.ts';
import { connectionOf, pageArgs, pageCost } from '#server/api/graphql/connection.ts';
import { idOf, numberOf } from '#server/api/graphql/ids.ts';
import { loader, loadRow } from '#server/api/graphql/loaders.ts';
import {
  AnswerOptionRef,
  AnswerRef,
  MessageRecipientRef,
  MessageRef,
  PersonRef,
  type Row,
  UserRef,
} from '#server/api/graphql/types.ts';
import type { Context, Loaders } from '#server/platform/context.ts';
import { readIn } from '#shared/administration/translated.ts';
import { isOneOf, type RecipientStatus, recipientSets } from '#shared/delivery-states.ts';
import {
  type AnswerRow,
  findRecipient,
  hadBefore,
  listRecipients,
  newestAnswers,
  shownAddress,
} from './recipient-queries.ts';

/** RecipientStatus in the API. */
export const RecipientStatusEnum = builder.enumType('RecipientStatus', {
  description: 'Delivery state for one recipient. It only moves forward.',
  values: {
    pending: { description: 'Planned: a later step of an alarm, or the stop limit has not reached the person.' },
    queued: { description: 'Due, or within the undo window.' },
    sending: { description: 'Being handed to the provider.' },
    sent: { description: 'The provider accepted it.' },
    delivered: { description: 'Confirmed as delivered.' },
    read: { description: 'Confirmed as read.' },
    retrying: { description: 'Failed for now; waits for the next attempt.' },
    failed: { description: 'Permanently failed.' },
    expired: { description: 'Could not be handed over in time.' },
    suppressed: { description: 'Not sent to: no address, absent, inactive, opted out, duplicate.' },
    skipped: {
      description:
        'Not needed: the stop limit was reached, or the person read it on another channel. Also used for people who ' +
        'were absent at their turn.',
    },
    cancelled: { description: 'Stopped, or answered on another channel before it left.' },
  } as const,
});

AnswerRef.implement({
  description: 'A person’s answer to a report.',
  fields: (t) => ({
    option: t.field({
      type: AnswerOptionRef,
      nullable: true,
      description: 'The option chosen; null if the reply matched none.',
      resolve: (row, _args, ctx) => loadRow(ctx, 'answerOptions', row.optionId),
    }),
    minutes: t.exposeInt('minutes', { nullable: true, description: 'In how many minutes the person comes.' }),
    text: t.exposeString('text', { nullable: true, description: 'A comment from the person.' }),
    source: t.exposeString('source', {
      description: 'link, exercise, operator, or the type of the channel it came back over.',
    }),
    by: t.field({
      type: UserRef,
      nullable: true,
      description: 'The user who recorded it; null if it came from the person.',
      resolve: (row, _args, ctx) => loadRow(ctx, 'users', row.byUserId),
    }),
    at: t.expose('at', { type: 'DateTime', description: 'When it arrived.' }),
    late: t.exposeBoolean('late', {
      description: 'Whether it came after the event ended or after the time for answers.',
    }),
  }),
});

/** Returns a state that distinguishes failures only. */
const withoutReceipt = (status: RecipientStatus): RecipientStatus => {
  if (isOneOf(recipientSets.accepted, status)) return 'sent';
  return status === 'skipped' ? 'cancelled' : status;
};

/** Returns a recipient's answer, or null if absent or hidden. */
export async function answerOf(ctx: Context, row: Row<'messageRecipients'>): Promise<AnswerRow | null> {
  if (row.personId === null || !(await isRecipientOpen(ctx, row))) return null;
  const answers = loader(ctx.loaders, 'answers.newest', (keys: string[], db) => newestAnswers(db, keys));
  return (await answers.load(`${row.reportId}:${row.personId}`)) ?? null;
}

/** Returns whether an earlier attempt may have reached the person. */
async function mayHaveHadIt(ctx: { loaders: Loaders }, row: Row<'messageRecipients'>): Promise<boolean> {
  if (row.generation === 1) return false;
  const earlier = loader(ctx.loaders, 'recipients.hadBefore', (ids: number[], db) => hadBefore(db, ids));
  return (await earlier.load(row.id)) ?? false;
}

MessageRecipientRef.implement({
  description: 'One person (or address) a message goes to.',
  fields: (t) => ({
    id: t.id({ description: 'Path of the resource.', resolve: (row) => idOf('message_recipients', row.id) }),
    _id: t.exposeInt('id', { description: 'Its number.' }),
    targetAddress: t.string({
      description: 'The address at launch. A private one is masked for users who may not edit contacts.',
      resolve: (row, _args, ctx) => shownAddress(ctx, row),
    }),
    person: t.field({
      type: PersonRef,
      nullable: true,
      description: 'The person; null after their data was erased.',
      resolve: (row, _args, ctx) => loadRow(ctx, 'people', row.personId),
    }),
    status: t.field({
      type: RecipientStatusEnum,
      description: 'State of delivery.',
      resolve: async (row, _args, ctx) => {
        const status = row.status as RecipientStatus;
        return (await isRecipientOpen(ctx, row)) ? status : withoutReceipt(status);
      },
    }),
    statusReason: t.string({
      nullable: true,
      description: 'Why it is in this state, as a key.',
      resolve: async (row, _args, ctx) =>
        isOneOf(recipientSets.unreached, row.status) || (await isRecipientOpen(ctx, row)) ? row.statusReason : null,
    }),
    attempts: t.exposeInt('attempts', { description: 'Number of attempts.' }),
    sentAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the provider accepted it.',
      resolve: async (row, _args, ctx) => ((await isRecipientOpen(ctx, row)) ? row.sentAt : null),
    }),
    deliveredAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it was delivered.',
      resolve: async (row, _args, ctx) => ((await isRecipientOpen(ctx, row)) ? row.deliveredAt : null),
    }),
    plannedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When this step of an alarm is due, unless the person answers or reads it before; null otherwise.',
      resolve: (row) => (row.status === 'pending' ? row.tryAt : null),
    }),
    via: t.exposeStringList('via', { description: 'Paths of lists and groups that included the person.' }),
    maybeDuplicate: t.boolean({
      description:
        'Whether the person may have received it twice: it is unknown if an attempt was handed over (a worker or a ' +
        'connection ended), or it was sent again after a possible delivery.',
      resolve: (row, _args, ctx) => row.maybeDuplicate || mayHaveHadIt(ctx, row),
    }),
  }),
});

builder.objectFields(MessageRecipientRef, (t) => ({
  response: t.string({
    nullable: true,
    description: 'The answer as text.',
    resolve: async (row, _args, ctx) => {
      const answer = await answerOf(ctx, row);
      if (!answer) return null;
      const option = await loadRow(ctx, 'answerOptions', answer.optionId);
      return option ? readIn(option, 'label', ctx.viewer?.language) : answer.text;
    },
  }),
  answer: t.field({
    type: AnswerRef,
    nullable: true,
    description: 'The current answer. It belongs to the person and the report, so all messages of the report show it.',
    resolve: (row, _args, ctx) => answerOf(ctx, row),
  }),
  message: t.field({
    type: MessageRef,
    description: 'The message.',
    resolve: async (row, _args, ctx) => (await loadRow(ctx, 'messages', row.messageId))!,
  }),
}));

builder.objectFields(MessageRef, (t) => ({
  messageRecipients: t.field({
    type: connectionOf(MessageRecipientRef),
    description: 'Its recipients, as resolved at launch, in the order of sending.',
    args: {
      ...pageArgs(t.arg),
      status: t.arg({ type: [RecipientStatusEnum], description: 'Only recipients in these states.' }),
      answered: t.arg.boolean({ description: 'Only recipients who have, or have not, answered.' }),
      search: t.arg.string({ description: 'Part of a name or address.' }),
    },
    complexity: pageCost,
    resolve: (row, args, ctx) => listRecipients(ctx, row.id, args),
  }),
}));

builder.queryField('messageRecipient', (t) =>
  t.field({
    type: MessageRecipientRef,
    nullable: true,
    description: 'A recipient of a message; null if it does not exist or is not shown.',
    authScopes: { signedIn: true },
    args: { id: t.arg.id({ required: true, description: 'The recipient.' }) },
    resolve: (_parent, { id }, ctx) => findRecipient(ctx, numberOf('message_recipients', id)),
  }),
);
