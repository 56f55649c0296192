import { stepsOf } from '#server/alerting/fallback/channels.ts';
import { dealDelays } from '#server/alerting/fallback/delays.ts';
import type { Prepared } from '#server/alerting/launch/prepare.ts';
import { isActivation } from '#server/alerting/messages/message-rows.ts';
import type { Db } from '#server/platform/database/connect.ts';

/** A channel's people (null if it publishes) and start. */
export interface PreflightChannel {
  channelId: number;
  people: number | null;
  /** Seconds after the launch, in the default order. */
  after: number;
  /** For a real alarm: the channel never sent anything, and its newest attempt didn't fail. */
  neverWorked: boolean;
  /** For a real alarm: the channel's newest attempt failed. */
  lastFailed: boolean;
}

// an exercise stays inside; a failing channel has its own warning
const isToProve = ({ message, resolution }: Prepared): boolean =>
  message.mode === 'LIVE' &&
  isActivation(message) &&
  message.channelType !== 'exercise' &&
  message.channelTrouble === null &&
  resolution !== null &&
  resolution.recipients > 0;

/** Returns the chosen channels, an alarm's in order of steps. */
export async function channelsOf(db: Db, chosen: readonly Prepared[]): Promise<PreflightChannel[]> {
  const addressed = chosen.filter(({ resolution }) => resolution).map(({ message }) => message);
  const reaching = chosen.filter(({ resolution }) => resolution?.recipients).map(({ message }) => message);
  const first = reaching[0];
  const delays =
    first && isActivation(first) ? dealDelays(await stepsOf(db, first.reportId), addressed, reaching, []) : null;
  return chosen.map((one) => ({
    channelId: one.message.channelId,
    people: one.resolution ? one.resolution.recipients : null,
    after: delays?.get(one.message.id) ?? 0,
    neverWorked: isToProve(one) && one.message.channelNeverWorked,
    lastFailed: isToProve(one) && one.message.channelLastFailed,
  }));
}
