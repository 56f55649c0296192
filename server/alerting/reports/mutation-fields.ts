import { featuresFor, type ReportAct } from '#server/alerting/messages/report-rules.ts';
import { choiceOf } from '#server/alerting/recipients/choose-recipients.ts';
import { anyOf } from '#server/api/graphql/any-of.ts';
import { builder } from '#server/api/graphql/builder.ts';
import { numberOf, numbersOf, optionalNumberOf } from '#server/api/graphql/ids.ts';
import { ReportRef } from '#server/api/graphql/types.ts';
import { createActivation, createCommunication, type StartInput } from './activation.ts';
import { addReportChannels } from './channels.ts';
import { CreateActivationInput, CreateReportInput, UpdateReportInput } from './inputs.ts';
import { createReport, deleteReport, updateReport } from './report.ts';

/** Requires the feature for any type; the verb checks the report's. */
const either = (...acts: ReportAct[]) => anyOf(...acts.flatMap(featuresFor));

const startInput = (input: typeof CreateActivationInput.$inferInput): StartInput => ({
  ...input,
  eventType: numberOf('event_types', input.eventType),
  event: optionalNumberOf('events', input.event),
  reportType: optionalNumberOf('report_types', input.reportType),
  report: optionalNumberOf('reports', input.report),
  location: optionalNumberOf('locations', input.location),
  channels: input.channels ? numbersOf('channels', input.channels) : undefined,
  lists: input.lists ? numbersOf('mailing_lists', input.lists) : undefined,
});

builder.mutationFields((t) => {
  const start = {
    input: t.arg({ type: CreateActivationInput, required: true, description: 'The values for the new draft.' }),
    key: t.arg.string({
      description: 'Chosen by the client, unique per intent. The same key again returns the draft that it created.',
    }),
  };
  return {
    createActivation: t.field({
      type: ReportRef,
      description:
        'Creates an activation that is ready to send, in one step: event, report, one draft message per channel, ' +
        'text from the snippets, recipients from the event type’s lists. Other users do not see any of it in the ' +
        'event before it is sent.',
      authScopes: { feature: 'create_activation' },
      args: start,
      resolve: (_parent, { input, key }, ctx) => createActivation(ctx, startInput(input), key),
    }),
    createCommunication: t.field({
      type: ReportRef,
      description: 'Creates a communication in the same way. Its author chooses the recipients.',
      authScopes: { feature: 'create_communication' },
      args: start,
      resolve: (_parent, { input, key }, ctx) => createCommunication(ctx, startInput(input), key),
    }),
  };
});

builder.mutationFields((t) => ({
  createReport: t.field({
    type: ReportRef,
    description: 'Creates a report in an event, without messages.',
    authScopes: either('create'),
    args: { input: t.arg({ type: CreateReportInput, required: true, description: 'The report.' }) },
    resolve: (_parent, { input }, ctx) =>
      createReport(ctx, {
        ...input,
        event: numberOf('events', input.event),
        reportType: numberOf('report_types', input.reportType),
      }),
  }),
  updateReport: t.field({
    type: ReportRef,
    description:
      'Changes a report. The text and the details of the event can change only while nothing of it was sent. ' +
      'Drafts that use its text are updated.',
    authScopes: either('edit'),
    args: { input: t.arg({ type: UpdateReportInput, required: true, description: 'The changes.' }) },
    resolve: (_parent, { input }, ctx) =>
      updateReport(ctx, {
        ...input,
        id: numberOf('reports', input.id),
        location: optionalNumberOf('locations', input.location),
      }),
  }),
  deleteReport: t.field({
    type: ReportRef,
    description:
      'Removes a report and its drafts from every list, with an event that was created for it alone. Refused once ' +
      'part of it was sent.',
    authScopes: either('delete', 'create'),
    args: {
      id: t.arg.id({ required: true, description: 'The report.' }),
      ifUntouched: t.arg.boolean({
        description: 'Deletes only an unchanged report; refused once it was changed.',
      }),
    },
    resolve: (_parent, { id, ifUntouched }, ctx) => deleteReport(ctx, numberOf('reports', id), ifUntouched === true),
  }),
  addReportChannels: t.field({
    type: ReportRef,
    description:
      'Adds one draft message per channel, to the named recipients or, without any, to those of the newest message.',
    authScopes: either('addChannel', 'addChannels'),
    args: {
      report: t.arg.id({ required: true, description: 'The report.' }),
      channels: t.arg.idList({ required: true, description: 'The channels.' }),
      lists: t.arg.idList({
        description:
          'Mailing lists they go to. Without lists, groups and people, they go to the recipients of the newest ' +
          'message.',
      }),
      groups: t.arg.idList({ description: 'Groups they go to.' }),
      people: t.arg.idList({ description: 'Single people they go to.' }),
      forGroup: t.arg.id({
        description: 'The function they are for, by its group. Its stop limit counts their positive answers.',
      }),
      key: t.arg.string({ description: 'Unique per intent: the same key again adds nothing.' }),
    },
    resolve: (_parent, { report, channels, forGroup, key, ...choice }, ctx) =>
      addReportChannels(ctx, numberOf('reports', report), numbersOf('channels', channels), {
        choice: choiceOf(choice),
        forGroup: optionalNumberOf('groups', forGroup),
        key,
      }),
  }),
}));
