import { builder } from '#server/api/graphql/builder.ts';
import { numberOf } from '#server/api/graphql/ids.ts';
import { loadRow } from '#server/api/graphql/loaders.ts';
import { GroupRef, PersonRef } from '#server/api/graphql/types.ts';
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
    person: t.id({ required: true, description: 'The person on duty.' }),
    from: t.field({ type: 'DateTime', required: true, description: 'The start of the first turn.' }),
    until: t.field({
      type: 'DateTime',
      required: true,
      description: 'The end of the first turn, at most 31 days later.',
    }),
    everyWeeks: t.int({ description: 'Repeats after this many weeks, 1 to 52, at the same time of day.' }),
    repeatsUntil: t.field({ type: 'Date', description: 'The last day on which it starts; absent: no end.' }),
  }),
});

const shiftOf = ({ person, ...rest }: typeof ShiftInput.$inferInput): NewShift => ({
  ...rest,
  personId: numberOf('people', person),
});

const group = async (ctx: Context, id: number) => (await loadRow(ctx, 'groups', id))!;

builder.mutationFields((t) => {
  const ofGroup = t.arg.id({ required: true, description: 'The group.' });
  const shift = t.arg.int({ required: true, description: 'The number of the shift.' });
  const input = t.arg({ type: ShiftInput, required: true, description: 'The shift.' });
  const turn = t.arg.int({ required: true, description: 'The turn of the shift, counted from 0.' });
  return {
    createShift: t.field({
      type: GroupRef,
      description: 'Adds a shift to the roster of a group.',
      authScopes,
      args: { group: ofGroup, input },
      resolve: async (_parent, args, ctx) =>
        group(ctx, await createShift(signedIn(ctx), numberOf('groups', args.group), shiftOf(args.input))),
    }),
    deleteShift: t.field({
      type: GroupRef,
      description: 'Removes a shift, or its turns from one turn on. Earlier turns stay.',
      authScopes,
      args: { shift, fromTurn: t.arg.int({ description: 'The first turn to remove, counted from 0; absent: all.' }) },
      resolve: async (_parent, args, ctx) =>
        group(ctx, await deleteShift(signedIn(ctx), args.shift, args.fromTurn ?? 0)),
    }),
    setSubstitute: t.field({
      type: GroupRef,
      description:
        'Sets a substitute for one turn of a shift. If it is the person whose shift it is, the substitute is removed.',
      authScopes,
      args: { shift, turn, person: t.arg.id({ required: true, description: 'The person who takes the turn.' }) },
      resolve: async (_parent, args, ctx) => {
        const change = { id: args.shift, turn: args.turn, substituteId: numberOf('people', args.person) };
        return group(ctx, await changeTurn(signedIn(ctx), change));
      },
    }),
    dropTurn: t.field({
      type: GroupRef,
      description: 'Cancels one turn of a shift; setSubstitute restores it.',
      authScopes,
      args: { shift, turn },
      resolve: async (_parent, args, ctx) =>
        group(ctx, await changeTurn(signedIn(ctx), { id: args.shift, turn: args.turn, substituteId: null })),
    }),
    setAlwaysNeeded: t.field({
      type: GroupRef,
      description: 'Sets whether a person of the group must be on duty at all times.',
      authScopes,
      args: {
        group: ofGroup,
        alwaysNeeded: t.arg.boolean({ required: true, description: 'False: a person is needed only during shifts.' }),
      },
      resolve: async (_parent, args, ctx) =>
        group(ctx, await setAlwaysNeeded(signedIn(ctx), numberOf('groups', args.group), args.alwaysNeeded)),
    }),
    createRosterLink: t.string({
      description:
        'Creates the secret address of the roster’s calendar, shown only in this response. An earlier address ' +
        'becomes invalid.',
      authScopes,
      args: { group: ofGroup },
      resolve: (_parent, args, ctx) => createRosterLink(signedIn(ctx), numberOf('groups', args.group)),
    }),
    revokeRosterLink: t.field({
      type: GroupRef,
      description: 'Revokes the address of the roster’s calendar.',
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
      description: 'The person on duty.',
      resolve: async ({ personId }, _args, ctx) => (await loadRow(ctx, 'people', personId))!,
    }),
    starts: t.exposeString('starts', {
      description: 'The start, in the time zone of the installation, 2026-11-27T18:00.',
    }),
    ends: t.exposeString('ends', { description: 'The end, in the time zone of the installation.' }),
  }),
});

const UnknownNameRef = builder.objectRef<CalendarImport['unknown'][number]>('UnknownCalendarName').implement({
  description: 'A name in a calendar that matches no person, or more than one.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name as written in the calendar.' }),
    shifts: t.exposeInt('shifts', { description: 'How many shifts are left out because of it.' }),
  }),
});

/** Shifts listed individually. */
const named = 50;

const UnreadReasonEnum = builder.enumType('UnreadCalendarReason', {
  description: 'The reason why an event of a calendar can’t be imported unchanged.',
  values: {
    TIMES: { value: 'times', description: 'Its times can’t be read, or its duration is zero.' },
    RULE: { value: 'rule', description: 'A part of its recurrence rule isn’t supported.' },
    START: { value: 'start', description: 'Its start isn’t part of its own recurrence rule, and no shift.' },
    CHANGE: {
      value: 'change',
      description:
        'It changes a turn that its series doesn’t have. Unless it is a cancellation, it is added as a separate shift.',
    },
    DECLINED: { value: 'declined', description: 'All invited people declined.' },
    LONG: { value: 'long', description: 'It is longer than a shift may be.' },
    OLDER: { value: 'older', description: 'The file holds a newer version of it.' },
    ABSENT: { value: 'absent', description: 'Its title says that somebody is on leave.' },
    OTHERS: { value: 'others', description: 'It invites several people; one is added, `part` names the others.' },
    KIND: { value: 'kind', description: 'Its kind of entry isn’t an event; `part` is the number of such entries.' },
  } as const,
});

const UnreadEventRef = builder.objectRef<CalendarImport['unread'][number]>('UnreadCalendarEvent').implement({
  description: 'An event of a calendar that can’t be imported unchanged.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its title, or the invited people if it has none.' }),
    starts: t.exposeString('starts', {
      nullable: true,
      description: 'The start, in the time zone of the installation; null if it can’t be read.',
    }),
    reason: t.field({ type: UnreadReasonEnum, description: 'The reason.', resolve: ({ reason }) => reason }),
    part: t.exposeString('part', {
      nullable: true,
      description: 'The value, part of a rule or names, as written in the calendar.',
    }),
  }),
});

const CalendarImportRef = builder.objectRef<CalendarImport>('CalendarImport').implement({
  description: 'The changes that a calendar makes to a roster.',
  fields: (t) => ({
    addedCount: t.int({ description: 'Number of new shifts.', resolve: ({ added }) => added.length }),
    added: t.field({
      type: [ImportedShiftRef],
      description: `The new shifts, at most ${named}.`,
      complexity: { field: 1, multiplier: named },
      resolve: ({ added }) => added.slice(0, named),
    }),
    removedCount: t.int({
      description: 'Number of shifts of an earlier import that the calendar no longer contains.',
      resolve: ({ removed }) => removed.length,
    }),
    removed: t.field({
      type: [ImportedShiftRef],
      description: `The removed shifts, at most ${named}.`,
      complexity: { field: 1, multiplier: named },
      resolve: ({ removed }) => removed.slice(0, named),
    }),
    kept: t.exposeInt('kept', { description: 'Number of unchanged shifts.' }),
    lostChanges: t.exposeInt('lostChanges', {
      description:
        'How many of the removed shifts had a substitute or were dropped. A shift that only moves within its day ' +
        'keeps such changes.',
    }),
    unknownZones: t.exposeStringList('unknownZones', {
      description: 'Unknown time zones in the calendar. Their times are read in the time zone of the installation.',
    }),
    unreadCount: t.int({
      description: 'Number of events that can’t be imported unchanged.',
      resolve: ({ unread }) => unread.length,
    }),
    unread: t.field({
      type: [UnreadEventRef],
      description: `These events, at most ${named}.`,
      resolve: ({ unread }) => unread.slice(0, named),
    }),
    outside: t.exposeInt('outside', {
      description: 'Number of events that are over, or beyond the period that is read.',
    }),
    cancelled: t.exposeInt('cancelled', { description: 'Number of cancelled events and turns.' }),
    unknown: t.field({
      type: [UnknownNameRef],
      description: 'Names that match no known person. Their shifts are left out.',
      resolve: ({ unknown }) => unknown,
    }),
  }),
});

const CalendarPersonInput = builder.inputType('CalendarPersonInput', {
  description: 'Assigns a name in a calendar to a person.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'The name as written in the calendar.' }),
    person: t.id({ required: true, description: 'The person.' }),
  }),
});

builder.mutationField('importRoster', (t) =>
  t.field({
    type: CalendarImportRef,
    description:
      'Imports a calendar (iCalendar, RFC 5545) into a roster, for a year and a month ahead. Adds its shifts, and ' +
      'removes shifts of an earlier import that it no longer contains. Manual entries and past shifts stay.',
    authScopes,
    args: {
      group: t.arg.id({ required: true, description: 'The group.' }),
      calendar: t.arg.string({ required: true, description: 'The calendar as text, at most 2,000,000 characters.' }),
      people: t.arg({
        type: [CalendarPersonInput],
        description: 'People for names that cannot be matched automatically.',
      }),
      dryRun: t.arg.boolean({ required: true, description: 'Only returns a preview.' }),
    },
    resolve: (_parent, { group: id, calendar, people, dryRun }, ctx) => {
      const given = (people ?? []).map(({ name, person }) => [name, numberOf('people', person)] as const);
      return importCalendar(signedIn(ctx), numberOf('groups', id), { text: calendar, named: new Map(given), dryRun });
    },
  }),
);
