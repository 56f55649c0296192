import { builder } from '#server/api/graphql/builder.ts';
import { connectionOf } from '#server/api/graphql/connection.ts';
import { loader, loadRow } from '#server/api/graphql/loaders.ts';
import { EventRef, GroupRef, MessageRef, ReportRef, type Row } from '#server/api/graphql/types.ts';
import { limits } from '#shared/limits.ts';
import { type Board, loadBoards, type StopLimitProgress } from './board.ts';
import { PeopleFiguresRef } from './figures-type.ts';
import { alarmsStayedInside, stayedInside } from './inside.ts';
import { lastMessages } from './last-messages.ts';

/** How a stop limit stands. */
export const StopLimitStateEnum = builder.enumType('StopLimitState', {
  description: 'How a stop limit stands.',
  values: {
    filled: { description: 'As many come as are needed.' },
    waiting: { description: 'Answers or further people may still fill it.' },
    exhausted: { description: 'Too few come, and nobody is left to ask.' },
    stopped: { description: 'Too few come, and nobody further is asked: it was stopped.' },
  } as const,
});

const GoalStateEnum = builder.enumType('GoalState', {
  description: 'Whether what an alarm is for is met.',
  values: {
    over: { description: 'The all-clear was given, or the event is finished.' },
    unfilled: { description: 'At least one stop limit cannot be met any more by answers that still come.' },
    filled: { description: 'All stop limits are met.' },
    answered: { description: 'It has no stop limits, and everybody who was asked answered.' },
    waiting: { description: 'Answers are waited for.' },
  } as const,
});

const StopLimitProgressRef = builder.objectRef<StopLimitProgress>('StopLimitProgress').implement({
  description: 'How far a stop limit is.',
  fields: (t) => ({
    group: t.field({
      type: GroupRef,
      description: 'The limited group.',
      resolve: async (row, _args, ctx) => (await loadRow<'groups', Row<'groups'>>(ctx, 'groups', row.groupId))!,
    }),
    needed: t.exposeInt('needed', { description: 'Positive answers wanted.' }),
    reached: t.exposeInt('reached', { description: 'Positive answers given.' }),
    contacted: t.exposeInt('contacted', { description: 'People asked so far.' }),
    stranded: t.exposeInt('stranded', {
      description: 'Of those asked, the people nothing has reached, and whose channels send nothing.',
    }),
    remaining: t.exposeInt('remaining', { description: 'People who can still be asked.' }),
    state: t.field({ type: StopLimitStateEnum, description: 'How it stands.', resolve: (limit) => limit.state }),
  }),
});

const AnswerBoardRef = builder.objectRef<Board>('AnswerBoard').implement({
  description: 'The answers to a report at a glance; a person’s newest answer holds.',
  fields: (t) => ({
    positive: t.exposeInt('positive', { description: 'People who come.' }),
    negative: t.exposeInt('negative', { description: 'People who do not come.' }),
    neutral: t.exposeInt('neutral', { description: 'People who have not decided.' }),
    none: t.exposeInt('none', { description: 'People who were asked and have not answered.' }),
    late: t.exposeInt('late', { description: 'People whose answer came late; they are counted above as well.' }),
    asked: t.exposeInt('asked', { description: 'People who were asked for an answer, or gave one unasked.' }),
    reserve: t.exposeInt('reserve', { description: 'People who are asked only when others do not come.' }),
    stranded: t.exposeInt('stranded', {
      description: 'Of those asked, the people nothing has reached, and whose channels send nothing.',
    }),
    figures: t.field({
      type: PeopleFiguresRef,
      description: 'All its people by how far it has come with them.',
      resolve: (board) => board,
    }),
    nextArrival: t.expose('nextArrival', {
      type: 'DateTime',
      nullable: true,
      description: 'When the next of those who come is expected; empty if nobody said when.',
    }),
    goal: t.field({
      type: GoalStateEnum,
      description: 'Whether what it is for is met.',
      resolve: (board) => board.goal,
    }),
    functions: t.int({ description: 'How many stop limits there are.', resolve: (board) => board.limits.length }),
    filled: t.exposeInt('filled', { description: 'Stop limits that are met.' }),
    unfilled: t.exposeInt('unfilled', {
      description: 'Stop limits that cannot be met any more by answers that still come.',
    }),
    missing: t.exposeInt('missing', { description: 'How many people these lack.' }),
    limits: t.field({
      type: [StopLimitProgressRef],
      description: 'The stop limits of its messages.',
      resolve: (board) => board.limits,
    }),
  }),
});

const StayedInsideEnum = builder.enumType('StayedInside', {
  description: 'Why nobody outside of the exercise mailbox got anything of what was launched in a live event.',
  values: {
    undelivered: { description: 'No channel has delivered it or, as they are, still may.' },
    stopped: { description: 'All of it was stopped before anybody got it.' },
  } as const,
});

builder.objectField(EventRef, 'stayedInside', (t) =>
  t.field({
    type: StayedInsideEnum,
    nullable: true,
    description:
      'Why nobody got any of its alarms; null where somebody did or may, where none was sent, and of exercises.',
    resolve: async (row, _args, ctx) =>
      (await loader(ctx.loaders, 'event.stayedInside', (ids: number[], db) => alarmsStayedInside(db, ids)).load(
        row.id,
      )) ?? null,
  }),
);

builder.objectFields(ReportRef, (t) => ({
  stayedInside: t.field({
    type: StayedInsideEnum,
    nullable: true,
    description:
      'Why nobody got anything of it; null where somebody did or may, where nothing was sent, and of exercises.',
    resolve: async (row, _args, ctx) =>
      (await loader(ctx.loaders, 'report.stayedInside', (ids: number[], db) => stayedInside(db, ids)).load(row.id)) ??
      null,
  }),
  messages: t.field({
    type: connectionOf(MessageRef),
    description: 'Its messages, one per channel and sending; the newest ones, oldest of them first.',
    args: {
      last: t.arg.int({
        defaultValue: limits.lastMessages,
        description: `How many of the newest, at most ${limits.maximumPage}.`,
      }),
    },
    complexity: (args) => ({ field: 1, multiplier: Math.max(1, args.last ?? limits.lastMessages) }),
    resolve: (row, { last }, ctx) => lastMessages(ctx, row.id, last ?? limits.lastMessages),
  }),
  answers: t.field({
    type: AnswerBoardRef,
    description: 'Its answers at a glance.',
    complexity: 5,
    resolve: async (row, _args, ctx) =>
      (await loader(ctx.loaders, 'report.answers', (ids: number[], db) => loadBoards(db, ids)).load(row.id))!,
  }),
}));
