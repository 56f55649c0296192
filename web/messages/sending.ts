import { type Feature, sendingFeature } from '#shared/permissions.ts';

/** The fields that decide who may send a report. */
export type Sendable = { reportType: { identifier: string }; followsAlarm: boolean };

/** Returns the feature to send a report, as on the server. */
export const sendingFeatureOf = ({ reportType, followsAlarm }: Sendable): Feature =>
  sendingFeature({ reportType: reportType.identifier, followsAlarm });
