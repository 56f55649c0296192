import type { App } from '#server/platform/context.ts';
import { type LifeAnswer, lifeRequests } from './fetch-life.ts';
import { holdForNewerLife, readLife } from './life.ts';

type Parts = Pick<App, 'config' | 'db' | 'log' | 'secrets'>;

/** What a look at the other place found. */
export interface OtherPlaceLook {
  /** The other place may have been released, or may be at any moment: it can't be reached, or isn't connected. */
  isUncertain: boolean;
  /** This look held the installation. */
  hasHeld: boolean;
}

/**
 * Returns a function that asks `OTHER_PLACE_URL` for a release, and then holds this installation. Logs changes. An
 * unreachable place changes nothing. Throws if the database of this place can't record the hold.
 */
export function askOtherPlace({ config, db, log, secrets }: Parts): () => Promise<OtherPlaceLook> {
  const { OTHER_PLACE_URL: url } = config;
  const request = url === undefined ? null : lifeRequests(url);
  let last = '';
  return async () => {
    if (!request) return { isUncertain: false, hasHeld: false };
    const answer = await request().then(stateOf, failureOf);
    const life = typeof answer === 'string' ? null : readLife(secrets.seal, answer);
    const result = typeof answer === 'string' ? answer : life ? 'released' : 'unreadable';
    if (result !== last) log.info({ event: 'other_place', result });
    last = result;
    const hasHeld = life !== null && (await holdForNewerLife({ db, log }, life));
    return { isUncertain: !certain.has(result), hasHeld };
  };
}

/** Results after which nothing is expected to change within seconds. */
const certain: ReadonlySet<string> = new Set(['follows', 'never_released', 'released']);

const failureOf = ({ name }: Error) => (name === 'TimeoutError' ? 'timeout' : 'unreachable');

/** Returns the statement, or why there is none. */
function stateOf({ status, body }: LifeAnswer): object | string {
  if (status === 200) return body ?? 'unreadable';
  if (status === 404) return 'never_released';
  const standby = (body ?? {}) as { status?: unknown; connected?: unknown; release?: unknown };
  if (status !== 503 || standby.status !== 'standby') return `http_${status}`;
  return standby.connected === true && standby.release === '' ? 'follows' : 'follows_no_more';
}
