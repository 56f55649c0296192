import { builder } from '#server/api/graphql/builder.ts';
import { numberOf } from '#server/api/graphql/ids.ts';
import { loadRow } from '#server/api/graphql/loaders.ts';
import { DeadlineRef, EventRef } from '#server/api/graphql/types.ts';
import { type DeadlinePreset, deadlinePresets } from '#shared/deadline-presets.ts';
import { addDeadlinePreset } from './preset.ts';
import { addToDispatch, recordDispatch } from './report.ts';
import { ReportWayRef } from './schema.ts';
import { addDeadline, correctKnowledge, resumeDeadline, saveDeadlineDraft, waiveDeadline } from './write.ts';

const Preset = builder.enumType('DeadlinePreset', {
  description: 'A set of deadlines that a law defines. BSIG_32: section 32 of the German BSI act (NIS 2).',
  values: Object.keys(deadlinePresets) as DeadlinePreset[],
});

builder.mutationFields((t) => ({
  addDeadline: t.field({
    type: DeadlineRef,
    description: 'Adds a deadline whose time an authority named, for example for an intermediate report.',
    authScopes: { feature: 'edit_event' },
    args: {
      event: t.arg.id({ required: true, description: 'The event.' }),
      name: t.arg.string({ required: true, description: 'The name of the report.' }),
      dueAt: t.arg({ type: 'DateTime', required: true, description: 'When the deadline ends.' }),
    },
    resolve: (_parent, { event, ...given }, ctx) => addDeadline(ctx, { eventId: numberOf('events', event), ...given }),
  }),
  correctKnowledge: t.field({
    type: EventRef,
    description: 'Corrects when the organisation knew of the event, as long as no report was sent.',
    authScopes: { feature: 'edit_event' },
    args: {
      event: t.arg.id({ required: true, description: 'The event.' }),
      knownAt: t.arg({ type: 'DateTime', required: true, description: 'When the organisation knew of it.' }),
      reason: t.arg.string({ required: true, description: 'Why the time is corrected.' }),
    },
    resolve: async (_parent, { event, ...given }, ctx) => {
      const eventId = numberOf('events', event);
      await correctKnowledge(ctx, { eventId, ...given });
      return (await loadRow(ctx, 'events', eventId))!;
    },
  }),
  saveDeadlineDraft: t.field({
    type: DeadlineRef,
    description: 'Stores the draft of a report, if nobody changed it meanwhile.',
    authScopes: { feature: 'edit_event' },
    args: {
      id: t.arg.id({ required: true, description: 'The deadline.' }),
      text: t.arg.string({ required: true, description: 'The text of the report.' }),
      version: t.arg.int({ required: true, description: 'The version that was read.' }),
    },
    resolve: (_parent, { id, ...given }, ctx) => saveDeadlineDraft(ctx, { id: numberOf('deadlines', id), ...given }),
  }),
}));

builder.mutationFields((t) => ({
  recordDispatch: t.field({
    type: DeadlineRef,
    description: 'Records that a report was sent to the authority. The record never changes afterwards.',
    authScopes: { feature: 'edit_event' },
    args: {
      id: t.arg.id({ required: true, description: 'The deadline.' }),
      at: t.arg({ type: 'DateTime', required: true, description: 'When it was sent.' }),
      way: t.arg({ type: ReportWayRef, required: true, description: 'The way on which it was sent.' }),
      reference: t.arg.string({ description: 'The reference number of the authority.' }),
      text: t.arg.string({ description: 'The text that was sent.' }),
      isProgress: t.arg.boolean({
        description: 'Whether it is a progress report. The final report is then due after the end of the event.',
      }),
    },
    resolve: (_parent, { id, ...given }, ctx) => recordDispatch(ctx, { id: numberOf('deadlines', id), ...given }),
  }),
  addToDispatch: t.field({
    type: DeadlineRef,
    description: 'Adds a text to a recorded dispatch, for example a reference number that came later.',
    authScopes: { feature: 'edit_event' },
    args: {
      id: t.arg.id({ required: true, description: 'The deadline.' }),
      text: t.arg.string({ required: true, description: 'The text.' }),
    },
    resolve: (_parent, { id, text }, ctx) => addToDispatch(ctx, numberOf('deadlines', id), text),
  }),
  waiveDeadline: t.field({
    type: DeadlineRef,
    description: 'Declares a report not required. Reminders end.',
    authScopes: { feature: 'edit_event' },
    args: {
      id: t.arg.id({ required: true, description: 'The deadline.' }),
      reason: t.arg.string({ required: true, description: 'Why it is not required.' }),
    },
    resolve: (_parent, { id, reason }, ctx) => waiveDeadline(ctx, numberOf('deadlines', id), reason),
  }),
  resumeDeadline: t.field({
    type: DeadlineRef,
    description: 'Takes back that a report is not required. Repeating it changes nothing.',
    authScopes: { feature: 'edit_event' },
    args: { id: t.arg.id({ required: true, description: 'The deadline.' }) },
    resolve: (_parent, { id }, ctx) => resumeDeadline(ctx, numberOf('deadlines', id)),
  }),
  addDeadlinePreset: t.boolean({
    description: 'Adds the deadlines of a preset to an event type. They can be changed afterwards.',
    authScopes: { feature: 'manage_event_type' },
    args: {
      eventType: t.arg.id({ required: true, description: 'The event type.' }),
      preset: t.arg({ type: Preset, required: true, description: 'The preset.' }),
    },
    resolve: async (_parent, { eventType, preset }, ctx) => {
      await addDeadlinePreset(ctx, numberOf('event_types', eventType), preset);
      return true;
    },
  }),
}));
