import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { sql } from 'kysely';
import type { CountedLine } from '#server/platform/context.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { createUser } from '#testing/factories.ts';
import { until } from '#testing/until.ts';
import { runs } from '../../../scripts/in-full.ts';
import { type Rates, startSecurityLog } from './count.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.stop());

const small: Rates = { every: 5, burst: 500, perSecond: 1000, perDay: 10_000, kept: 50, ofNetwork: 10 };

/** Returns the entries written during the work. */
async function whatIsWritten(rates: Rates, work: (count: (line: CountedLine) => void) => Promise<void> | void) {
  const { rows: before } = await sql<{ id: number }>`select coalesce(max(id), 0) as id from security_entries`.execute(
    app.db,
  );
  const log = startSecurityLog(app, rates);
  try {
    await work(log.count);
  } finally {
    await log.stop();
  }
  return app.db.selectFrom('securityEntries').selectAll().where('id', '>', before[0]!.id).orderBy('id').execute();
}

const line = fc.record({
  kind: fc.constantFrom('denied', 'sign_in_failed', 'sign_in_locked') as fc.Arbitrary<CountedLine['kind']>,
  network: fc.integer({ min: 1, max: 100 }).map((n) => `10.0.0.${n}`),
  what: fc.option(fc.string({ maxLength: 5 })),
  userId: fc.option(fc.integer({ min: 1, max: 100 })),
});

test('counts any number of entries without loss and writes no more than the limit', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 400 }), async (lines) => {
      const written = await whatIsWritten({ ...small, every: 60_000 }, (count) => lines.forEach(count));
      const sum = (kind: string) => written.filter((row) => row.kind === kind).reduce((all, row) => all + row.count, 0);
      for (const kind of new Set(lines.map((one) => one.kind)))
        assert.equal(sum(kind), lines.filter((one) => one.kind === kind).length, kind);
      assert.ok(written.length <= small.kept + 3);
      for (const row of written) assert.equal(row.lastAt !== null, row.count > 1);
    }),
    { numRuns: runs(30) },
  );
});

test('a flood from one network becomes a few entries, and the first is written at once', async () => {
  const flood = (count: (one: CountedLine) => void) => {
    for (let n = 0; n < 100_000; n++) count({ kind: 'denied', network: '192.0.2.1', what: `query ${n}` });
  };
  const written = await whatIsWritten(small, async (count) => {
    count({ kind: 'denied', network: '192.0.2.1', what: 'query 0' });
    await until(
      async () =>
        (await app.db.selectFrom('securityEntries').select('id').where('what', '=', 'query 0').execute()).length,
    );
    flood(count);
  });
  assert.ok(written.length <= small.ofNetwork + 2, `${written.length}`);
  assert.equal(
    written.reduce((all, { count }) => all + count, 0),
    100_001,
  );
});

test('beyond the daily limit, a flood from a whole net becomes one line per kind with its count', async () => {
  const rates: Rates = { ...small, every: 2, perDay: 40 };
  const kinds = ['denied', 'link_refused'] as const;
  const written = await whatIsWritten(rates, async (count) => {
    for (let n = 0; n < 3000; n++) {
      for (const kind of kinds) count({ kind, network: `10.${n % 50}.${n % 7}.1`, what: `query ${n}` });
      if (n % 100 === 0) await sleep(5);
    }
  });
  assert.ok(written.length >= 20, `${written.length} of the beginning`);
  assert.ok(written.length <= rates.perDay + 2 * kinds.length, `${written.length}`);
  for (const kind of kinds) {
    const own = written.filter((row) => row.kind === kind);
    assert.equal(
      own.reduce((all, { count }) => all + count, 0),
      3000,
    );
    assert.ok(own.some(({ network, detail, count }) => network === null && detail === 'others' && count > 1000));
  }
});

test('names an account only by its number', async () => {
  const { id, email } = await createUser(app.db);
  const written = await whatIsWritten(small, (count) => {
    for (const account of [email.toLowerCase(), 'niemand@example.org', 'keiner@example.org'])
      count({ kind: 'sign_in_failed', network: '192.0.2.2', account });
  });
  const ofNumber = new Map(written.map(({ userId, count }) => [userId, count]));
  assert.deepEqual(
    ofNumber,
    new Map([
      [id, 1],
      [null, 2],
    ]),
  );
});

test('counts unwritable entries until the database accepts them', async (t) => {
  const failed: string[] = [];
  const log = Object.assign(Object.create(app.log), { error: ({ loop }: { loop: string }) => failed.push(loop) });
  const counting = startSecurityLog({ ...app, log }, small);
  t.after(() => counting.stop());
  await sql`alter table security_entries rename to away`.execute(app.db);
  for (let n = 0; n < 5; n++) counting.count({ kind: 'denied', network: '192.0.2.3' });
  await until(async () => failed.includes('security_log'));
  counting.count({ kind: 'denied', network: '192.0.2.3' });
  await sql`alter table away rename to security_entries`.execute(app.db);
  const rows = await until(async () => {
    const found = await app.db
      .selectFrom('securityEntries')
      .select('count')
      .where('network', '=', '192.0.2.3')
      .execute();
    return found.length > 0 && found;
  });
  assert.equal(rows[0]!.count, 6);
});
