import { type Context, can } from '#server/platform/context.ts';
import { type Feature, type OfAlarm, sendingFeature } from '#shared/permissions.ts';

/** Features differ between activations and others. */
export type ReportAct = 'create' | 'edit' | 'addChannel' | 'addChannels' | 'delete';

const acts: Record<ReportAct, { activation: Feature; other: Feature }> = {
  create: { activation: 'create_activation', other: 'create_report' },
  edit: { activation: 'edit_activation_text', other: 'edit_report' },
  addChannel: { activation: 'set_activation_channel', other: 'add_report_channel' },
  addChannels: { activation: 'set_activation_channels', other: 'add_report_channels' },
  delete: { activation: 'delete_activation_message', other: 'manage_report' },
};

/** Returns the feature for an action and report type. */
export const featureFor = (act: ReportAct, reportType: string): Feature =>
  acts[act][reportType === 'activation' ? 'activation' : 'other'];

/** Returns whether the viewer may do this; follow-ups require sending rights. */
export const mayAct = (
  ctx: Pick<Context, 'viewer'>,
  act: Exclude<ReportAct, 'create'>,
  report: OfAlarm & { isFollowUp: boolean },
): boolean => {
  const sending = sendingFeature(report);
  if (report.isFollowUp && sending === 'send_activation_message') return can(ctx, sending);
  return can(ctx, featureFor(act, report.reportType)) || (report.isFollowUp && can(ctx, sending));
};

/** Returns whether the viewer may delete and restore a draft. */
export const mayDelete = (
  ctx: Pick<Context, 'viewer'>,
  message: OfAlarm & { isFollowUp: boolean; insertedBy: number | null },
): boolean =>
  mayAct(ctx, 'delete', message) ||
  (message.insertedBy === ctx.viewer?.id && can(ctx, featureFor('create', message.reportType)));

/** Returns an action's features, for a refusal before any query. */
export const featuresFor = (act: ReportAct): Feature[] => [acts[act].activation, acts[act].other];

/** Returns whether a channel may get another message. */
export const canAddMessage = (allowMoreMessage: boolean, existing: number): boolean =>
  allowMoreMessage || existing === 0;

/** An answer option. */
export interface NewAnswerOption {
  code: string;
  label: string;
  labelEn?: string | null | undefined;
  kind: 'POSITIVE' | 'NEGATIVE' | 'NEUTRAL';
  askMinutes?: boolean | null | undefined;
  safety?: Safety | null | undefined;
}

/** The meaning of an answer to a roll call. */
export type Safety = 'SAFE' | 'NEEDS_HELP';

/** The default answer options of a report. */
export const defaultAnswerOptions: readonly NewAnswerOption[] = [
  { code: '1', label: 'Ich komme', labelEn: 'I am coming', kind: 'POSITIVE', askMinutes: true },
  { code: '2', label: 'Ich komme nicht', labelEn: 'I am not coming', kind: 'NEGATIVE' },
  { code: '3', label: 'Später / unklar', labelEn: 'Later / not sure', kind: 'NEUTRAL' },
];

/** The usual answer options of a roll call. */
export const rollCallOptions: readonly NewAnswerOption[] = [
  { code: '1', label: 'Ich bin in Sicherheit', labelEn: 'I am safe', kind: 'NEUTRAL', safety: 'SAFE' },
  { code: '2', label: 'Ich brauche Hilfe', labelEn: 'I need help', kind: 'NEUTRAL', safety: 'NEEDS_HELP' },
];

/** Returns whether options are a roll call's. */
export const isRollCall = (options: readonly { safety?: string | null | undefined }[]): boolean =>
  options.some(({ safety }) => Boolean(safety));

/** Returns whether all options mean only safety or help, and both occur. */
export function haveOneMeaning(options: readonly NewAnswerOption[]): boolean {
  if (!isRollCall(options)) return true;
  const meanings = new Set(options.map(({ safety }) => safety));
  return (
    meanings.has('SAFE') &&
    meanings.size === 2 &&
    options.every((one) => one.safety && one.kind === 'NEUTRAL' && !one.askMinutes)
  );
}

/** Returns whether codes and labels are distinct, regardless of case. */
export function areAnswerable(options: readonly NewAnswerOption[]): boolean {
  const codes = options.map(({ code }) => code.trim().toLowerCase());
  const short = options.every(
    ({ label, labelEn }) => label.trim() !== '' && Math.max(label.length, labelEn?.length ?? 0) <= 100,
  );
  return short && new Set(codes).size === codes.length && codes.every((code) => /^[\p{L}\d]{1,10}$/u.test(code));
}
