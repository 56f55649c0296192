import type { InvariantId } from './invariants.ts';
import type { Stage } from './stage.ts';

/** One kind of misfortune, and what must hold in spite of it. */
export interface Fault {
  id: string;
  /** What is done. */
  does: string;
  /** What must hold besides the invariants; null: nothing. */
  besides: string | null;
  invariants: readonly InvariantId[];
  /** So many recipients in a full run, and in a short one. */
  count: { full: number; short: number };
  /** It spends its time waiting: others may be played meanwhile. */
  waits?: true;
  /** It kills its PostgreSQL, and therefore has one of its own. */
  killsDatabase?: true;
  /** It sets the clock of that PostgreSQL. */
  setsClock?: true;
  play(stage: Stage): Promise<void>;
}

/** What a seed of a fault came to. */
export interface Result {
  fault: string;
  seed: number;
  count: number;
  /** With waits as short as they may be; on a machine where nothing else ran. */
  short: boolean;
  quiet: boolean;
  seconds: number;
  /** Which invariants were checked. */
  checked: readonly InvariantId[];
  figures: Record<string, number>;
  /** What did not hold, each with the number of its invariant; none: all is well. */
  findings: string[];
}

/** What hold for rows that were put into the database as a launch leaves them behind. */
export const ofDelivery: readonly InvariantId[] = ['V1', 'V2', 'V3', 'V4', 'V5', 'V6', 'V8', 'V9', 'V10'];

/** The same where the provider knows no key. */
export const withoutKey: readonly InvariantId[] = ofDelivery.filter((id) => id !== 'V6');

/** The same with launches over the API. */
export const ofLaunches: readonly InvariantId[] = [...ofDelivery, 'V7'];

/** The same with answers behind links. */
export const ofRushes: readonly InvariantId[] = [...ofLaunches, 'V11'];
