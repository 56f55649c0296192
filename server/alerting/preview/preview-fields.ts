import { composing } from '#server/alerting/preflight/composing.ts';
import { CostEstimateRef } from '#server/alerting/preflight/cost-fields.ts';
import { builder } from '#server/api/graphql/builder.ts';
import { numberOf } from '#server/api/graphql/ids.ts';
import { loadRow } from '#server/api/graphql/loaders.ts';
import { MessageRef, PersonRef } from '#server/api/graphql/types.ts';
import type { ArrivingPart } from '#server/channels/arrival.ts';
import type { LostPart } from './losses.ts';
import { type MessagePreview, previewReport } from './preview.ts';
import type { Unfilled } from './unfilled.ts';

const PartRef = builder.objectRef<ArrivingPart>('PreviewPart').implement({
  description: 'A piece of a message as it arrives: a part of an SMS, a post of a thread, or the speech of a call.',
  fields: (t) => ({
    text: t.exposeString('text', { description: 'The text of the part.' }),
    place: t.string({
      nullable: true,
      description: 'The network or language it is for, if a message goes to several.',
      resolve: (row) => row.place ?? null,
    }),
    times: t.int({ description: 'How many times it is spoken.', resolve: (row) => row.times ?? 1 }),
    length: t.int({
      nullable: true,
      description: 'Its length, in the units of the channel or network.',
      resolve: (row) => row.length ?? null,
    }),
    limit: t.int({
      nullable: true,
      description: 'The maximum length; null without a limit.',
      resolve: (row) => row.limit ?? null,
    }),
  }),
});

const LossRef = builder.objectRef<LostPart>('PreviewLoss').implement({
  description: 'A part of a message that a channel drops or shortens.',
  fields: (t) => ({
    loss: t.string({ description: 'The kind of loss, as a key (loss_…).', resolve: (row) => row.loss }),
    places: t.stringList({
      description: 'The networks it affects; empty: all destinations of the message.',
      resolve: (row) => [...row.places],
    }),
    kept: t.exposeInt('kept', { nullable: true, description: 'How many characters or answers arrive.' }),
  }),
});

const UnfilledRef = builder.objectRef<Unfilled>('UnfilledPlaceholder').implement({
  description: 'A placeholder that stays empty for some recipients.',
  fields: (t) => ({
    placeholder: t.exposeString('placeholder', { description: 'Its name, e.g. person.title.' }),
    people: t.exposeInt('people', { description: 'How many people.' }),
  }),
});

const FrameRef = builder.objectRef<NonNullable<MessagePreview['frame']>>('PreviewFrame').implement({
  description: 'The text around the author’s words in a short text, for counting while they are typed.',
  fields: (t) => ({
    before: t.exposeString('before', { description: 'The text before them.' }),
    after: t.exposeString('after', { description: 'The text after them.' }),
    values: t.field({
      type: 'JSON',
      description: 'The values of the placeholders.',
      resolve: (row) => ({ ...row.values }),
    }),
  }),
});

const PreviewAnswerRef = builder.objectRef<MessagePreview['answers'][number]>('PreviewAnswer').implement({
  description: 'An answer that is offered.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'Its code.' }),
    label: t.exposeString('label', { description: 'Its text.' }),
  }),
});

const PreviewRef = builder.objectRef<MessagePreview>('MessagePreview').implement({
  description: 'A message as it would arrive, produced by the same code that sends it. Nothing is stored or sent.',
  fields: (t) => ({
    message: t.field({
      type: MessageRef,
      description: 'The message.',
      resolve: async (row, _args, ctx) => (await loadRow(ctx, 'messages', row.messageId))!,
    }),
    seen: t.exposeString('seen', { description: 'The mark of its report’s drafts at the time of the preview.' }),
    person: t.field({
      type: PersonRef,
      nullable: true,
      description: 'The person whose values the placeholders show; null if it is published, or has no recipient.',
      resolve: (row, _args, ctx) => (row.personId === null ? null : loadRow(ctx, 'people', row.personId)),
    }),
    shape: t.string({
      description: 'Its form: short, voice, notice, mail or post.',
      resolve: (row) => row.shape,
    }),
    language: t.exposeString('language', { description: 'The language of the text around the author’s words.' }),
    encoding: t.string({
      nullable: true,
      description: 'The SMS encoding, GSM-7 or UCS-2; null for other channels.',
      resolve: (row) => row.arrival.encoding ?? null,
    }),
    subject: t.exposeString('subject', { description: 'Its subject or title; an empty string if it has none.' }),
    html: t.exposeString('html', { nullable: true, description: 'A mail as HTML.' }),
    parts: t.field({
      type: [PartRef],
      description: 'The text as it arrives, in order.',
      resolve: (row) => [...row.arrival.parts],
    }),
    media: t.string({
      nullable: true,
      description: 'The address of an attached picture or video.',
      resolve: (row) => row.arrival.media ?? null,
    }),
    document: t.string({
      nullable: true,
      description: 'The machine-readable version, as XML.',
      resolve: (row) => row.arrival.document ?? null,
    }),
    answers: t.field({ type: [PreviewAnswerRef], description: 'The answers offered.', resolve: (row) => row.answers }),
    frame: t.field({
      type: FrameRef,
      nullable: true,
      description: 'The text around a short text; null for other forms.',
      resolve: (row) => row.frame,
    }),
    losses: t.field({
      type: [LossRef],
      description: 'The parts that do not arrive as written.',
      resolve: (row) => row.losses,
    }),
    unfilled: t.field({
      type: [UnfilledRef],
      description: 'Placeholders without a value.',
      resolve: (row) => row.unfilled,
    }),
    cost: t.field({ type: CostEstimateRef, description: 'The estimated cost.', resolve: (row) => row.cost }),
  }),
});

const TypedTextRef = builder.inputType('TypedTextInput', {
  description: 'A text that is being written and is not stored yet.',
  fields: (t) => ({
    message: t.id({ required: true, description: 'The message it is for.' }),
    title: t.string({ required: true, description: 'The title.' }),
    content: t.string({ required: true, description: 'The text.' }),
  }),
});

builder.queryFields((t) => ({
  previewReport: t.field({
    type: [PreviewRef],
    description: 'Previews the unsent messages of a report.',
    authScopes: composing,
    args: {
      report: t.arg.id({ required: true, description: 'The report.' }),
      texts: t.arg({ type: [TypedTextRef], description: 'Texts to use instead of the stored ones.' }),
    },
    complexity: 20,
    resolve: (_parent, { report, texts }, ctx) =>
      previewReport(
        ctx,
        numberOf('reports', report),
        (texts ?? []).map(({ message, ...text }) => ({ ...text, message: numberOf('messages', message) })),
      ),
  }),
}));
