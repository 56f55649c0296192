import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openSession } from '#server/accounts/sessions.ts';
import { loadConfig } from '#server/platform/config.ts';
import { type RunningServer, startServer } from '#server/program/server.ts';
import type { Role } from '#shared/permissions.ts';
import { installed, metricsToken } from './app.ts';
import { createTestDatabase } from './database.ts';
import { createUser } from './factories.ts';

/** `data` is untyped. */
export interface Answer {
  // biome-ignore lint/suspicious/noExplicitAny: tests read arbitrary shapes
  data?: any;
  errors?: { message: string; extensions: { code: string; fields?: Record<string, string>; details?: unknown } }[];
}

/** A client of the API, signed in or not. */
export interface TestClient {
  userId: number | null;
  token: string | null;
  /** Sends a document; returns data and errors unchanged. */
  send(document: string, variables?: Record<string, unknown>): Promise<Answer>;
  run(document: string, variables?: Record<string, unknown>): Promise<NonNullable<Answer['data']>>;
}

/** A real server on its own database. */
export interface TestServer extends RunningServer {
  /** Returns a client for a new user with these roles. */
  as(...roles: Role[]): Promise<TestClient>;
  client(userId?: number): Promise<TestClient>;
}

/**
 * Starts a server for a test file. `env` overrides variables, `found` is a database. Use `ROLES: 'web'` without
 * background work: a worker doubles the start.
 */
export async function startTestServer(env: Record<string, string> = {}, found = installed): Promise<TestServer> {
  const database = env['DATABASE_URL'] === undefined ? await createTestDatabase(found) : null;
  const data = await mkdtemp(path.join(os.tmpdir(), 'meldekette-data-'));
  const config = loadConfig({
    PORT: '0',
    ...(database ? { DATABASE_URL: database.url } : {}),
    SECRET_KEY: 'a secret key that only tests know',
    OWNER_PASSWORD: 'owner password of the tests',
    METRICS_TOKEN: metricsToken,
    LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
    LOCAL_CHANNELS: '1', // the fake servers run on this machine
    DATA_DIR: data,
    ...env,
  });
  // the program has checked and filled the database that this is a copy of
  const server = await startServer(config, { isDatabaseReady: database !== null && found === installed });
  const client = async (userId?: number): Promise<TestClient> => {
    const token = userId === undefined ? null : await openSession(server.app, userId, { userAgent: 'test' });
    return createClient(server.url, userId ?? null, token);
  };
  return {
    ...server,
    client,
    as: async (...roles) => client((await createUser(server.app.db, { roles })).id),
    async stop() {
      await server.stop();
      await database?.drop();
      await rm(data, { recursive: true, force: true });
    },
  };
}

/** Returns a client with this token. */
export function createClient(url: string, userId: number | null, token: string | null): TestClient {
  const send = async (query: string, variables: Record<string, unknown> = {}): Promise<Answer> => {
    const response = await fetch(`${url}/api/graphql/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify({ query, variables }),
    });
    return (await response.json()) as Answer;
  };
  return {
    userId,
    token,
    send,
    async run(query, variables) {
      const answer = await send(query, variables);
      if (answer.errors) throw new Error(`${JSON.stringify(answer.errors)} from ${query.slice(0, 200)}`);
      return answer.data;
    },
  };
}
