import { loadAnswerOptions } from '#server/alerting/answers/options.ts';
import { loadDraftRevision } from '#server/alerting/messages/draft-revision.ts';
import type { Safety } from '#server/alerting/messages/report-rules.ts';
import { eventValues } from '#server/alerting/snippets/values.ts';
import { builder } from '#server/api/graphql/builder.ts';
import { idOf } from '#server/api/graphql/ids.ts';
import { loadRow } from '#server/api/graphql/loaders.ts';
import {
  AnswerOptionRef,
  EventRef,
  EventTypeRef,
  LocationRef,
  ReportRef,
  ReportTypeRef,
  UserRef,
} from '#server/api/graphql/types.ts';
import { readIn } from '#shared/administration/translated.ts';
import { outdatedIn, preparedOf, readyIn } from './prepared.ts';

/** AnswerKind in the API. */
export const AnswerKindEnum = builder.enumType('AnswerKind', {
  description: 'The effect of an answer on a stop limit.',
  values: {
    POSITIVE: { description: 'The person comes; counts towards the limit.' },
    NEGATIVE: { description: 'The person does not come; the next person is asked.' },
    NEUTRAL: { description: 'Not decided; the person’s answer is still expected.' },
  } as const,
});

/** AnswerSafety in the API. */
export const AnswerSafetyEnum = builder.enumType('AnswerSafety', {
  description: 'The meaning of an answer to a roll call.',
  values: {
    SAFE: { description: 'The person is safe.' },
    NEEDS_HELP: { description: 'The person needs help.' },
  } as const,
});

/** ReportQuestion in the API. */
export const ReportQuestionEnum = builder.enumType('ReportQuestion', {
  description: 'The question of a report.',
  values: {
    ARRIVAL: { description: 'Whether the person comes.' },
    SAFETY: { description: 'Whether the person is safe: a roll call. Stop limits do not apply.' },
  } as const,
});

AnswerOptionRef.implement({
  description: 'One possible answer of a recipient.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'The code to type in an SMS.' }),
    label: t.string({
      description: 'Its text, in the language of the signed-in user.',
      resolve: (row, _args, ctx) => readIn(row, 'label', ctx.viewer?.language),
    }),
    labelDe: t.exposeString('label', { description: 'Its German text, regardless of the reader’s language.' }),
    labelEn: t.exposeString('labelEn', {
      nullable: true,
      description: 'Its English text; if empty, the German text is used.',
    }),
    kind: t.field({
      type: AnswerKindEnum,
      description: 'Its effect on a stop limit.',
      resolve: (row) => row.kind as 'POSITIVE' | 'NEGATIVE' | 'NEUTRAL',
    }),
    askMinutes: t.exposeBoolean('askMinutes', { description: 'Whether it asks in how many minutes the person comes.' }),
    safety: t.field({
      type: AnswerSafetyEnum,
      nullable: true,
      description: 'Its meaning in a roll call; null in other reports.',
      resolve: (row) => row.safety as Safety | null,
    }),
  }),
});

const PreparedTextRef = builder
  .objectRef<{ language: string; title: string; content: string }>('PreparedText')
  .implement({
    description: 'A text in a language.',
    fields: (t) => ({
      language: t.exposeString('language', { description: 'Its language, by its code.' }),
      title: t.exposeString('title', { description: 'The title.' }),
      content: t.exposeString('content', { description: 'The text.' }),
    }),
  });

ReportRef.implement({
  description: 'Content that an event sends out. Each of its messages carries it on one channel.',
  fields: (t) => ({
    id: t.id({ description: 'Path of the resource.', resolve: (row) => idOf('reports', row.id) }),
    _id: t.exposeInt('id', { description: 'Its number.' }),
    title: t.exposeString('title', { description: 'Its title.' }),
    content: t.exposeString('content', { description: 'Plain text, or HTML with a small set of elements.' }),
    language: t.exposeString('language', {
      nullable: true,
      description: 'The code of the language of title and text; null if the author wrote them without a template.',
    }),
    prepared: t.field({
      type: [PreparedTextRef],
      description:
        'The text in each language in which it goes out. Empty once title or text changed without the other languages.',
      resolve: (row) => readyIn(row).map((language) => ({ language, ...preparedOf(row)[language]! })),
    }),
    outdated: t.field({
      type: [PreparedTextRef],
      description: 'Versions in other languages that do not go out because the text changed since.',
      resolve: (row) => outdatedIn(row).map((language) => ({ language, ...preparedOf(row)[language]! })),
    }),
    reportType: t.field({
      type: ReportTypeRef,
      description: 'The report type. The type `activation` calls in the crisis team.',
      resolve: async (row, _args, ctx) => (await loadRow(ctx, 'reportTypes', row.reportTypeId))!,
    }),
    event: t.field({
      type: EventRef,
      description: 'The event it belongs to.',
      resolve: async (row, _args, ctx) => (await loadRow(ctx, 'events', row.eventId))!,
    }),
    insertedBy: t.field({
      type: UserRef,
      nullable: true,
      description: 'Its author.',
      resolve: (row, _args, ctx) => loadRow(ctx, 'users', row.insertedBy),
    }),
    insertedAt: t.expose('insertedAt', { type: 'DateTime', description: 'When it was written.' }),
    answerOptions: t.field({
      type: [AnswerOptionRef],
      description: 'The possible answers, in this order.',
      resolve: (row, _args, ctx) => loadAnswerOptions(ctx, row.id),
    }),
    placeholders: t.field({
      type: 'JSON',
      description:
        'The current values of the placeholders in its text, by name. Those that differ per person are missing.',
      complexity: 10,
      resolve: (row, _args, ctx) => eventValues(ctx, row.eventId, { report: row.id }),
    }),
    seen: t.string({
      description:
        'A mark of its drafts, for sendReport; never newer than the other values in the response. It changes as ' +
        'soon as a user changes the content to send. Changes to lists and people do not change it.',
      complexity: 10,
      resolve: (row, _args, ctx) => loadDraftRevision(ctx, row.id),
    }),
    answerUntil: t.expose('answerUntil', {
      type: 'DateTime',
      nullable: true,
      description: 'Answers after this moment are stored and marked late.',
    }),
  }),
});

builder.objectFields(ReportRef, (t) => ({
  eventType: t.field({
    type: EventTypeRef,
    nullable: true,
    description: 'The event type it was prepared for: its text, lists and usual place come from this type.',
    resolve: (row, _args, ctx) => loadRow(ctx, 'eventTypes', row.eventTypeId),
  }),
  location: t.field({
    type: LocationRef,
    nullable: true,
    description:
      'Where it happened, as stated by its author; the event takes it over when it is sent. Null if not stated.',
    resolve: (row, _args, ctx) => loadRow(ctx, 'locations', row.locationId),
  }),
  place: t.exposeString('place', { nullable: true, description: 'The place in free words, if no location fits.' }),
  description: t.exposeString('description', {
    nullable: true,
    description: 'A description of the event. The event takes it over when the report is sent.',
  }),
}));
