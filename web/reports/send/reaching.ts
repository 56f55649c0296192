import type { ReportMessage } from '#web/reports/queries.ts';
import type { Preflight } from './queries.ts';

/** Those of the drafts that reach somebody or are published: nothing else is sent. */
export const reachingDrafts = (drafts: ReportMessage[], { channels }: Preflight) =>
  drafts.filter(
    ({ channel }) =>
      !channel.addressesPeople || channels.some((one) => one.channel.id === channel.id && one.people !== 0),
  );
