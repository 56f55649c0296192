import { type Feature, sendingFeature } from '#shared/permissions.ts';

/** The fields of a report that decide who may send it. */
export type Sendable = { reportType: { identifier: string }; followsAlarm: boolean };

/** Returns the feature required to send a report or to change a follow-up; the server uses the same rule. */
export const sendingFeatureOf = ({ reportType, followsAlarm }: Sendable): Feature =>
  sendingFeature({ reportType: reportType.identifier, followsAlarm });
