import type { EmbeddedPostgres } from '#server/platform/database/embedded.ts';
import { makeClock, type SettableClock } from './clock.ts';
import type { Fault, FaultResult } from './fault.ts';
import { withPostgres } from './postgres.ts';
import { openStage, type TrialOptions } from './stage.ts';
import { verify } from './verify.ts';

/** Plays a fault once and judges the result; any error is a finding. */
export async function playFault(fault: Fault, given: TrialOptions): Promise<FaultResult> {
  if (!fault.killsDatabase) return play(fault, given, null);
  const clock = fault.setsClock ? await makeClock() : null;
  const played = withPostgres({}, (postgres) => play(fault, given, postgres, clock), clock?.environment);
  return played.finally(() => clock?.remove());
}

async function play(
  fault: Fault,
  given: TrialOptions,
  postgres: EmbeddedPostgres | null,
  clock: SettableClock | null = null,
): Promise<FaultResult> {
  const begun = performance.now();
  const stage = await openStage(given, postgres, clock);
  try {
    await fault.play(stage);
    await verify(stage, fault.invariants);
  } catch (error) {
    stage.find('expected', `it could not be played to the end: ${(error as Error).message}`);
  } finally {
    await stage.close();
  }
  const { figures, findings } = stage;
  const seconds = Math.round((performance.now() - begun) / 1000);
  return {
    fault: fault.id,
    ...given,
    seconds,
    checked: fault.invariants,
    figures,
    findings,
  };
}
