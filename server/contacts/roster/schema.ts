import { builder } from '#server/api/graphql/builder.ts';
import { loadRow } from '#server/api/graphql/loaders.ts';
import { GroupRef, PersonRef } from '#server/api/graphql/types.ts';
import { loadRoster, type Roster, turnsOf } from './roster.ts';
import { type DroppedTurn, loadDropped, type Span, type Turn } from './turns.ts';

const person = async (ctx: Parameters<typeof loadRow>[0], id: number) => (await loadRow(ctx, 'people', id))!;

const SpanRef = builder.objectRef<Span>('RosterGap').implement({
  description: 'A period in which no one on duty can be reached.',
  fields: (t) => ({
    from: t.expose('from', { type: 'DateTime', description: 'The start.' }),
    until: t.expose('until', { type: 'DateTime', description: 'The end.' }),
  }),
});

const TurnRef = builder.objectRef<Turn>('RosterTurn').implement({
  description: 'One turn of a shift.',
  fields: (t) => ({
    id: t.id({ description: 'Identifies the turn.', resolve: ({ shiftId, turn }) => `${shiftId}-${turn}` }),
    shift: t.exposeInt('shiftId', { description: 'The number of the shift.' }),
    turn: t.exposeInt('turn', { description: 'The turn of the shift, counted from 0.' }),
    everyWeeks: t.exposeInt('everyWeeks', {
      nullable: true,
      description: 'The number of weeks after which the shift repeats.',
    }),
    repeatsUntil: t.expose('repeatsUntil', {
      type: 'Date',
      nullable: true,
      description: 'The last day on which it starts; null without an end.',
    }),
    isImported: t.exposeBoolean('isImported', { description: 'Whether it came from a calendar.' }),
    person: t.field({
      type: PersonRef,
      description: 'The person on duty: the substitute, if there is one.',
      resolve: ({ personId }, _args, ctx) => person(ctx, personId),
    }),
    planned: t.field({
      type: PersonRef,
      description: 'The person whose shift it is.',
      resolve: ({ plannedId }, _args, ctx) => person(ctx, plannedId),
    }),
    from: t.expose('from', { type: 'DateTime', description: 'The start.' }),
    until: t.expose('until', { type: 'DateTime', description: 'The end.' }),
    isCalled: t.exposeBoolean('isCalled', {
      description:
        'Whether an alarm calls the person. False for people who are switched off, have no address, or opted out ' +
        'and are not in the crisis team.',
    }),
    away: t.field({
      type: [SpanRef],
      description: 'The periods within the turn in which the person cannot be reached.',
      resolve: ({ away }) => away,
    }),
  }),
});

// a quarter of a large service
const turnsOfMany = 300;

const DroppedTurnRef = builder.objectRef<DroppedTurn>('DroppedTurn').implement({
  description:
    'A turn of a shift that was cancelled. To restore it, call setSubstitute with the person whose shift it is.',
  fields: (t) => ({
    shift: t.exposeInt('shiftId', { description: 'The number of the shift.' }),
    turn: t.exposeInt('turn', { description: 'The turn of the shift, counted from 0.' }),
    planned: t.field({
      type: PersonRef,
      description: 'The person whose shift it is.',
      resolve: ({ plannedId }, _args, ctx) => person(ctx, plannedId),
    }),
    from: t.expose('from', { type: 'DateTime', description: 'The planned start.' }),
    until: t.expose('until', { type: 'DateTime', description: 'The planned end.' }),
  }),
});

interface Turns {
  groupId: number;
  span: Span;
  turns: Turn[];
  gaps: Span[];
}

const TurnsRef = builder.objectRef<Turns>('RosterTurns').implement({
  description: 'The contents of a roster within a period.',
  fields: (t) => ({
    turns: t.field({
      type: [TurnRef],
      description: 'The turns, the earliest first.',
      complexity: { field: 1, multiplier: turnsOfMany },
      resolve: ({ turns }) => turns,
    }),
    dropped: t.field({
      type: [DroppedTurnRef],
      description: 'The cancelled turns.',
      resolve: ({ groupId, span }, _args, ctx) => loadDropped(ctx.db, groupId, span),
    }),
    gaps: t.field({
      type: [SpanRef],
      description: 'The periods in which a person is needed but no one is on duty.',
      resolve: ({ gaps }) => gaps,
    }),
  }),
});

const RosterRef = builder.objectRef<Roster>('Roster').implement({
  description: 'The duty roster of a group.',
  fields: (t) => ({
    alwaysNeeded: t.exposeBoolean('alwaysNeeded', {
      description: 'Whether a person must be on duty at all times, and not only during shifts.',
    }),
    linkedAt: t.expose('linkedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The time since which its calendar is available at a secret address; null if it is not.',
    }),
    within: t.field({
      type: TurnsRef,
      description: 'Turns and gaps within a period of at most a quarter.',
      complexity: 20,
      args: {
        from: t.arg({ type: 'DateTime', required: true, description: 'The start.' }),
        until: t.arg({ type: 'DateTime', required: true, description: 'The end.' }),
      },
      resolve: async (roster, span, ctx) => ({
        groupId: roster.groupId,
        span,
        ...(await turnsOf(ctx, roster, span)),
      }),
    }),
  }),
});

builder.objectField(GroupRef, 'roster', (t) =>
  t.field({
    type: RosterRef,
    description: 'The duty roster of the group.',
    resolve: (group, _args, ctx) => loadRoster(ctx, group.id),
  }),
);
