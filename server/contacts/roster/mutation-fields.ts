import { builder } from '#server/api/graphql/builder.ts';
import { numberOf } from '#server/api/graphql/ids.ts';
import { loadRow } from '#server/api/graphql/loaders.ts';
import { GroupRef, PersonRef, type Row } from '#server/api/graphql/types.ts';
import { signedIn } from '#server/api/viewer/viewer.ts';
import type { Context } from '#server/platform/context.ts';
import { type CalendarImport, type ImportedShift, importCalendar } from './import-calendar.ts';
import { createRosterLink, revokeRosterLink } from './link.ts';
import { setAlwaysNeeded } from './roster.ts';
import { changeTurn, createShift, deleteShift, type NewShift } from './shifts.ts';

const authScopes = { feature: 'edit_group' } as const;

const ShiftInput = builder.inputType('ShiftInput', {
  description: 'A shift.',
  fields: (t) => ({
    person: t.id({ required: true, description: 'Who is on duty.' }),
    from: t.field({ type: 'DateTime', required: true, description: 'From when, in the first turn.' }),
    until: t.field({ type: 'DateTime', required: true, description: 'Until when, at most 31 days later.' }),
    everyWeeks: t.int({ description: 'It comes again after so many weeks, 1 to 52, at the same time of day.' }),
    repeatsUntil: t.field({ type: 'Date', description: 'The last day on which it begins; absent: it goes on.' }),
  }),
});

const shiftOf = ({ person, ...rest }: typeof ShiftInput.$inferInput): NewShift => ({
  ...rest,
  personId: numberOf('people', person),
});

const group = async (ctx: Context, id: number) => (await loadRow<'groups', Row<'groups'>>(ctx, 'groups', id))!;

builder.mutationFields((t) => {
  const ofGroup = t.arg.id({ required: true, description: 'The group.' });
  const shift = t.arg.int({ required: true, description: 'The number of the shift.' });
  const input = t.arg({ type: ShiftInput, required: true, description: 'The shift.' });
  const turn = t.arg.int({ required: true, description: 'Which turn of it, counted from 0.' });
  return {
    createShift: t.field({
      type: GroupRef,
      description: 'Enters a shift into the roster of a group.',
      authScopes,
      args: { group: ofGroup, input },
      resolve: async (_parent, args, ctx) =>
        group(ctx, await createShift(signedIn(ctx), numberOf('groups', args.group), shiftOf(args.input))),
    }),
    deleteShift: t.field({
      type: GroupRef,
      description: 'Removes a shift, or its turns from one on; those before stay.',
      authScopes,
      args: { shift, fromTurn: t.arg.int({ description: 'From which turn on, counted from 0; absent: all.' }) },
      resolve: async (_parent, args, ctx) =>
        group(ctx, await deleteShift(signedIn(ctx), args.shift, args.fromTurn ?? 0)),
    }),
    setSubstitute: t.field({
      type: GroupRef,
      description: 'Who takes one turn of a shift instead; the person whose shift it is takes it again.',
      authScopes,
      args: { shift, turn, person: t.arg.id({ required: true, description: 'Who takes the turn.' }) },
      resolve: async (_parent, args, ctx) => {
        const change = { id: args.shift, turn: args.turn, substituteId: numberOf('people', args.person) };
        return group(ctx, await changeTurn(signedIn(ctx), change));
      },
    }),
    dropTurn: t.field({
      type: GroupRef,
      description: 'One turn of a shift does not take place; setSubstitute brings it back.',
      authScopes,
      args: { shift, turn },
      resolve: async (_parent, args, ctx) =>
        group(ctx, await changeTurn(signedIn(ctx), { id: args.shift, turn: args.turn, substituteId: null })),
    }),
    setAlwaysNeeded: t.field({
      type: GroupRef,
      description: 'Whether somebody of the group has to be on duty at every moment.',
      authScopes,
      args: {
        group: ofGroup,
        alwaysNeeded: t.arg.boolean({ required: true, description: 'Else only when a shift stands there.' }),
      },
      resolve: async (_parent, args, ctx) =>
        group(ctx, await setAlwaysNeeded(signedIn(ctx), numberOf('groups', args.group), args.alwaysNeeded)),
    }),
    createRosterLink: t.string({
      description: 'Makes the secret address of the roster’s calendar, shown only now; an earlier one no longer holds.',
      authScopes,
      args: { group: ofGroup },
      resolve: (_parent, args, ctx) => createRosterLink(signedIn(ctx), numberOf('groups', args.group)),
    }),
    revokeRosterLink: t.field({
      type: GroupRef,
      description: 'Ends the address of the roster’s calendar.',
      authScopes,
      args: { group: ofGroup },
      resolve: async (_parent, args, ctx) => {
        await revokeRosterLink(signedIn(ctx), numberOf('groups', args.group));
        return group(ctx, numberOf('groups', args.group));
      },
    }),
  };
});

const ImportedShiftRef = builder.objectRef<ImportedShift>('ImportedShift').implement({
  description: 'A shift of a calendar.',
  fields: (t) => ({
    person: t.field({
      type: PersonRef,
      description: 'Who is on duty.',
      resolve: async ({ personId }, _args, ctx) => (await loadRow<'people', Row<'people'>>(ctx, 'people', personId))!,
    }),
    starts: t.exposeString('starts', {
      description: 'When it begins on the clock of the installation, 2026-11-27T18:00.',
    }),
    ends: t.exposeString('ends', { description: 'When it ends on the clock of the installation.' }),
  }),
});

const UnknownNameRef = builder.objectRef<CalendarImport['unknown'][number]>('UnknownCalendarName').implement({
  description: 'A name of a calendar that is nobody’s, or more than one person’s.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'As it is written there.' }),
    shifts: t.exposeInt('shifts', { description: 'How many shifts are left out because of it.' }),
  }),
});

/** Shifts that an answer names one by one. */
const named = 50;

const UnreadReasonEnum = builder.enumType('UnreadCalendarReason', {
  description: 'Why an event of a calendar is not taken as it is.',
  values: {
    TIMES: { value: 'times', description: 'Its times can’t be read, or it lasts no time.' },
    RULE: { value: 'rule', description: 'A part of its recurrence rule isn’t supported.' },
    CHANGE: {
      value: 'change',
      description:
        'It changes a turn that its series doesn’t have; unless it cancels it, it is taken as a shift of its own.',
    },
    DECLINED: { value: 'declined', description: 'Everybody it invites declined.' },
    LONG: { value: 'long', description: 'It is longer than a shift may be.' },
  } as const,
});

const UnreadEventRef = builder.objectRef<CalendarImport['unread'][number]>('UnreadCalendarEvent').implement({
  description: 'An event of a calendar that is not taken as it is.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its title, else whom it invites.' }),
    starts: t.exposeString('starts', {
      nullable: true,
      description: 'When it begins on the clock of the installation; empty when that can’t be read.',
    }),
    reason: t.field({ type: UnreadReasonEnum, description: 'Why.', resolve: ({ reason }) => reason }),
    part: t.exposeString('part', {
      nullable: true,
      description: 'The value or part of a rule, as it is written there.',
    }),
  }),
});

const CalendarImportRef = builder.objectRef<CalendarImport>('CalendarImport').implement({
  description: 'What a calendar changes in a roster.',
  fields: (t) => ({
    addedCount: t.int({ description: 'How many shifts are new.', resolve: ({ added }) => added.length }),
    added: t.field({
      type: [ImportedShiftRef],
      description: `The new ones, at most ${named}.`,
      complexity: { field: 1, multiplier: named },
      resolve: ({ added }) => added.slice(0, named),
    }),
    removedCount: t.int({
      description: 'How many of an earlier import are not in it any more.',
      resolve: ({ removed }) => removed.length,
    }),
    removed: t.field({
      type: [ImportedShiftRef],
      description: `These, at most ${named}.`,
      complexity: { field: 1, multiplier: named },
      resolve: ({ removed }) => removed.slice(0, named),
    }),
    kept: t.exposeInt('kept', { description: 'How many stay as they are.' }),
    lostChanges: t.exposeInt('lostChanges', {
      description:
        'Of those removed, how many somebody else had taken over or did not take place; what is only moved within its day keeps that.',
    }),
    unknownZones: t.exposeStringList('unknownZones', {
      description:
        'Time zones that it names and nobody knows; their times are taken for the clock of the installation.',
    }),
    unreadCount: t.int({
      description: 'How many events are not taken as they are.',
      resolve: ({ unread }) => unread.length,
    }),
    unread: t.field({
      type: [UnreadEventRef],
      description: `These, at most ${named}.`,
      resolve: ({ unread }) => unread.slice(0, named),
    }),
    outside: t.exposeInt('outside', { description: 'How many events are over, or further ahead than is read.' }),
    cancelled: t.exposeInt('cancelled', { description: 'How many events and turns are cancelled.' }),
    unknown: t.field({
      type: [UnknownNameRef],
      description: 'Names whose people are not known; their shifts are left out.',
      resolve: ({ unknown }) => unknown,
    }),
  }),
});

const CalendarPersonInput = builder.inputType('CalendarPersonInput', {
  description: 'Whom a name of a calendar means.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'As it is written there.' }),
    person: t.id({ required: true, description: 'The person.' }),
  }),
});

builder.mutationField('importRoster', (t) =>
  t.field({
    type: CalendarImportRef,
    description:
      'Takes a calendar (iCalendar, RFC 5545) into a roster, for a year and a month ahead. What it holds is added, what an earlier import brought and is not in it any more is removed; what was entered by hand and what is over stays.',
    authScopes,
    args: {
      group: t.arg.id({ required: true, description: 'The group.' }),
      calendar: t.arg.string({ required: true, description: 'The calendar as text, at most 2,000,000 characters.' }),
      people: t.arg({ type: [CalendarPersonInput], description: 'Whom names mean that are not known by themselves.' }),
      dryRun: t.arg.boolean({ required: true, description: 'Only tell what would change.' }),
    },
    resolve: (_parent, { group: id, calendar, people, dryRun }, ctx) => {
      const given = (people ?? []).map(({ name, person }) => [name, numberOf('people', person)] as const);
      return importCalendar(signedIn(ctx), numberOf('groups', id), { text: calendar, named: new Map(given), dryRun });
    },
  }),
);
