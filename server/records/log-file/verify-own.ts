import { loadConfig } from '#server/platform/config.ts';
import { deriveSecrets, findKey } from '#server/platform/secrets.ts';
import { StartError } from '#server/platform/start-error.ts';
import { withDatabase } from '#server/platform/with-database.ts';
import type { Verdict } from './verify-file.ts';
import { verifyStored } from './verify-stored.ts';

/** Verifies an event's log in the database. Throws a StartError without one. */
export async function verifyOwn(event: number): Promise<Verdict> {
  const master = await findKey(loadConfig());
  if (!master) throw new StartError('There is no SECRET_KEY: the seals of this installation can’t be verified.');
  const verdict = await withDatabase((db) => verifyStored({ db, secrets: deriveSecrets(master) }, event));
  if (!verdict) throw new StartError(`There is no event with the number ${event} that has a log.`);
  return verdict;
}
