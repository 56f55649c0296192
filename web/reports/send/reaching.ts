import type { ReportMessage } from '#web/reports/queries.ts';
import type { Preflight } from './queries.ts';

/** Returns the drafts that reach people or are published. Only these are sent. */
export const reachingDrafts = (drafts: ReportMessage[], { channels }: Preflight) =>
  drafts.filter(
    ({ channel }) =>
      !channel.addressesPeople || channels.some((one) => one.channel.id === channel.id && one.people !== 0),
  );
