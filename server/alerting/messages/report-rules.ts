import { type Context, can } from '#server/platform/context.ts';
import { type Feature, type OfAlarm, sendingFeature } from '#shared/permissions.ts';

/** What is done to a report; the features differ for activations and for all others. */
export type ReportAct = 'create' | 'edit' | 'addChannel' | 'addChannels' | 'delete';

const acts: Record<ReportAct, { activation: Feature; other: Feature }> = {
  create: { activation: 'create_activation', other: 'create_report' },
  edit: { activation: 'edit_activation_text', other: 'edit_report' },
  addChannel: { activation: 'set_activation_channel', other: 'add_report_channel' },
  addChannels: { activation: 'set_activation_channels', other: 'add_report_channels' },
  delete: { activation: 'delete_activation_message', other: 'manage_report' },
};

/** The feature an act needs; `reportType` is the identifier of the report's type. */
export const featureFor = (act: ReportAct, reportType: string): Feature =>
  acts[act][reportType === 'activation' ? 'activation' : 'other'];

/** Whether the viewer may do this to a report: what follows another belongs to whoever may send it. */
export const mayAct = (
  ctx: Pick<Context, 'viewer'>,
  act: Exclude<ReportAct, 'create'>,
  report: OfAlarm & { isFollowUp: boolean },
): boolean => {
  const sending = sendingFeature(report);
  if (report.isFollowUp && sending === 'send_activation_message') return can(ctx, sending);
  return can(ctx, featureFor(act, report.reportType)) || (report.isFollowUp && can(ctx, sending));
};

/** Whether the viewer may take a draft away, and bring it back: by their role, or because it is their own. */
export const mayDelete = (
  ctx: Pick<Context, 'viewer'>,
  message: OfAlarm & { isFollowUp: boolean; insertedBy: number | null },
): boolean =>
  mayAct(ctx, 'delete', message) ||
  (message.insertedBy === ctx.viewer?.id && can(ctx, featureFor('create', message.reportType)));

/** Both features of an act; who has neither is refused before anything is read. */
export const featuresFor = (act: ReportAct): Feature[] => [acts[act].activation, acts[act].other];

/** Whether more may be written to a channel that already has this many messages of the report. */
export const canAddMessage = (allowMoreMessage: boolean, existing: number): boolean =>
  allowMoreMessage || existing === 0;

/** What one may answer. */
export interface NewAnswerOption {
  code: string;
  label: string;
  labelEn?: string | null | undefined;
  kind: 'POSITIVE' | 'NEGATIVE' | 'NEUTRAL';
  askMinutes?: boolean | null | undefined;
}

/** Answers of a report whose author names none. */
export const defaultAnswerOptions: readonly NewAnswerOption[] = [
  { code: '1', label: 'Ich komme', labelEn: 'I am coming', kind: 'POSITIVE', askMinutes: true },
  { code: '2', label: 'Ich komme nicht', labelEn: 'I am not coming', kind: 'NEGATIVE' },
  { code: '3', label: 'Später / unklar', labelEn: 'Later / not sure', kind: 'NEUTRAL' },
];

/** Whether the options can be told apart by code, without regard to case, and each says something. */
export function areAnswerable(options: readonly NewAnswerOption[]): boolean {
  const codes = options.map(({ code }) => code.trim().toLowerCase());
  const short = options.every(
    ({ label, labelEn }) => label.trim() !== '' && Math.max(label.length, labelEn?.length ?? 0) <= 100,
  );
  return short && new Set(codes).size === codes.length && codes.every((code) => /^[\p{L}\d]{1,10}$/u.test(code));
}
