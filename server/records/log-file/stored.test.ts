import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Logger } from '#server/platform/log.ts';
import { sealLogs } from '#server/platform/seals/seal-logs.ts';
import { createEvent } from '#testing/factories.ts';
import { exportOf, keptKey, verifyApart, verifyLog, writeTemporary } from '#testing/log-files/verifiers.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';

let server: TestServer;
let officer: TestClient;
let key: string;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  officer = await server.as('documentation_officer');
  key = await keptKey(server);
});
after(() => server.stop());

const quiet = { info: () => {}, warn: () => {}, error: () => {} } as unknown as Logger;
const write =
  'mutation ($event: ID!, $text: String!, $c: ID) { addLogEntry(event: $event, text: $text, corrects: $c) { id } }';

/** An event with six sealed entries; the fifth corrects the first. */
async function sealedLog(): Promise<{ event: number; ids: number[] }> {
  const { id: event } = await createEvent(server.app.db);
  let first: string | undefined;
  for (let n = 1; n <= 6; n++) {
    const { addLogEntry } = await officer.run(write, { event, text: `Eintrag ${n}`, c: n === 5 ? first : null });
    first ??= addLogEntry.id;
    await server.app.database.pool.query(`select nextval(pg_get_serial_sequence('log_entries', 'id'))`);
  }
  await sealLogs({ ...server.app, log: quiet });
  const { rows } = await server.app.database.pool.query('select id from log_entries where event_id = $1 order by id', [
    event,
  ]);
  return { event, ids: rows.map(({ id }) => id) };
}

/** Changes the database with its own account. */
async function tamper(statements: string): Promise<void> {
  const client = await server.app.database.pool.connect();
  try {
    await client.query(`begin; set local session_replication_role = replica; ${statements}; commit`); // no trigger
  } finally {
    client.release();
  }
}

interface Crime {
  statement: (ids: number[]) => string;
  finding: RegExp;
  /** The verifiers' findings about a later export. */
  inFile: [first: RegExp, second: RegExp];
}

const changed = (entry: number): Crime['inFile'] => [
  new RegExp(`^- entry ${entry} \\(line ${entry + 1}\\) was changed`, 'm'),
  new RegExp(`^- line ${entry + 1} \\(entry ${entry}\\): was changed`, 'm'),
];

const crimes: Record<string, Crime> = {
  'a changed text': {
    statement: (ids) => `update log_entries set text = 'harmlos' where id = ${ids[2]}`,
    finding: /^- entry 3 \(row \d+\) was changed/m,
    inFile: changed(3),
  },
  'another time of happening': {
    statement: (ids) => `update log_entries set happened_at = now() where id = ${ids[2]}`,
    finding: /^- entry 3 \(row \d+\) was changed/m,
    inFile: changed(3),
  },
  'another entry that is corrected': {
    statement: (ids) => `update log_entries set corrects = ${ids[1]} where id = ${ids[4]}`,
    finding: /^- entry 5 \(row \d+\) was changed/m,
    inFile: changed(5),
  },
  'a correction that is none any more': {
    statement: (ids) => `update log_entries set corrects = null where id = ${ids[4]}`,
    finding: /^- entry 5 \(row \d+\) was changed/m,
    inFile: changed(5),
  },
  'a removed entry': {
    statement: (ids) => `delete from log_entries where id = ${ids[3]}`,
    finding: /^- an entry before entry 4 \(row \d+\) is missing/m,
    inFile: [
      /^- an entry before entry 4 \(line 5\) is missing/m,
      /^- line 5 \(entry 4\): what it continues is missing/m,
    ],
  },
  'an entry that was slipped in': {
    statement: (ids) => `insert into log_entries (id, event_id, at, by_user_id, kind, text, data, previous_hash, hash)
      overriding system value select id + 1, event_id, at, by_user_id, kind, 'Erfunden', data, hash,
        log_hash(hash, event_id, at, by_user_id, kind, 'Erfunden', data) from log_entries where id = ${ids[1]}`,
    finding: /^- entry 3 \(row \d+\) was slipped in/m,
    inFile: [/^- entry 3 \(line 4\) was slipped in/m, /^- line 5 \(entry 4\): what is before it was slipped in/m],
  },
  'entries that changed places': {
    statement: (ids) => `update log_entries a set (at, by_user_id, text, previous_hash, hash) =
      (select b.at, b.by_user_id, b.text, b.previous_hash, b.hash from log_entries b
        where b.id = case a.id when ${ids[1]} then ${ids[2]} else ${ids[1]} end) where a.id in (${ids[1]}, ${ids[2]})`,
    finding: /^- entry 2 \(row \d+\) was moved: it continues entry 3/m,
    inFile: [/^- entry 2 \(line 3\) was moved: it continues entry 3/m, /^- line 3 \(entry 2\): was moved/m],
  },
  'an end that was cut off': {
    statement: (ids) => `delete from log_entries where id in (${ids[4]}, ${ids[5]})`,
    finding: /^- 2 of 6 sealed entries are missing/m,
    inFile: [
      /^- .*the log in the database was already broken/m,
      /^- the log was broken already when the file was made/m,
    ],
  },
};

test('a sealed log that nobody changed is whole', async () => {
  const { event } = await sealedLog();
  const { code, said } = await verifyLog(server, String(event));
  assert.deepEqual([code, said.includes('6 entries: whole')], [0, true], said);
});

for (const [name, { statement, finding, inFile }] of Object.entries(crimes)) {
  test(`${name} is detected in the database and by both verifiers in the later export`, async () => {
    const { event, ids } = await sealedLog();
    await tamper(statement(ids));
    const { code, said } = await verifyLog(server, String(event));
    assert.equal(code, 1, said);
    assert.match(said, finding);
    const file = await writeTemporary('log.csv', await exportOf(server, event, officer.token));
    const both = [await verifyLog(server, file, '--key', key), await verifyApart(server, file, key)];
    for (const [at, one] of both.entries()) {
      assert.equal(one.code, 1, one.said);
      assert.match(one.said, inFile[at]!);
    }
  });
}

test('only its seal detects a log that was rewritten completely; an unsealed one reports that', async () => {
  const { event, ids } = await sealedLog();
  await tamper(`update log_entries set text = 'harmlos' where id = ${ids[0]}`);
  await rehash(event);
  const { code, said } = await verifyLog(server, String(event));
  assert.equal(code, 1, said);
  assert.match(said, /entry 6 is not the one that was sealed/);
  assert.doesNotMatch(said, /was changed/);
  const { id: fresh } = await createEvent(server.app.db);
  await officer.run(write, { event: fresh, text: 'Neu' });
  const unsealed = await verifyLog(server, String(fresh));
  assert.equal(unsealed.code, 0, unsealed.said);
  assert.match(unsealed.said, /not sealed yet/);
});

/** Recomputes all hashes. */
async function rehash(event: number): Promise<void> {
  const client = await server.app.database.pool.connect();
  try {
    await client.query('begin; set local session_replication_role = replica');
    const { rows } = await client.query('select id from log_entries where event_id = $1 order by id', [event]);
    let previous = '';
    for (const { id } of rows) {
      const { rows: made } = await client.query(
        `update log_entries l set previous_hash = $2, hash = log_hash($2, event_id, at, by_user_id, kind, text, data,
          happened_at, (select c.hash from log_entries c where c.id = l.corrects)) where id = $1 returning hash`,
        [id, previous],
      );
      previous = made[0].hash;
    }
    await client.query('commit');
  } finally {
    client.release();
  }
}
