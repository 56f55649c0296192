import assert from 'node:assert/strict';
import { createEvent } from '#testing/factories.ts';
import type { TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { watch } from '#testing/watching.ts';

/** Checks that a proxy at this address passes changes to an open live view, and requests beyond one megabyte. */
export async function checkLiveView(server: TestServer, url: string): Promise<void> {
  const manager = await server.as('crisis_manager', 'documentation_officer');
  const event = await createEvent(server.app.db);
  const query = 'subscription ($id: ID!) { eventChanged(id: $id) { _id } }';
  const watcher = watch({ url }, manager, query, { id: String(event.id) });
  try {
    await until(async () => watcher.seen.length > 0);
    const told = watcher.seen.length;
    const write = 'mutation ($e: ID!) { addLogEntry(event: $e, text: "durch den Proxy") { id } }';
    await manager.run(write, { e: String(event.id) });
    await until(async () => watcher.seen.length > told);
    assert.equal(watcher.hasEnded(), false);
  } finally {
    watcher.stop();
  }
  const body = JSON.stringify({ query: `{ currentUser { _id } } #${'x'.repeat(1_500_000)}` });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/api/graphql/`, { method: 'POST', headers, body });
  assert.match(await answer.text(), /"error_query_too_large"/, 'the program says that it is too large, not the proxy');
}

/** Checks that limits per network count for the address that the proxy saw, not for the one that a client claims. */
export async function checkClientAddress(url: string): Promise<void> {
  const tries = async (claimed: string) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': claimed };
    const body = JSON.stringify({ email: `${claimed}@example.org`, password: 'falsch, ganz falsch' });
    return (await fetch(`${url}/api/auth`, { method: 'POST', headers, body })).status;
  };
  let refused = false;
  for (let n = 1; n <= 30 && !refused; n++) refused = (await tries(`198.51.100.${n}`)) === 429;
  assert.ok(refused, 'thirty claimed addresses are one network');
}
