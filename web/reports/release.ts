import type { ReportDetails, ReportMessage } from './queries.ts';

/** Returns whether a message needs a second person's release. Others don't wait for it. */
export const needsRelease = ({ reportType }: Pick<ReportDetails, 'reportType'>, { channel }: ReportMessage): boolean =>
  reportType.requiresRelease || channel.requiresRelease;

export const channelNames = (messages: readonly ReportMessage[]): string =>
  messages.map(({ channel }) => channel.name).join(', ');
