import { sendingOf } from '#server/api/http/sending.ts';
import { describeError } from '#server/platform/log.ts';
import { nameProcess } from '#server/platform/nodes/process-id.ts';
import type { WorkPace } from '#server/platform/nodes/work-pace.ts';
import { endPathTurn, takePathTurn } from './slots.ts';
import { type PathFailure, type PathParts, walkPath } from './walk-path.ts';
import { warnOfMisses } from './warn-of-misses.ts';

const every = [4_000, 6_000] as const;
const calm = [8_000, 12_000] as const;
const patience = 20_000;
const promised = 10_000;

/** Runs a synthetic alarm every five minutes, in one of the workers, and notifies administrators of two misses. */
export function startPathTests(app: PathParts, pace: WorkPace): { stop(): Promise<void> } {
  const node = nameProcess();
  return pace.loop(app.log, 'path_test', every, () => testPathOnce(app, node), { calm });
}

/** Runs the test of these five minutes if no other process has; records the result and notifies of misses. */
export async function testPathOnce(app: PathParts, node: string): Promise<void> {
  const turn = await takePathTurn(app.db);
  if (!turn) return;
  if (turn.runs > 1) await warnOfMisses(app); // tests that end their process never record a failure
  const startedAt = performance.now();
  const walked = await outcomeOf(app, node);
  const milliseconds = Math.round(performance.now() - startedAt);
  const failure = walked ?? (milliseconds > promised ? 'slow' : await lateness(app));
  await endPathTurn(app.db, turn, { milliseconds, failure });
  if (!failure) return;
  app.log.error({ event: 'path_test_failed', step: failure, milliseconds });
  await warnOfMisses(app);
}

/** Returns the step that did not succeed, or null. */
async function outcomeOf(app: PathParts, node: string): Promise<string | null> {
  const { promise: deadline, resolve } = Promise.withResolvers<string>();
  const timer = setTimeout(resolve, patience, 'timeout');
  const walked = walkPath(app, node).then(
    () => null,
    (error: unknown) => {
      const { step, cause } = error as PathFailure;
      app.log.warn({ event: 'path_test_stopped', step, error: describeError(cause) });
      return step;
    },
  );
  return Promise.race([walked, deadline]).finally(() => clearTimeout(timer));
}

/** Real messages that wait for a minute are a miss too, because the test doesn't wait in their queue. */
const lateness = async ({ db }: PathParts): Promise<string | null> =>
  (await sendingOf({ db })) === 'late' ? 'late' : null;
