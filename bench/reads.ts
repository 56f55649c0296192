// Measures page reads per second: node bench/reads.ts [--seconds 5] [--rounds 3] [--before COPY] [--json]
// COPY is the project at an earlier commit (git worktree add --detach COPY COMMIT, with node_modules): it is measured in the same
// run, alternating, as the reference. Load, servers and PostgreSQL share the machine.
import http from 'node:http';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { type BenchServer, startBenchServer } from './bench-server.ts';
import { type BenchRow, print, row } from './row.ts';

const people = 2000;
const groups = 200;
const signedIn = 20;

/** Queries with variables that differ per request, like different people's pages. */
const reads: { name: string; query: string; variables: (n: number) => object }[] = [
  {
    name: 'currentUser per second',
    query: '{ currentUser { id _id firstName lastName email language roles visibleFeatures image { contentUrl } } }',
    variables: () => ({}),
  },
  {
    name: 'pages of 12 groups with 5 people each per second',
    query: `query ($after: String) { groups(first: 12, after: $after, isActive: true) { totalCount edges { node {
      id _id name description personTotal personGroup(first: 5) { totalCount edges { node { _id person {
        id _id firstName lastName title } } } } } } } }`,
    variables: (n) => ({ after: cursor([0, `Gruppe ${10_000 + (n % (groups - 12))}`, 1]) }),
  },
  {
    name: 'pages of 100 people with their data per second',
    query: `query ($after: String) { people(first: 100, after: $after) { totalCount edges { node {
      id _id firstName lastName title isActive isCrisis personData { _id valueStr display keyField { _id fieldType } } } } } }`,
    variables: (n) => ({ after: cursor([`nummer ${1000 + (n % 900)}`, 0]) }),
  },
];

const cursor = (values: readonly (string | number)[]) => Buffer.from(JSON.stringify(values)).toString('base64url');

async function fill(db: Db): Promise<void> {
  await sql`
    with p as (insert into people (first_name, last_name, title)
      select 'Person', 'Nummer ' || n, 'Pflege' from generate_series(1, ${people}) n returning id),
    d as (insert into person_data (person_id, key_field_id, value_str)
      select id, field, value from p cross join lateral (values (1, 'person' || id || '@klinikum.example'),
        (5, '+49151' || lpad(id::text, 8, '0')), (8, '+4930' || lpad(id::text, 7, '0')), (15, 'Pflegefachkraft'),
        (16, 'Innere Medizin')) as x (field, value)),
    g as (insert into groups (name, description)
      select 'Gruppe ' || 10000 + n, 'Für die Messung' from generate_series(1, ${groups}) n returning id)
    insert into person_groups (group_id, person_id, sort_order)
    select g.id, p.id, p.id from g join p on p.id % ${groups} = g.id % ${groups}`.execute(db);
  await sql`analyze`.execute(db);
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });

function ask(url: string, token: string, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      authorization: `Bearer ${token}`,
    };
    const request = http.request(`${url}/api/graphql/`, { method: 'POST', agent, headers }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.on('end', () => {
        const text = Buffer.concat(pieces);
        if (answer.statusCode === 200 && text.subarray(0, 9).equals(Buffer.from('{"data":{'))) resolve();
        else reject(new Error(text.toString()));
      });
    });
    request.on('error', reject).end(body);
  });
}

let asked = 0;

async function rate(server: BenchServer, tokens: readonly string[], read: (typeof reads)[number], seconds: number) {
  const begun = performance.now();
  let answered = 0;
  const lane = async () => {
    while (performance.now() - begun < seconds * 1000) {
      const n = asked++;
      const body = JSON.stringify({ query: read.query, variables: read.variables(n) });
      await ask(server.url, tokens[n % tokens.length]!, body);
      answered++;
    }
  };
  await Promise.all(Array.from({ length: 16 }, lane));
  return (answered * 1000) / (performance.now() - begun);
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

async function measure(servers: readonly BenchServer[], seconds: number, rounds: number): Promise<BenchRow[]> {
  for (const { db } of servers) await fill(db);
  const tokens = await Promise.all(servers.map((server) => server.sessions(signedIn)));
  const rows: BenchRow[] = [];
  for (const read of reads) {
    const rates: number[][] = servers.map(() => []);
    for (let round = -1; round < rounds; round++) {
      for (const [at, server] of servers.entries()) {
        const found = await rate(server, tokens[at]!, read, round < 0 ? 2 : seconds); // the first round warms up
        if (round >= 0) rates[at]!.push(found);
      }
    }
    const [value, reference] = rates.map(median);
    const compared = reference === undefined ? {} : { reference, must: { atLeast: 2.5 }, aim: { atLeast: 4 } };
    rows.push(row({ name: read.name, value: value!, unit: '/s', ...compared }));
  }
  return rows;
}

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    before: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});

const env = { ROLES: 'web' };
const servers = [await startBenchServer({ env })];
try {
  if (options.before) servers.push(await startBenchServer({ root: path.resolve(options.before), env }));
  print(await measure(servers, Number(options.seconds), Number(options.rounds)));
} finally {
  agent.destroy();
  await Promise.all(servers.map((server) => server.stop()));
}
