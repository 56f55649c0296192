import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { verifyPassword } from '#server/accounts/password.ts';
import { parse } from '#server/accounts/rest-parts.ts';
import { findFirstAccount, isUnclaimed } from '#server/accounts/unclaimed.ts';
import type { App } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { publish } from '#server/platform/live/live.ts';
import { findKey, makeFolder, sha256 } from '#server/platform/secrets.ts';
import { countAttempt, networkOf } from '#server/platform/throttle.ts';
import { limits } from '#shared/limits.ts';
import { freeSpace } from '../backup/scheduled/space.ts';
import type { Replacement } from './replace-installation.ts';
import type { RestoreReport } from './restore-process.ts';
import { readMark } from './watch-replacement.ts';

const program = fileURLToPath(new URL('./restore-process.ts', import.meta.url));
const flags = ['--max-semi-space-size=2', '--expose-gc'];

/** The most bytes of a request, within a minute on a slow connection. */
const largestPortion = 4 * 1024 * 1024;
/** The database's reserve on the same disk. */
const reserve = 256 * 1024 * 1024;

/** Proxies end a response that is silent for a minute. */
const longestSilence = 15_000;

const text = z.string().max(limits.passwordMaximum * 4);
const beginning = z.object({ password: text });
const secrets = z.object({ passphrase: text, identity: z.string().max(4000), keyPassphrase: text }).partial();

type OfUpload = { Params: { upload: string }; Querystring: { at?: string } };

/**
 * Mounts the restore on the first screen, until the first sign-in. Requires the first account's password:
 * - GET /api/restore: whether it is possible; otherwise 404, or 503 until this process restarts
 * - POST /api/restore: takes the password, returns an upload's name
 * - PUT /api/restore/{upload}?at=N: appends a portion
 * - POST /api/restore/{upload}: restores it; returns JSON lines: progress, then the result
 */
export function mountFirstRestore(fastify: FastifyInstance, app: App): void {
  const folder = path.resolve(app.config.DATA_DIR, 'restore');
  fastify.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer', bodyLimit: largestPortion },
    (_, body, done) => done(null, body),
  );
  const markAtStart = beginUnclaimed(app, folder);
  fastify.get('/api/restore', async (_request, reply) => {
    if (await isUnclaimed(app.db)) return { available: true };
    const mark = await markAtStart;
    if (mark === null || mark === (await readMark(app.db))) throw new Refusal('error_not_found');
    return reply.code(503).header('retry-after', 1).send({ available: false });
  });
  // before the body is read, which may be large
  fastify.addHook('onRequest', async ({ method, params }) => {
    if (method === 'GET' || method === 'HEAD') return;
    if (!(await isUnclaimed(app.db))) throw new Refusal('error_not_found');
    const { upload } = params as { upload?: string };
    if (upload !== undefined) await uploaded(folder, upload);
  });
  fastify.post('/api/restore', async (request, reply) => {
    const { password } = parse(beginning, request.body);
    await refuseWrong(app, request.ip, password);
    const name = randomBytes(24).toString('base64url');
    await makeFolder(folder);
    await removeOthers(folder);
    await (await open(fileOf(folder, name), 'wx', 0o600)).close();
    return reply.code(201).send({ upload: name });
  });
  fastify.put<OfUpload>('/api/restore/:upload', { bodyLimit: largestPortion }, async ({ params, query, body }) => ({
    size: await append(fileOf(folder, params.upload), Number(query.at), body),
  }));
  fastify.post<OfUpload>('/api/restore/:upload', async (request, reply) => {
    const given = parse(secrets, request.body);
    const order = await orderOf(app, fileOf(folder, request.params.upload), given);
    const lines = new PassThrough();
    lines.on('error', () => {}); // the browser left: the restore goes on
    void restoreIn(app, request, order, lines).catch((error: Error) => {
      app.log.error({ event: 'restore_failed', error: error.name });
      lines.destroy();
    });
    return reply.type('application/x-ndjson').header('x-accel-buffering', 'no').send(lines);
  });
}

/** Returns an unclaimed installation's mark. Otherwise removes an upload. */
async function beginUnclaimed(app: App, folder: string): Promise<string | null> {
  try {
    if (await isUnclaimed(app.db)) return await readMark(app.db);
    await rm(folder, { recursive: true, force: true });
  } catch {
    // the next start tries again
  }
  return null;
}

/** Counts as a sign-in attempt. */
async function refuseWrong(app: App, ip: string, password: string): Promise<void> {
  const account = await findFirstAccount(app.db);
  if (!account) throw new Refusal('error_not_found');
  const attempt = await countAttempt(app.db, account.email, ip);
  if (!(await verifyPassword(account.hash, password))) throw new Refusal('invalid_credentials');
  await attempt.takeBack();
}

// The name is a secret, so the folder doesn't show it.
const fileOf = (folder: string, name: string) => path.join(folder, `${sha256(name).toString('hex')}.upload`);

async function uploaded(folder: string, name: string): Promise<void> {
  if (!(await stat(fileOf(folder, name)).catch(() => null))) throw new Refusal('error_not_found');
}

/** Removes earlier uploads, which must not fill the disk. */
async function removeOthers(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.endsWith('.upload')) await rm(path.join(folder, name), { force: true });
}

async function append(name: string, at: number, body: unknown): Promise<number> {
  if (!Buffer.isBuffer(body)) throw new Refusal('error_invalid_input');
  if ((await freeSpace(path.dirname(name))) < body.length + reserve) throw new Refusal('error_restore_space');
  const file = await open(name, 'r+');
  try {
    const { size } = await file.stat();
    if (at !== size) throw new Refusal('error_restore_order');
    await file.write(body, 0, body.length, at);
    return at + body.length;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw new Refusal('error_restore_space');
    throw error;
  } finally {
    await file.close();
  }
}

async function orderOf(app: App, file: string, given: z.infer<typeof secrets>): Promise<Replacement> {
  const current = await findKey(app.config);
  if (current === null) throw new Error('a running installation has a key');
  return {
    url: app.database.url,
    file,
    passphrase: given.passphrase ?? '',
    identities: (given.identity ?? '').split(/\s+/).filter((word) => word.startsWith('AGE-SECRET-KEY-')),
    keyPassphrase: given.keyPassphrase ?? '',
    key: { current, isFixed: Boolean(app.config.SECRET_KEY) },
    dataDir: path.resolve(app.config.DATA_DIR),
    isEmbedded: !app.config.DATABASE_URL,
  };
}

/** Restores in its own process and writes reports as lines. Then all processes restart. */
async function restoreIn(app: App, request: FastifyRequest, order: Replacement, lines: PassThrough): Promise<void> {
  const { PATH, HOME, TMPDIR } = process.env;
  const child = fork(program, {
    execArgv: [...process.execArgv, ...flags],
    env: { PATH, HOME, TMPDIR },
    stdio: 'ignore',
  });
  let last: RestoreReport | null = null;
  const write = (report: Exclude<RestoreReport, { detail: string }> | { fault: string }) =>
    void (lines.writable && lines.write(`${JSON.stringify(report)}\n`));
  let percent = 0;
  child.on('message', (report: RestoreReport) => {
    last = report;
    if ('percent' in report) percent = report.percent;
    write('fault' in report ? { fault: report.fault } : report); // the detail names files of the server
  });
  const timer = setInterval(() => write({ percent }), longestSilence);
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.on('error', () => {
      if (child.pid === undefined) resolve(); // it didn't start
    });
  });
  child.send(order);
  await ended;
  clearInterval(timer);
  const result = last as RestoreReport | null;
  if (result && 'done' in result) {
    app.log.warn({ event: 'installation_restored', network: networkOf(request.ip) });
    await rm(order.file, { force: true }).catch(() => undefined);
    await publish(app.db, { system: true }).catch((error: Error) =>
      app.log.error({ event: 'restore_unpublished', error: error.name }),
    );
  } else {
    if (!result || 'percent' in result) write({ fault: 'interrupted' });
    app.log.warn({ event: 'restore_failed', ...(result && 'fault' in result ? result : {}) });
  }
  lines.end();
}
