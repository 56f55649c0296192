import { type Feature, sendingFeature } from '#shared/permissions.ts';

/** A report, as far as it decides who may send it. */
export type Sendable = { reportType: { identifier: string }; followsAlarm: boolean };

/** What sending a report, and changing what follows another, asks for; the server decides by the same. */
export const sendingFeatureOf = ({ reportType, followsAlarm }: Sendable): Feature =>
  sendingFeature({ reportType: reportType.identifier, followsAlarm });
