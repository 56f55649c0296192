import type { Client } from 'urql';
import { type Preflight, PreflightQuery } from './queries.ts';
import { isPending, type OwnChange } from './useOwnChange.ts';

const LONGEST = 3000;

/** Resolves with null if it takes too long. */
export const within = <T>(answer: Promise<T>): Promise<T | null> =>
  Promise.race([answer, new Promise<null>((resolve) => setTimeout(() => resolve(null), LONGEST))]);

/** The result of a repeated preflight. */
export type Found = {
  /** The reviewed drafts' mark. */
  seen: string | null;
  /** The new preflight, if available. */
  now: Preflight | null;
  /** As far as known, the shown drafts. */
  isFine: boolean;
};

export const unknown: Found = { seen: null, now: null, isFine: true };

/** The page at the time of the review. */
export type Reviewed = {
  report: string;
  /** The revision mark of the report. */
  shown: string;
  /** The marks of other parts. */
  parts: readonly (string | undefined)[];
  /** The mark of the latest data. */
  received: string | null;
};

/** Compares the preflight's drafts with the reviewed ones. */
export async function checkAgain(
  client: Client,
  { report, shown, parts, received }: Reviewed,
  change: OwnChange | null,
): Promise<Found> {
  const pending = change && isPending(change, shown) ? change : null;
  const heard = pending ? await within(pending.heard) : shown;
  if (!heard) return unknown; // otherwise a colleague's later change would count as reviewed
  const answer = await within(client.query(PreflightQuery, { report }, { requestPolicy: 'network-only' }).toPromise());
  if (!answer?.data || answer.error) return { seen: heard, now: null, isFine: true };
  const now = answer.data.preflightReport;
  // an own change may arrive after older updates
  const isOwn = pending !== null || change?.seen === now.seen;
  const seen = change?.seen === now.seen ? now.seen : heard;
  // data received since the review counts
  const isWhole = isOwn || received === seen || parts.every((part) => part === undefined || part === seen);
  return { seen, now, isFine: now.seen === seen && isWhole };
}
