import { loadAnswerOptions } from '#server/alerting/answers/options.ts';
import { answerOf } from '#server/alerting/progress/recipient-type.ts';
import { builder } from '#server/api/graphql/builder.ts';
import { connectionOf, pageArgs, pageCost } from '#server/api/graphql/connection.ts';
import { idOf, numberOf, optionalNumberOf } from '#server/api/graphql/ids.ts';
import { loadRow } from '#server/api/graphql/loaders.ts';
import {
  AnswerOptionRef,
  AnswerRef,
  FileRef,
  MessageRef,
  PersonRef,
  type Row,
  UserRef,
} from '#server/api/graphql/types.ts';
import { shownTo } from '#server/api/private-data.ts';
import { answerUrl } from '#server/channels/rendering/render.ts';
import type { Context } from '#server/platform/context.ts';
import { following } from '#server/platform/live/topics.ts';
import type { Feature } from '#shared/permissions.ts';
import {
  answerExerciseMessage,
  type ExercisePerson,
  type ExerciseRow,
  listExerciseMessages,
  listExercisePeople,
  loadFigures,
  loadFiles,
  readExerciseMessage,
} from './mailbox.ts';

const mailboxAccess: { anyFeature: readonly Feature[] } = { anyFeature: ['show_event_menu', 'show_admin_menu'] };

const recipientOf = (ctx: Context, row: ExerciseRow) => loadRow(ctx, 'messageRecipients', row.recipientId);

const reportMailOf = (ctx: Context, row: ExerciseRow) =>
  loadRow(ctx, 'situationReportMails', row.situationReportMailId);

async function askedOf(ctx: Context, row: ExerciseRow): Promise<Row<'messageRecipients'> | null> {
  const recipient = await recipientOf(ctx, row);
  return recipient?.tokenHash ? recipient : null;
}

const ExerciseMessageRef = builder.objectRef<ExerciseRow>('ExerciseMessage').implement({
  description: 'A message that the exercise mailbox kept instead of sending it.',
  fields: (t) => ({
    id: t.id({ description: 'Path of the resource.', resolve: (row) => idOf('exercise_messages', row.id) }),
    _id: t.exposeInt('id', { description: 'Its number.' }),
    kind: t.exposeString('kind', { description: 'mail or phone.' }),
    address: t.string({
      description:
        'The address it would have gone to. A private address is masked for users who may not edit contacts.',
      resolve: async (row, _args, ctx) => {
        const isPrivate = (await recipientOf(ctx, row))?.isPrivate || (await reportMailOf(ctx, row))?.isPrivate;
        return shownTo(ctx, row.address, Boolean(isPrivate));
      },
    }),
    subject: t.exposeString('subject', { description: 'Its subject; an empty string for a phone.' }),
    text: t.exposeString('text', { description: 'Its text.' }),
    html: t.exposeString('html', { nullable: true, description: 'The text as HTML; null for a phone.' }),
    files: t.field({
      type: [FileRef],
      description: 'The attached files.',
      resolve: (row, _args, ctx) => loadFiles(ctx, row.id),
    }),
    person: t.field({
      type: PersonRef,
      nullable: true,
      description: 'The recipient.',
      resolve: (row, _args, ctx) => loadRow(ctx, 'people', row.personId),
    }),
    user: t.field({
      type: UserRef,
      nullable: true,
      description: 'The user who is the recipient; set for system mails only.',
      resolve: (row, _args, ctx) => loadRow(ctx, 'users', row.userId),
    }),
    readAt: t.expose('readAt', { type: 'DateTime', nullable: true, description: 'When it was first opened.' }),
    insertedAt: t.expose('insertedAt', { type: 'DateTime', description: 'When it arrived.' }),
    message: t.field({
      type: MessageRef,
      nullable: true,
      description: 'The message it belongs to; null for a system mail.',
      resolve: async (row, _args, ctx) => loadRow(ctx, 'messages', (await recipientOf(ctx, row))?.messageId ?? null),
    }),
    answerUrl: t.string({
      nullable: true,
      description: 'The address at which the person answers; null if no answer is requested.',
      resolve: async (row, _args, ctx) => {
        const recipient = await askedOf(ctx, row);
        return recipient && answerUrl(ctx, recipient.nonce);
      },
    }),
    answerOptions: t.field({
      type: [AnswerOptionRef],
      description: 'The possible answers; empty if no answer is requested.',
      resolve: async (row, _args, ctx) => {
        const recipient = await askedOf(ctx, row);
        return recipient ? loadAnswerOptions(ctx, recipient.reportId) : [];
      },
    }),
    answer: t.field({
      type: AnswerRef,
      nullable: true,
      description: 'The person’s current answer, given here or elsewhere.',
      resolve: async (row, _args, ctx) => {
        const recipient = await askedOf(ctx, row);
        return recipient && answerOf(ctx, recipient);
      },
    }),
  }),
});

const ExercisePersonRef = builder.objectRef<ExercisePerson>('ExercisePerson').implement({
  description: 'A person with messages in the exercise mailbox.',
  fields: (t) => ({
    person: t.field({
      type: PersonRef,
      description: 'The person.',
      resolve: async ({ id }, _args, ctx) => (await loadRow(ctx, 'people', id))!,
    }),
    messages: t.int({
      description: 'How many messages.',
      resolve: async ({ id }, _args, ctx) => (await loadFigures(ctx, id)).messages,
    }),
    unread: t.int({
      description: 'How many of them are unread.',
      resolve: async ({ id }, _args, ctx) => (await loadFigures(ctx, id)).unread,
    }),
  }),
});

builder.queryFields((t) => ({
  exerciseMessages: t.field({
    type: connectionOf(ExerciseMessageRef),
    description: 'The exercise mailbox, newest first.',
    authScopes: mailboxAccess,
    args: {
      ...pageArgs(t.arg),
      person: t.arg.id({ description: 'Only of this person.' }),
      kind: t.arg.string({ description: 'Only mail, or only phone.' }),
      search: t.arg.string({ description: 'Words in the subject, text, address or name.' }),
    },
    complexity: pageCost,
    resolve: (_parent, { person, ...args }, ctx) =>
      listExerciseMessages(ctx, { ...args, personId: optionalNumberOf('people', person) }),
  }),
  exercisePeople: t.field({
    type: connectionOf(ExercisePersonRef),
    description: 'People with messages in the exercise mailbox, the most recent recipient first.',
    authScopes: mailboxAccess,
    args: { ...pageArgs(t.arg), search: t.arg.string({ description: 'Part of the name.' }) },
    complexity: pageCost,
    resolve: (_parent, args, ctx) => listExercisePeople(ctx, args),
  }),
}));

builder.mutationFields((t) => ({
  readExerciseMessage: t.field({
    type: ExerciseMessageRef,
    description: 'Marks a message of the exercise mailbox as read.',
    authScopes: mailboxAccess,
    args: { id: t.arg.id({ required: true, description: 'The message.' }) },
    resolve: (_parent, { id }, ctx) => readExerciseMessage(ctx, numberOf('exercise_messages', id)),
  }),
  answerExerciseMessage: t.field({
    type: ExerciseMessageRef,
    description: 'Answers as the person who got the message.',
    authScopes: mailboxAccess,
    args: {
      id: t.arg.id({ required: true, description: 'The message.' }),
      option: t.arg.string({ required: true, description: 'Code of the option.' }),
      minutes: t.arg.int({ description: 'In how many minutes the person comes.' }),
      text: t.arg.string({ description: 'A comment from the person.' }),
    },
    resolve: (_parent, { id, ...answer }, ctx) => answerExerciseMessage(ctx, numberOf('exercise_messages', id), answer),
  }),
}));

builder.subscriptionField('exerciseChanged', (t) =>
  t.boolean({
    description: 'Emits true at once, and each time a message arrives in the exercise mailbox or is read or answered.',
    authScopes: mailboxAccess,
    subscribe: () => following('exercise:0'),
    resolve: () => true,
  }),
);
