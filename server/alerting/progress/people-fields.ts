import { builder } from '#server/api/graphql/builder.ts';
import { connectionOf, pageArgs, pageCost } from '#server/api/graphql/connection.ts';
import { numberOf } from '#server/api/graphql/ids.ts';
import { loader, loadRow } from '#server/api/graphql/loaders.ts';
import { AnswerRef, GroupRef, MessageRecipientRef, PersonRef, ReportRef } from '#server/api/graphql/types.ts';
import { arrivalsOf } from './expected.ts';
import { ExpectedArrivalRef } from './expected-fields.ts';
import { newestAnswers } from './recipient-queries.ts';
import { functionsOf, listReportPeople, type ReportPerson, recipientsOfPeople } from './report-people.ts';

const ReportPeopleFilter = builder.enumType('ReportPeopleFilter', {
  description: 'A filter for the people of a report.',
  values: {
    all: { description: 'Everyone it goes to.' },
    reached: { description: 'A provider accepted at least one message.' },
    unreached: { description: 'No message arrived and none will.' },
    waiting: { description: 'Nothing has arrived yet, but a message still may.' },
    involved: { description: 'Asked, answered, or without a usable address.' },
    not_asked: { description: 'In reserve, planned for a later step, absent, or no longer asked.' },
    coming: { description: 'The current answer is positive.' },
    declined: { description: 'The current answer is negative.' },
    unclear: { description: 'The current answer is neutral.' },
    unanswered: { description: 'Asked and has not answered.' },
    late: { description: 'The current answer was late.' },
    needs_help: { description: 'In a roll call: needs help.' },
    not_heard: { description: 'In a roll call: has not answered.' },
    not_reached: { description: 'In a roll call: has not answered, and no provider accepted a message.' },
    no_answer: { description: 'In a roll call: a message was handed over, and the person has not answered.' },
    safe: { description: 'In a roll call: is safe.' },
  } as const,
});

const ReportPeopleOrder = builder.enumType('ReportPeopleOrder', {
  description: 'The order of a report’s people.',
  values: {
    name: { description: 'By name.' },
    arrival: {
      description:
        'First people who come, by expected arrival. Then, in this order: no arrival time, arrived, undecided, no ' +
        'answer, declined, not needed any more, not asked.',
    },
    unreached: { description: 'First people that no message reached, then as by arrival.' },
    safety: {
      description:
        'For a roll call: first people who need help, the longest first. Then, in this order: not reached, no answer, ' +
        'safe.',
    },
  } as const,
});

const key = (row: ReportPerson) => `${row.reportId}:${row.id}`;

const ReportPersonRef = builder.objectRef<ReportPerson>('ReportPerson').implement({
  description: 'A person in a report’s audience: delivery on each channel, and one answer.',
  fields: (t) => ({
    person: t.field({
      type: PersonRef,
      description: 'The person.',
      resolve: async (row, _args, ctx) => (await loadRow(ctx, 'people', row.id))!,
    }),
    answer: t.field({
      type: AnswerRef,
      nullable: true,
      description: 'The current answer.',
      resolve: async (row, _args, ctx) =>
        (await loader(ctx.loaders, 'answers.newest', (keys: string[], db) => newestAnswers(db, keys)).load(key(row))) ??
        null,
    }),
    needsHelpSince: t.expose('needsHelpSince', {
      type: 'DateTime',
      nullable: true,
      description:
        'In a roll call: when the person asked for help, however often they repeated it. Null unless they need help.',
    }),
    arrival: t.field({
      type: ExpectedArrivalRef,
      nullable: true,
      description: 'The expected arrival; null unless they answered that they come.',
      resolve: async (row, _args, ctx) =>
        (await loader(ctx.loaders, 'report.people.arrivals', (keys: string[], db) => arrivalsOf(db, keys)).load(
          key(row),
        )) ?? null,
    }),
    functions: t.field({
      type: [GroupRef],
      description: 'The groups with a stop limit for which the person was chosen.',
      resolve: async (row, _args, ctx) => {
        const groups = loader(ctx.loaders, 'report.people.functions', (keys: string[], db) => functionsOf(db, keys));
        const ids = (await groups.load(key(row))) ?? [];
        const rows = await Promise.all(ids.map((id) => loadRow(ctx, 'groups', id)));
        return rows.filter((group) => group !== null);
      },
    }),
    recipients: t.field({
      type: [MessageRecipientRef],
      description: 'Delivery to this person, one entry per message.',
      resolve: async (row, _args, ctx) =>
        (await loader(ctx.loaders, 'report.people.recipients', (keys: string[], db) =>
          recipientsOfPeople(db, keys),
        ).load(key(row))) ?? [],
    }),
  }),
});

builder.objectFields(ReportRef, (t) => ({
  people: t.field({
    type: connectionOf(ReportPersonRef),
    description: 'The people it went to, each listed once.',
    args: {
      ...pageArgs(t.arg),
      offset: t.arg.int({ description: 'How many to skip, for entering the list at any position.' }),
      order: t.arg({ type: ReportPeopleOrder, description: 'The order; by name when absent.' }),
      group: t.arg.id({ description: 'Only people chosen for the stop limit of this group.' }),
      memberOf: t.arg.id({ description: 'Only direct members of this group.' }),
      show: t.arg({ type: ReportPeopleFilter, description: 'Only these; everyone when absent.' }),
      search: t.arg.string({ description: 'Part of a name.' }),
    },
    complexity: pageCost,
    resolve: (row, { group, memberOf, ...args }, ctx) =>
      listReportPeople(ctx, row.id, {
        ...args,
        groupId: group ? numberOf('groups', group) : null,
        memberOf: memberOf ? numberOf('groups', memberOf) : null,
      }),
  }),
}));
