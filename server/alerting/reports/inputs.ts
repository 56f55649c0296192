import { TextBeforeInput, textBefore } from '#server/alerting/drafts/text-before-input.ts';
import { EventModeEnum } from '#server/alerting/events/schema.ts';
import { builder } from '#server/api/graphql/builder.ts';
import { AnswerKindEnum, AnswerSafetyEnum, ReportQuestionEnum } from './schema.ts';

const AnswerOptionInput = builder.inputType('AnswerOptionInput', {
  description: 'One possible answer of a recipient.',
  fields: (t) => ({
    code: t.string({ required: true, description: 'Up to ten letters and digits, unique within the report.' }),
    label: t.string({ required: true, description: 'Its German text, up to 100 characters.' }),
    labelEn: t.string({ description: 'Its English text; if absent, the German text is used.' }),
    kind: t.field({ type: AnswerKindEnum, required: true, description: 'Its effect on a stop limit.' }),
    askMinutes: t.boolean({ description: 'Whether it asks in how many minutes the person comes.' }),
    safety: t.field({
      type: AnswerSafetyEnum,
      description:
        'Its meaning in a roll call. Then all options have one, both occur, and the kind is NEUTRAL. If no option has ' +
        'this field, those of a roll call keep their meaning by code, unless question is given.',
    }),
  }),
});

/** CreateReportInput in the API. */
export const CreateReportInput = builder.inputType('CreateReportInput', {
  description: 'A new report.',
  fields: (t) => ({
    event: t.id({ required: true, description: 'The event it belongs to.' }),
    reportType: t.id({ required: true, description: 'The report type.' }),
    title: t.string({ required: true, description: 'Its title.' }),
    content: t.string({
      description: 'Plain text, or HTML with a small set of elements. It can contain placeholders.',
    }),
    answerOptions: t.field({
      type: [AnswerOptionInput],
      description: 'The possible answers; “Ich komme”, “Ich komme nicht”, “Später / unklar” when absent.',
    }),
    answerUntil: t.field({
      type: 'DateTime',
      description: 'The time until which answers count; must be in the future.',
    }),
  }),
});

const TextVersionInput = builder.inputType('TextVersionInput', {
  description: 'A text in a language.',
  fields: (t) => ({
    language: t.string({ required: true, description: 'The code of the language.' }),
    title: t.string({ required: true, description: 'The title.' }),
    content: t.string({ required: true, description: 'The text.' }),
  }),
});

/** UpdateReportInput in the API. */
export const UpdateReportInput = builder.inputType('UpdateReportInput', {
  description: 'Changes to a report; absent fields stay as they are.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'The report.' }),
    title: t.string({ description: 'Its title.' }),
    content: t.string({ description: 'Its text.' }),
    before: t.field({ type: TextBeforeInput, description: textBefore }),
    language: t.string({ description: 'The code of the language that title and text are in.' }),
    versions: t.field({
      type: [TextVersionInput],
      description:
        'The same text in other languages. Each person gets their own language while title and text stay as they are.',
    }),
    answerOptions: t.field({ type: [AnswerOptionInput], description: 'The possible answers.' }),
    question: t.field({
      type: ReportQuestionEnum,
      description: 'Sets the usual answers of this question, unless answerOptions are given.',
    }),
    answerUntil: t.field({
      type: 'DateTime',
      description: 'The time until which answers count; must be in the future.',
    }),
    location: t.id({ description: 'Where it happened; replaces the place.' }),
    place: t.string({ description: 'Where it happened in free words; replaces the location.' }),
    description: t.string({ description: 'A description of the event, in one line.' }),
  }),
});

/** CreateActivationInput in the API, for activations and communications. */
export const CreateActivationInput = builder.inputType('CreateActivationInput', {
  description: 'The input for a new activation or communication. Everything but the event type has a default.',
  fields: (t) => ({
    event: t.id({ description: 'An existing event; a new one when absent.' }),
    name: t.string({ description: 'Name of the new event; the event type, day and time when absent.' }),
    eventType: t.id({ required: true, description: 'The event type.' }),
    reportType: t.id({ description: 'For a communication: its type, never `activation`.' }),
    location: t.id({
      description: 'Where it happened; absent: the event type’s location, unless a place is given.',
    }),
    place: t.string({ description: 'Where it happened in free words, instead of a location.' }),
    description: t.string({ description: 'A description of the event, in one line.' }),
    mode: t.field({ type: EventModeEnum, description: 'Mode of the new event; LIVE when absent.' }),
    title: t.string({ description: 'Title of the report.' }),
    content: t.string({ description: 'Its text; absent: the snippets of event type and report type.' }),
    channels: t.idList({ description: 'Its channels; absent: one of each type that sends to people.' }),
    report: t.id({
      description:
        'For an activation: the communication of the event that it starts from. Its text and recipients are kept.',
    }),
    lists: t.idList({ description: 'Its mailing lists; absent: for an activation, those of the event type.' }),
  }),
});
