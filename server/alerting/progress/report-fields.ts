import { reportAccess } from '#server/api/by-person/access.ts';
import { builder } from '#server/api/graphql/builder.ts';
import { connectionOf } from '#server/api/graphql/connection.ts';
import { loader, loadRow } from '#server/api/graphql/loaders.ts';
import { EventRef, GroupRef, MessageRef, ReportRef } from '#server/api/graphql/types.ts';
import { limits } from '#shared/limits.ts';
import { loadBoards, type StopLimitProgress } from './board.ts';
import { PeopleFiguresRef } from './figures-type.ts';
import { guardBoard, type ShownBoard } from './guard-board.ts';
import { lastMessages } from './last-messages.ts';
import { nobodyNotified, nobodyNotifiedByAlarms } from './nobody-notified.ts';

/** The state of a stop limit in the API. */
export const StopLimitStateEnum = builder.enumType('StopLimitState', {
  description: 'The state of a stop limit.',
  values: {
    filled: { description: 'Enough people come.' },
    waiting: { description: 'Answers or further people may still fill it.' },
    exhausted: { description: 'Too few people come, and there is no one left to ask.' },
    stopped: { description: 'Too few people come, and no one else is asked because it was stopped.' },
  } as const,
});

const GoalStateEnum = builder.enumType('GoalState', {
  description: 'The state of an alarm’s goal.',
  values: {
    over: { description: 'The all-clear was given, or the event is finished.' },
    unfilled: { description: 'At least one stop limit can no longer be met by answers that still come.' },
    filled: { description: 'All stop limits are met.' },
    answered: { description: 'It has no stop limits, and all people who were asked have answered.' },
    waiting: { description: 'Answers are still expected.' },
  } as const,
});

const StopLimitProgressRef = builder.objectRef<StopLimitProgress>('StopLimitProgress').implement({
  description: 'The progress of a stop limit.',
  fields: (t) => ({
    group: t.field({
      type: GroupRef,
      description: 'The limited group.',
      resolve: async (row, _args, ctx) => (await loadRow(ctx, 'groups', row.groupId))!,
    }),
    needed: t.exposeInt('needed', { description: 'Positive answers wanted.' }),
    reached: t.exposeInt('reached', { description: 'Positive answers given.' }),
    contacted: t.exposeInt('contacted', { description: 'People asked so far.' }),
    stranded: t.exposeInt('stranded', {
      description: 'People who were asked, have received nothing, and whose channels cannot send.',
    }),
    remaining: t.exposeInt('remaining', { description: 'People who can still be asked.' }),
    state: t.field({ type: StopLimitStateEnum, description: 'Its state.', resolve: (limit) => limit.state }),
  }),
});

/** AnswerBoard in the API. */
export const AnswerBoardRef = builder.objectRef<ShownBoard>('AnswerBoard').implement({
  description: 'A summary of the answers to a report. Only a person’s newest answer counts.',
  fields: (t) => ({
    positive: t.exposeInt('positive', { description: 'People who come.' }),
    negative: t.exposeInt('negative', { description: 'People who do not come.' }),
    neutral: t.exposeInt('neutral', { description: 'People who have not decided, or who answered a roll call.' }),
    none: t.exposeInt('none', { description: 'People who were asked and have not answered.' }),
    late: t.exposeInt('late', { description: 'People whose answer came late. They are included in the counts above.' }),
    asked: t.exposeInt('asked', { description: 'People who were asked for an answer, or answered unasked.' }),
    reserve: t.exposeInt('reserve', { description: 'People who are asked only when others do not come.' }),
    stranded: t.exposeInt('stranded', {
      description: 'People who were asked, have received nothing, and whose channels cannot send.',
    }),
    figures: t.field({
      type: PeopleFiguresRef,
      description: 'All its people by progress.',
      resolve: (board) => board,
    }),
    isWithheld: t.exposeBoolean('isWithheld', {
      description:
        'Whether the figures are 0 because they would describe fewer than five people, and the viewer may not see what ' +
        'single people did.',
    }),
    nextArrival: t.expose('nextArrival', {
      type: 'DateTime',
      nullable: true,
      description: 'The next expected arrival; null if no one gave a time.',
    }),
    goal: t.field({
      type: GoalStateEnum,
      description: 'The state of its goal.',
      resolve: (board) => board.goal,
    }),
    functions: t.exposeInt('functions', { description: 'Number of stop limits.' }),
    filled: t.exposeInt('filled', { description: 'Stop limits that are met.' }),
    unfilled: t.exposeInt('unfilled', {
      description: 'Stop limits that can no longer be met by answers that still come.',
    }),
    missing: t.exposeInt('missing', { description: 'How many people the stop limits lack.' }),
    limits: t.field({
      type: [StopLimitProgressRef],
      description: 'The stop limits of its messages.',
      resolve: (board) => board.limits,
    }),
  }),
});

const StayedInsideEnum = builder.enumType('StayedInside', {
  description: 'Why no one outside the exercise mailbox received anything that was launched in a live event.',
  values: {
    undelivered: { description: 'No channel has delivered it, and none can at present.' },
    stopped: { description: 'All of it was stopped before anyone received it.' },
  } as const,
});

builder.objectField(EventRef, 'stayedInside', (t) =>
  t.field({
    type: StayedInsideEnum,
    nullable: true,
    description:
      'Why no one received any of its alarms. Null if someone did or may, if no alarm was sent, and for exercises.',
    resolve: async (row, _args, ctx) =>
      (await loader(ctx.loaders, 'event.stayedInside', (ids: number[], db) => nobodyNotifiedByAlarms(db, ids)).load(
        row.id,
      )) ?? null,
  }),
);

builder.objectFields(ReportRef, (t) => ({
  stayedInside: t.field({
    type: StayedInsideEnum,
    nullable: true,
    description: 'Why no one received any of it. Null if someone did or may, if nothing was sent, and for exercises.',
    resolve: async (row, _args, ctx) =>
      (await loader(ctx.loaders, 'report.stayedInside', (ids: number[], db) => nobodyNotified(db, ids)).load(row.id)) ??
      null,
  }),
  messages: t.field({
    type: connectionOf(MessageRef),
    description: 'Its newest messages, oldest first; one per channel and sending.',
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
    description: 'A summary of its answers.',
    complexity: 5,
    resolve: async (row, _args, ctx) => {
      const board = loader(ctx.loaders, 'report.answers', (ids: number[], db) => loadBoards(db, ids)).load(row.id);
      const [loaded, access] = await Promise.all([board, reportAccess(ctx, row.id)]);
      return guardBoard(loaded!, access);
    },
  }),
}));
