import { anyMessage, existingReport } from '#server/alerting/messages/read.ts';
import { anyOf } from '#server/api/graphql/any-of.ts';
import { builder } from '#server/api/graphql/builder.ts';
import { numberOf } from '#server/api/graphql/ids.ts';
import { MessageRef, ReportRef } from '#server/api/graphql/types.ts';
import { choiceOf, setMessageRecipients, setReportFunction, setReportRecipients } from './choose-recipients.ts';

const groupOf = (id: string | null | undefined): number | null => (id ? numberOf('groups', id) : null);

builder.mutationFields((t) => ({
  setMessageRecipients: t.field({
    type: MessageRef,
    description: 'Sets the recipients of a draft. An absent kind stays as it is; an empty one is cleared.',
    authScopes: anyOf('add_message_recipients', 'send_message'),
    args: {
      message: t.arg.id({ required: true, description: 'The message.' }),
      lists: t.arg.idList({ description: 'Mailing lists, in this order.' }),
      groups: t.arg.idList({ description: 'Groups, with the groups below them.' }),
      people: t.arg.idList({ description: 'Single people.' }),
    },
    resolve: async (_parent, { message, lists, groups, people }, ctx) => {
      const id = await setMessageRecipients(ctx, numberOf('messages', message), choiceOf({ lists, groups, people }));
      return anyMessage(ctx.db, id);
    },
  }),
  setReportRecipients: t.field({
    type: ReportRef,
    description:
      'Sets the recipients of all drafts of a report that are for the same function, or for none. An absent kind ' +
      'stays as it is; an empty one is cleared.',
    authScopes: anyOf('add_message_recipients', 'send_message'),
    args: {
      report: t.arg.id({ required: true, description: 'The report.' }),
      lists: t.arg.idList({ description: 'Mailing lists, in this order.' }),
      groups: t.arg.idList({ description: 'Groups, with the groups below them.' }),
      people: t.arg.idList({ description: 'Single people.' }),
      forGroup: t.arg.id({
        description: 'Only the drafts for this function; absent: the drafts for no function.',
      }),
    },
    resolve: async (_parent, { report, forGroup, ...choice }, ctx) => {
      const group = groupOf(forGroup);
      const id = await setReportRecipients(ctx, numberOf('reports', report), choiceOf(choice), group);
      return existingReport(ctx.db, id);
    },
  }),
  setReportFunction: t.field({
    type: ReportRef,
    description: 'Sets the function that drafts of a report are for. Their recipients stay as they are.',
    authScopes: anyOf('add_message_recipients', 'send_message'),
    args: {
      report: t.arg.id({ required: true, description: 'The report.' }),
      from: t.arg.id({
        description: 'The function they were for, by its group; absent: drafts that were for none.',
      }),
      to: t.arg.id({ description: 'The function they are for, by its group; absent: none.' }),
    },
    resolve: async (_parent, { report, from, to }, ctx) => {
      const id = await setReportFunction(ctx, numberOf('reports', report), groupOf(from), groupOf(to));
      return existingReport(ctx.db, id);
    },
  }),
}));
