import { TextBeforeInput, textBefore } from '#server/alerting/drafts/text-before-input.ts';
import { EventModeEnum } from '#server/alerting/events/schema.ts';
import { builder } from '#server/api/graphql/builder.ts';
import { AnswerKindEnum } from './schema.ts';

const AnswerOptionInput = builder.inputType('AnswerOptionInput', {
  description: 'One answer a recipient may give.',
  fields: (t) => ({
    code: t.string({ required: true, description: 'Up to ten letters and digits, unique within the report.' }),
    label: t.string({ required: true, description: 'What it says in German, up to 100 characters.' }),
    labelEn: t.string({ description: 'The same in English; the German text holds when absent.' }),
    kind: t.field({ type: AnswerKindEnum, required: true, description: 'What it means for a stop limit.' }),
    askMinutes: t.boolean({ description: 'Whether it asks in how many minutes the person comes.' }),
  }),
});

/** CreateReportInput of the API. */
export const CreateReportInput = builder.inputType('CreateReportInput', {
  description: 'A new report.',
  fields: (t) => ({
    event: t.id({ required: true, description: 'The event it belongs to.' }),
    reportType: t.id({ required: true, description: 'What kind of report it is.' }),
    title: t.string({ required: true, description: 'Its title.' }),
    content: t.string({ description: 'Plain text, or HTML of a small set of elements; placeholders may stand in it.' }),
    answerOptions: t.field({
      type: [AnswerOptionInput],
      description: 'What recipients may answer; “Ich komme”, “Ich komme nicht”, “Später / unklar” when absent.',
    }),
    answerUntil: t.field({ type: 'DateTime', description: 'Until when answers count; a moment to come.' }),
  }),
});

/** TextVersionInput of the API. */
const TextVersionInput = builder.inputType('TextVersionInput', {
  description: 'A text in a language.',
  fields: (t) => ({
    language: t.string({ required: true, description: 'The code of the language.' }),
    title: t.string({ required: true, description: 'The title.' }),
    content: t.string({ required: true, description: 'The text.' }),
  }),
});

/** UpdateReportInput of the API. */
export const UpdateReportInput = builder.inputType('UpdateReportInput', {
  description: 'What changes of a report.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'The report.' }),
    title: t.string({ description: 'Its title.' }),
    content: t.string({ description: 'Its text.' }),
    before: t.field({ type: TextBeforeInput, description: textBefore }),
    language: t.string({ description: 'The code of the language that title and text are in.' }),
    versions: t.field({
      type: [TextVersionInput],
      description:
        'The same text in other languages: each person gets their own while title and text stay as they are.',
    }),
    answerOptions: t.field({ type: [AnswerOptionInput], description: 'What recipients may answer.' }),
    answerUntil: t.field({ type: 'DateTime', description: 'Until when answers count; a moment to come.' }),
    location: t.id({ description: 'Where it happened; takes the place of what was said in free words.' }),
    place: t.string({ description: 'Where it happened in free words; takes the place of the location.' }),
    description: t.string({ description: 'What exactly happened, in a line.' }),
  }),
});

/** CreateActivationInput of the API, for activations and communications. */
export const CreateActivationInput = builder.inputType('CreateActivationInput', {
  description: 'What an activation or a communication is started with; everything but the event type has a default.',
  fields: (t) => ({
    event: t.id({ description: 'An existing event; a new one when absent.' }),
    name: t.string({ description: 'Name of the new event; the event type, day and time when absent.' }),
    eventType: t.id({ required: true, description: 'What kind of event it is.' }),
    reportType: t.id({ description: 'For a communication: its type, never `activation`.' }),
    location: t.id({
      description: 'Where it happened; the event type’s location when neither it nor a place is given.',
    }),
    place: t.string({ description: 'Where it happened in free words, instead of a location.' }),
    description: t.string({ description: 'What exactly happened, in a line.' }),
    mode: t.field({ type: EventModeEnum, description: 'Of the new event; LIVE when absent.' }),
    title: t.string({ description: 'Title of the report.' }),
    content: t.string({ description: 'Its text; the snippets of event type and report type when absent.' }),
    channels: t.idList({ description: 'Its channels; one of each type that addresses people when absent.' }),
    report: t.id({
      description: 'For an activation: a communication of the event it grows out of; its text and recipients are kept.',
    }),
    lists: t.idList({ description: 'Its mailing lists; for an activation the event type’s when absent.' }),
  }),
});
