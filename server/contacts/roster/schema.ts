import { builder } from '#server/api/graphql/builder.ts';
import { loadRow } from '#server/api/graphql/loaders.ts';
import { GroupRef, PersonRef, type Row } from '#server/api/graphql/types.ts';
import { loadRoster, type Roster, turnsOf } from './roster.ts';
import { type DroppedTurn, loadDropped, type Span, type Turn } from './turns.ts';

const person = async (ctx: Parameters<typeof loadRow>[0], id: number) =>
  (await loadRow<'people', Row<'people'>>(ctx, 'people', id))!;

const SpanRef = builder.objectRef<Span>('RosterGap').implement({
  description: 'A time in which nobody is on duty who can be reached.',
  fields: (t) => ({
    from: t.expose('from', { type: 'DateTime', description: 'From when.' }),
    until: t.expose('until', { type: 'DateTime', description: 'Until when.' }),
  }),
});

const TurnRef = builder.objectRef<Turn>('RosterTurn').implement({
  description: 'One turn of a shift.',
  fields: (t) => ({
    id: t.id({ description: 'Tells it apart from others.', resolve: ({ shiftId, turn }) => `${shiftId}-${turn}` }),
    shift: t.exposeInt('shiftId', { description: 'The number of the shift.' }),
    turn: t.exposeInt('turn', { description: 'Which turn of it, counted from 0.' }),
    everyWeeks: t.exposeInt('everyWeeks', {
      nullable: true,
      description: 'After how many weeks the shift comes again.',
    }),
    repeatsUntil: t.expose('repeatsUntil', {
      type: 'Date',
      nullable: true,
      description: 'The last day on which it begins; empty when it goes on.',
    }),
    isImported: t.exposeBoolean('isImported', { description: 'Whether it came from a calendar.' }),
    person: t.field({
      type: PersonRef,
      description: 'Who is on duty: the substitute where there is one.',
      resolve: ({ personId }, _args, ctx) => person(ctx, personId),
    }),
    planned: t.field({
      type: PersonRef,
      description: 'Whose shift it is.',
      resolve: ({ plannedId }, _args, ctx) => person(ctx, plannedId),
    }),
    from: t.expose('from', { type: 'DateTime', description: 'From when.' }),
    until: t.expose('until', { type: 'DateTime', description: 'Until when.' }),
    isCalled: t.exposeBoolean('isCalled', {
      description:
        'Whether an alarm calls the person at all: not who is switched off, has no address, or wants nothing and is not of the crisis team.',
    }),
    away: t.field({
      type: [SpanRef],
      description: 'When the person cannot be reached meanwhile.',
      resolve: ({ away }) => away,
    }),
  }),
});

// a quarter of a large service; most rosters have fewer
const turnsOfMany = 300;

const DroppedTurnRef = builder.objectRef<DroppedTurn>('DroppedTurn').implement({
  description: 'One turn of a shift that does not take place; setSubstitute with whose shift it is brings it back.',
  fields: (t) => ({
    shift: t.exposeInt('shiftId', { description: 'The number of the shift.' }),
    turn: t.exposeInt('turn', { description: 'Which turn of it, counted from 0.' }),
    planned: t.field({
      type: PersonRef,
      description: 'Whose shift it is.',
      resolve: ({ plannedId }, _args, ctx) => person(ctx, plannedId),
    }),
    from: t.expose('from', { type: 'DateTime', description: 'From when it would be.' }),
    until: t.expose('until', { type: 'DateTime', description: 'Until when it would be.' }),
  }),
});

interface Turns {
  groupId: number;
  span: Span;
  turns: Turn[];
  gaps: Span[];
}

const TurnsRef = builder.objectRef<Turns>('RosterTurns').implement({
  description: 'What stands in a roster within a span of time.',
  fields: (t) => ({
    turns: t.field({
      type: [TurnRef],
      description: 'The turns, the first first.',
      complexity: { field: 1, multiplier: turnsOfMany },
      resolve: ({ turns }) => turns,
    }),
    dropped: t.field({
      type: [DroppedTurnRef],
      description: 'The turns that do not take place.',
      resolve: ({ groupId, span }, _args, ctx) => loadDropped(ctx.db, groupId, span),
    }),
    gaps: t.field({
      type: [SpanRef],
      description: 'When nobody is on duty although somebody is needed.',
      resolve: ({ gaps }) => gaps,
    }),
  }),
});

const RosterRef = builder.objectRef<Roster>('Roster').implement({
  description: 'Who of a group is on duty when.',
  fields: (t) => ({
    alwaysNeeded: t.exposeBoolean('alwaysNeeded', {
      description: 'Whether somebody has to be on duty at every moment, not only when a shift stands there.',
    }),
    linkedAt: t.expose('linkedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when its calendar is offered at a secret address; empty while it is not.',
    }),
    within: t.field({
      type: TurnsRef,
      description: 'Turns and gaps within a span of at most a quarter.',
      complexity: 20,
      args: {
        from: t.arg({ type: 'DateTime', required: true, description: 'From when.' }),
        until: t.arg({ type: 'DateTime', required: true, description: 'Until when.' }),
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
    description: 'Who of the group is on duty when.',
    resolve: (group, _args, ctx) => loadRoster(ctx, group.id),
  }),
);
