import type { ReportDetails, ReportMessage } from './queries.ts';

/** Whether a message waits for a second person when it is sent; the others of its report do not wait for it. */
export const needsRelease = ({ reportType }: Pick<ReportDetails, 'reportType'>, { channel }: ReportMessage): boolean =>
  reportType.requiresRelease || channel.requiresRelease;

/** The channels of messages, by name. */
export const channelNames = (messages: readonly ReportMessage[]): string =>
  messages.map(({ channel }) => channel.name).join(', ');
