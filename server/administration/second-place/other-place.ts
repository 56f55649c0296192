import type { App } from '#server/platform/context.ts';
import { holdForNewerLife, readLife } from './life.ts';

type Parts = Pick<App, 'config' | 'db' | 'log' | 'secrets'>;

const longest = 3_000;
const mostBytes = 2_000;

/**
 * Returns a function that asks `OTHER_PLACE_URL` for a release, and then holds this installation. Logs changes. An
 * unreachable place changes nothing.
 */
export function askOtherPlace({ config, db, log, secrets }: Parts): () => Promise<void> {
  let last = '';
  return async () => {
    const { OTHER_PLACE_URL: url } = config;
    if (!url) return;
    const answer = await ask(url).catch((error: Error) => (error.name === 'TimeoutError' ? 'timeout' : 'unreachable'));
    const life = typeof answer === 'string' ? null : readLife(secrets.seal, answer);
    const result = typeof answer === 'string' ? answer : life ? 'released' : 'unreadable';
    if (result !== last) log.info({ event: 'other_place', result });
    last = result;
    if (life) await holdForNewerLife({ db, log }, life);
  };
}

/** Asks before the first message. Doesn't wait after a person's decision, or if new. */
export async function askBeforeStart(
  { db, log }: Pick<Parts, 'db' | 'log'>,
  asking: () => Promise<void>,
): Promise<void> {
  const asked = asking().catch((error: Error) => log.error({ event: 'other_place_failed', error: error.name }));
  const { home } = await db.selectFrom('installation').select('home').executeTakeFirstOrThrow();
  if (home !== null) await asked;
}

/** Returns the statement, or why there is none. */
async function ask(url: string): Promise<object | string> {
  const response = await fetch(new URL('/api/life', url), { signal: AbortSignal.timeout(longest), redirect: 'error' });
  if (!response.ok) {
    await response.body?.cancel();
    return response.status === 404 || response.status === 503 ? 'follows' : `http_${response.status}`;
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > mostBytes) return 'unreadable'; // reads no further, so that no answer fills the memory
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString()) as object;
  } catch {
    return 'unreadable';
  }
}
