import { composing } from '#server/alerting/preflight/composing.ts';
import { CostEstimateRef } from '#server/alerting/preflight/preflight-fields.ts';
import { builder } from '#server/api/graphql/builder.ts';
import { numberOf } from '#server/api/graphql/ids.ts';
import { loadRow } from '#server/api/graphql/loaders.ts';
import { MessageRef, PersonRef, type Row } from '#server/api/graphql/types.ts';
import type { ArrivingPart } from '#server/channels/arrival.ts';
import type { LostPart } from './losses.ts';
import { type MessagePreview, previewReport } from './preview.ts';
import type { Unfilled } from './unfilled.ts';

const PartRef = builder.objectRef<ArrivingPart>('PreviewPart').implement({
  description: 'A piece of a message as it arrives: a part of an SMS, a post of a thread, what is said in a call.',
  fields: (t) => ({
    text: t.exposeString('text', { description: 'What it says.' }),
    place: t.string({
      nullable: true,
      description: 'The network or language it is for, where a message goes to several.',
      resolve: (row) => row.place ?? null,
    }),
    times: t.int({ description: 'How often it is said.', resolve: (row) => row.times ?? 1 }),
    length: t.int({
      nullable: true,
      description: 'How long it is, as the place measures.',
      resolve: (row) => row.length ?? null,
    }),
    limit: t.int({
      nullable: true,
      description: 'How long it may be; empty where nothing limits it.',
      resolve: (row) => row.limit ?? null,
    }),
  }),
});

const LossRef = builder.objectRef<LostPart>('PreviewLoss').implement({
  description: 'Something that does not arrive on a channel as it was written.',
  fields: (t) => ({
    loss: t.string({ description: 'What it is, as a key (loss_…).', resolve: (row) => row.loss }),
    places: t.stringList({
      description: 'The networks it holds for; none: wherever the message goes.',
      resolve: (row) => [...row.places],
    }),
    kept: t.exposeInt('kept', { nullable: true, description: 'How many characters or answers do arrive.' }),
  }),
});

const UnfilledRef = builder.objectRef<Unfilled>('UnfilledPlaceholder').implement({
  description: 'A placeholder that stays empty for some of those who get the message.',
  fields: (t) => ({
    placeholder: t.exposeString('placeholder', { description: 'Its name, e.g. person.title.' }),
    people: t.exposeInt('people', { description: 'How many people.' }),
  }),
});

const FrameRef = builder.objectRef<NonNullable<MessagePreview['frame']>>('PreviewFrame').implement({
  description: 'What stands around the author’s words in a short text, for counting while they are typed.',
  fields: (t) => ({
    before: t.exposeString('before', { description: 'Before them.' }),
    after: t.exposeString('after', { description: 'After them.' }),
    values: t.field({
      type: 'JSON',
      description: 'What placeholders stand for.',
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
  description: 'A message as it would arrive, made by what sends it; nothing is stored or sent.',
  fields: (t) => ({
    message: t.field({
      type: MessageRef,
      description: 'The message.',
      resolve: async (row, _args, ctx) => (await loadRow<'messages', Row<'messages'>>(ctx, 'messages', row.messageId))!,
    }),
    seen: t.exposeString('seen', { description: 'A mark of what the drafts of its report were when it was made.' }),
    person: t.field({
      type: PersonRef,
      nullable: true,
      description: 'In whose words it is put; empty when it is published, or reaches nobody.',
      resolve: (row, _args, ctx) =>
        row.personId === null ? null : loadRow<'people', Row<'people'>>(ctx, 'people', row.personId),
    }),
    shape: t.string({
      description: 'What it becomes: short, voice, notice, mail or post.',
      resolve: (row) => row.shape,
    }),
    language: t.exposeString('language', { description: 'The language of what is put around the author’s words.' }),
    encoding: t.string({
      nullable: true,
      description: 'How an SMS is encoded, GSM-7 or UCS-2; empty where nothing is counted so.',
      resolve: (row) => row.arrival.encoding ?? null,
    }),
    subject: t.exposeString('subject', { description: 'Its subject or title; empty where there is none.' }),
    html: t.exposeString('html', { nullable: true, description: 'A mail as HTML.' }),
    parts: t.field({
      type: [PartRef],
      description: 'The text as it arrives, in this order.',
      resolve: (row) => [...row.arrival.parts],
    }),
    media: t.string({
      nullable: true,
      description: 'The address of a picture or video that goes along.',
      resolve: (row) => row.arrival.media ?? null,
    }),
    document: t.string({
      nullable: true,
      description: 'What programs read, as XML.',
      resolve: (row) => row.arrival.document ?? null,
    }),
    answers: t.field({ type: [PreviewAnswerRef], description: 'The answers offered.', resolve: (row) => row.answers }),
    frame: t.field({
      type: FrameRef,
      nullable: true,
      description: 'For a short text: what it is put into.',
      resolve: (row) => row.frame,
    }),
    losses: t.field({ type: [LossRef], description: 'What does not arrive as written.', resolve: (row) => row.losses }),
    unfilled: t.field({
      type: [UnfilledRef],
      description: 'Placeholders without a value.',
      resolve: (row) => row.unfilled,
    }),
    cost: t.field({ type: CostEstimateRef, description: 'What it would cost.', resolve: (row) => row.cost }),
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
    description: 'What would arrive of a report’s messages that have not been sent.',
    authScopes: composing,
    args: {
      report: t.arg.id({ required: true, description: 'The report.' }),
      texts: t.arg({ type: [TypedTextRef], description: 'Texts instead of the stored ones.' }),
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
