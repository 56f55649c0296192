import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { publicKeyOf } from '#server/platform/seals/seal.ts';
import type { TestServer } from '#testing/server.ts';

/** The exit code and output of a verifier. */
export interface Ended {
  code: number;
  said: string;
}

/** Runs a program with a test server's configuration. */
function run(server: TestServer, args: readonly string[]): Promise<Ended> {
  const { DATABASE_URL, DATA_DIR, SECRET_KEY } = server.app.config;
  const own = { DATABASE_URL, DATA_DIR, ...(SECRET_KEY ? { SECRET_KEY } : {}), INIT_CWD: undefined };
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env: { ...process.env, ...own } }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr }),
    );
  });
}

/** Runs `npm run verify-log`. */
export const verifyLog = (server: TestServer, ...args: string[]): Promise<Ended> =>
  run(server, ['server/program/verify-log.ts', ...args]);

export const verifyApart = (server: TestServer, ...args: string[]): Promise<Ended> =>
  run(server, ['docs/verify-log.mjs', ...args]);

/** Returns the exported log of an event, byte for byte. */
export async function exportOf({ url }: Pick<TestServer, 'url'>, event: number, token: string | null): Promise<string> {
  const response = await fetch(`${url}/api/v2/events/${event}/log.csv`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return Buffer.from(await response.arrayBuffer()).toString('utf8'); // text() would remove the byte order mark
}

export async function writeTemporary(name: string, text: string): Promise<string> {
  const file = path.join(await mkdtemp(path.join(os.tmpdir(), 'mk-log-')), name);
  await writeFile(file, text);
  return file;
}

export const keptKey = (server: TestServer): Promise<string> =>
  writeTemporary('key.pem', publicKeyOf(server.app.secrets.seal));
