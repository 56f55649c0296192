import type { InvariantId } from './invariants.ts';
import type { Stage } from './stage.ts';

/** One fault, with its invariants. */
export interface Fault {
  id: string;
  procedure: string;
  /** The expected result in addition to the invariants, if any. */
  expected: string | null;
  invariants: readonly InvariantId[];
  /** Recipients in a full and a short run. */
  count: { full: number; short: number };
  /** Mostly waits, so others may run in parallel. */
  waits?: true;
  /** Kills its PostgreSQL, so it needs its own. */
  killsDatabase?: true;
  /** Sets the clock of that PostgreSQL. */
  setsClock?: true;
  play(stage: Stage): Promise<void>;
}

/** The result of a fault with one seed. */
export interface FaultResult {
  fault: string;
  seed: number;
  count: number;
  /** With minimal waits; on an otherwise idle machine. */
  short: boolean;
  quiet: boolean;
  seconds: number;
  checked: readonly InvariantId[];
  figures: Record<string, number>;
  /** Violations with their invariant's number; empty if all hold. */
  findings: string[];
}

/** The invariants for rows inserted as after a launch. */
export const ofDelivery: readonly InvariantId[] = ['V1', 'V2', 'V3', 'V4', 'V5', 'V6', 'V8', 'V9', 'V10'];

/** The same for providers without keys. */
export const withoutKey: readonly InvariantId[] = ofDelivery.filter((id) => id !== 'V6');

/** The same with launches over the API. */
export const ofLaunches: readonly InvariantId[] = [...ofDelivery, 'V7'];

/** The same with answers over links. */
export const ofRushes: readonly InvariantId[] = [...ofLaunches, 'V11'];
