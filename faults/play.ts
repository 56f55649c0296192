import type { EmbeddedPostgres } from '#server/database/embedded.ts';
import type { Fault, Result } from './fault.ts';
import { withPostgres } from './postgres.ts';
import { type Given, openStage } from './stage.ts';
import { verify } from './verify.ts';

/** Plays a fault once and judges what came of it; whatever goes wrong is a finding. */
export const playFault = (fault: Fault, given: Given): Promise<Result> =>
  fault.killsDatabase ? withPostgres({}, (postgres) => play(fault, given, postgres)) : play(fault, given, null);

async function play(fault: Fault, given: Given, postgres: EmbeddedPostgres | null): Promise<Result> {
  const begun = performance.now();
  const stage = await openStage(given, postgres);
  try {
    await fault.play(stage);
    await verify(stage, fault.invariants);
  } catch (error) {
    stage.find('besides', `it could not be played to the end: ${(error as Error).message}`);
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
