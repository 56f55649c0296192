import type { ReportMessage } from '#web/reports/queries.ts';
import type { Preflight } from './queries.ts';

type Drafts = readonly { channel: Pick<ReportMessage['channel'], 'id' | 'addressesPeople'> }[];

/** Returns the drafts that reach people or are published; only these are sent. */
export const reachingDrafts = <Draft extends Drafts[number]>(
  drafts: readonly Draft[],
  { channels }: Pick<Preflight, 'channels'>,
): Draft[] =>
  drafts.filter(
    ({ channel }) =>
      !channel.addressesPeople || channels.some((one) => one.channel.id === channel.id && one.people !== 0),
  );

/** Returns whether sending reaches no person. A fallback to another channel reaches people. */
export const onlyPublishes = (drafts: Drafts, preflight: Pick<Preflight, 'channels' | 'recipients'>): boolean =>
  preflight.recipients === 0 && !reachingDrafts(drafts, preflight).some(({ channel }) => channel.addressesPeople);
