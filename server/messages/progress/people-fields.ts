import { builder } from '#server/graphql/builder.ts';
import { connectionOf, pageArgs, pageCost } from '#server/graphql/connection.ts';
import { loader, loadRow } from '#server/graphql/loaders.ts';
import { AnswerRef, MessageRecipientRef, PersonRef, ReportRef, type Row } from '#server/graphql/types.ts';
import { newestAnswers } from './recipient-queries.ts';
import { listReportPeople, type ReportPerson, recipientsOfPeople } from './report-people.ts';

const ReportPeopleFilter = builder.enumType('ReportPeopleFilter', {
  description: 'What a list of a report’s people can be narrowed to.',
  values: {
    all: { description: 'Everyone it goes to.' },
    reached: { description: 'At least one message was taken by a provider.' },
    unreached: { description: 'No message arrived and none will.' },
    waiting: { description: 'Nothing arrived yet, something still may.' },
    coming: { description: 'The answer that holds is positive.' },
    declined: { description: 'The answer that holds is negative.' },
    unclear: { description: 'The answer that holds is neutral.' },
    unanswered: { description: 'Asked and has not answered.' },
    late: { description: 'The answer that holds came late.' },
  } as const,
});

const key = (row: ReportPerson) => `${row.reportId}:${row.id}`;

const ReportPersonRef = builder.objectRef<ReportPerson>('ReportPerson').implement({
  description: 'Someone a report goes to: delivery on each channel, and one answer.',
  fields: (t) => ({
    person: t.field({
      type: PersonRef,
      description: 'The person.',
      resolve: async (row, _args, ctx) => (await loadRow<'people', Row<'people'>>(ctx, 'people', row.id))!,
    }),
    answer: t.field({
      type: AnswerRef,
      nullable: true,
      description: 'The answer that holds.',
      resolve: async (row, _args, ctx) =>
        (await loader(ctx.loaders, 'answers.newest', (keys: string[], db) => newestAnswers(db, keys)).load(key(row))) ??
        null,
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
    description: 'The people it went to, each once whatever the channels, by name.',
    args: {
      ...pageArgs(t.arg),
      show: t.arg({ type: ReportPeopleFilter, description: 'Only these; everyone when absent.' }),
      search: t.arg.string({ description: 'Part of a name.' }),
    },
    complexity: pageCost,
    resolve: (row, args, ctx) => listReportPeople(ctx, row.id, args),
  }),
}));
