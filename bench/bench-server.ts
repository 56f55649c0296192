import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { hashPassword } from '#server/accounts/password.ts';
import { openSession } from '#server/accounts/sessions.ts';
import type { App } from '#server/platform/context.ts';
import { connect, type Db } from '#server/platform/database/connect.ts';
import { startEmbedded } from '#server/platform/database/embedded.ts';
import { deriveSecrets } from '#server/platform/secrets.ts';
import { installed } from '#testing/app.ts';
import { createTestDatabase, type Preparation } from '#testing/database.ts';
import { createUser } from '#testing/factories.ts';
import { below, measure } from './processes.ts';

const here = path.resolve(import.meta.dirname, '..');
const nothing: Preparation = { name: 'nothing', run: async () => {} };
/** The secret key of a bench's server. */
export const benchSecret = 'a secret key that only the bench knows';

/** A running program with its database. */
export interface MeasuredServer {
  url: string;
  db: Db;
  app: App;
  /** Creates sessions of users who may send and write. */
  sessions(count: number): Promise<string[]>;
  run(token: string, query: string, variables: object): Promise<Record<string, unknown>>;
  /** The supervisor, parent of the other processes. */
  pid: number;
  /** Returns the memory of its processes in kilobytes. */
  memory(): Promise<number>;
}

/** The program in its own process on its own database. */
export interface BenchServer extends MeasuredServer {
  stop(): Promise<void>;
}

/** The token for `/metrics` of a bench's server. */
export const benchMetricsToken = 'metrics of the bench';

/** The options of a bench's server. */
export interface BenchOptions {
  /** The folder of the program; default: this one. */
  root?: string;
  env?: Record<string, string>;
}

/** Starts the program on a durable PostgreSQL. */
export async function startBenchServer({ root = here, env = {} }: BenchOptions = {}): Promise<BenchServer> {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'meldekette-bench-'));
  const embedded = await startEmbedded({ dir });
  // another version creates its own tables
  const database = await createTestDatabase(root === here ? installed : nothing, embedded.url);
  const { db, close } = connect(database.url);
  const server = fork(path.join(root, 'server/program/main.ts'), [], {
    cwd: root,
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      PORT: '0',
      SECRET_KEY: benchSecret,
      OWNER_PASSWORD: 'owner password of the bench',
      METRICS_TOKEN: benchMetricsToken,
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const url = await new Promise<string>((resolve) => {
    createInterface({ input: server.stdout! }).on('line', (line) => {
      const found = /http:\/\/\S+/.exec(line);
      if (found) resolve(found[0]);
      if (line.includes('"request_failed"')) console.error(line); // responses only contain the error's id
    });
  });
  return {
    ...withFunctions({ url, db, pid: server.pid!, isThisVersion: root === here }),
    async stop() {
      server.kill();
      await new Promise((resolve) => server.once('exit', resolve));
      await close();
      await database.drop();
      await embedded.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

interface Running extends Pick<MeasuredServer, 'url' | 'db' | 'pid'> {
  isThisVersion?: boolean;
}

/** Returns the functions of a running program that has the key of the benches. */
export function withFunctions({ url, db, pid, isThisVersion = true }: Running): MeasuredServer {
  const app = { db, secrets: deriveSecrets(benchSecret), publicUrl: url } as App;
  const signIn = async () => {
    const roles = ['crisis_manager', 'editor'];
    if (isThisVersion) return openSession(app, (await createUser(db, { roles })).id, { userAgent: 'bench' });
    // another version has its own sessions
    const { email } = await createUser(db, { roles, passwordHash: await hashPassword(benchSecret) });
    const answer = await fetch(`${url}/api/auth`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: benchSecret }),
    });
    return ((await answer.json()) as { token: string }).token;
  };
  return {
    url,
    db,
    app,
    sessions: (count) => Promise.all(Array.from({ length: count }, signIn)),
    async run(token, query, variables) {
      const answer = await fetch(`${url}/api/graphql/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ query, variables }),
      });
      const { data, errors } = (await answer.json()) as { data: Record<string, unknown>; errors?: unknown };
      if (errors) throw new Error(JSON.stringify(errors));
      return data;
    },
    pid,
    memory: async () => below(pid).reduce((sum, pid) => sum + measure(pid).rss, 0) * 1024,
  };
}
