import type { Client } from 'urql';
import { type Preflight, PreflightQuery } from './queries.ts';
import { isPending, type OwnChange } from './useOwnChange.ts';

const LONGEST = 3000;

/** Resolves with the answer, or with null if it takes too long. */
export const within = <T>(answer: Promise<T>): Promise<T | null> =>
  Promise.race([answer, new Promise<null>((resolve) => setTimeout(() => resolve(null), LONGEST))]);

/** The result of a repeated preflight. */
export type Found = {
  /** The revision mark of the reviewed drafts, if known. */
  seen: string | null;
  /** The new preflight, if available. */
  now: Preflight | null;
  /** Whether these are the drafts that the page shows, as far as is known. */
  isFine: boolean;
};

/** The result while the outcome of an own change is unknown. */
export const unknown: Found = { seen: null, now: null, isFine: true };

/** What the page showed when the user went on. */
export type Reviewed = {
  report: string;
  /** The revision mark of the report. */
  shown: string;
  /** The revision marks of the other displayed parts, as far as they are shown. */
  parts: readonly (string | undefined)[];
  /** The mark of the latest received data, if known. */
  received: string | null;
};

/** Repeats the preflight and compares its drafts with the reviewed ones. */
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
  // the page receives an own change just now, perhaps after older updates
  const isOwn = pending !== null || change?.seen === now.seen;
  const seen = change?.seen === now.seen ? now.seen : heard;
  // data received since the review counts, even if a part of the page is late or unavailable
  const isWhole = isOwn || received === seen || parts.every((part) => part === undefined || part === seen);
  return { seen, now, isFine: now.seen === seen && isWhole };
}
