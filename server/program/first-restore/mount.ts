import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { open, readdir, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { verifyPassword } from '#server/accounts/password.ts';
import { orCount, parse } from '#server/accounts/rest-parts.ts';
import { firstPasswordHash, isUnclaimed } from '#server/accounts/unclaimed.ts';
import type { App } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { publish } from '#server/platform/live/live.ts';
import { findKey, makeFolder, sha256 } from '#server/platform/secrets.ts';
import { limits } from '#shared/limits.ts';
import type { Replacement } from './replace-installation.ts';
import type { RestoreReport } from './restore-process.ts';

const program = fileURLToPath(new URL('./restore-process.ts', import.meta.url));
const flags = ['--max-semi-space-size=2', '--expose-gc'];

/** The most bytes of one request: a slow connection sends them within the minute that a body may take. */
const largestPortion = 4 * 1024 * 1024;
/** The database, which may be on the same disk, keeps this much. */
const reserve = 256 * 1024 * 1024;

const text = z.string().max(limits.passwordMaximum * 4);
const beginning = z.object({ password: text });
const secrets = z.object({ passphrase: text, identity: z.string().max(4000), keyPassphrase: text }).partial();

type OfUpload = { Params: { upload: string }; Querystring: { at?: string } };

/**
 * Mounts the restore on the first screen. It works only while nobody has ever signed in, and requires the password of the first
 * account, which only a person with access to the server knows:
 * - GET /api/restore: whether it is possible; otherwise 404, as for the others
 * - POST /api/restore: takes the password, returns the name of an upload
 * - PUT /api/restore/{upload}?at=N: appends a portion of the file
 * - POST /api/restore/{upload}: restores it; returns lines of JSON: progress, then the result
 */
export function mountFirstRestore(fastify: FastifyInstance, app: App): void {
  const folder = path.resolve(app.config.DATA_DIR, 'restore');
  fastify.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer', bodyLimit: largestPortion },
    (_, body, done) => done(null, body),
  );
  const refuseClaimed = async () => {
    if (!(await isUnclaimed(app.db))) throw new Refusal('error_not_found');
  };
  fastify.get('/api/restore', async () => {
    await refuseClaimed();
    return { available: true };
  });
  fastify.post('/api/restore', async (request, reply) => {
    await refuseClaimed();
    const { password } = parse(beginning, request.body);
    await orCount(app, request, 'invalid_credentials', () => refuseWrong(app, password));
    const name = randomBytes(24).toString('base64url');
    await makeFolder(folder);
    await removeOthers(folder);
    await (await open(fileOf(folder, name), 'wx', 0o600)).close();
    return reply.code(201).send({ upload: name });
  });
  fastify.put<OfUpload>('/api/restore/:upload', { bodyLimit: largestPortion }, async ({ params, query, body }) => {
    await refuseClaimed();
    return { size: await append(await uploaded(folder, params.upload), Number(query.at), body) };
  });
  fastify.post<OfUpload>('/api/restore/:upload', async (request, reply) => {
    await refuseClaimed();
    const file = await uploaded(folder, request.params.upload);
    const given = parse(secrets, request.body);
    const order = await orderOf(app, file, given);
    const lines = new PassThrough();
    void restoreIn(app, request, order, lines);
    return reply.type('application/x-ndjson').send(lines);
  });
}

async function refuseWrong(app: App, password: string): Promise<void> {
  const hash = await firstPasswordHash(app.db);
  if (!(await verifyPassword(hash, password))) throw new Refusal('invalid_credentials');
}

// The name is a secret, so the folder doesn't show it.
const fileOf = (folder: string, name: string) => path.join(folder, `${sha256(name).toString('hex')}.upload`);

async function uploaded(folder: string, name: string): Promise<string> {
  const file = fileOf(folder, name);
  if (!(await stat(file).catch(() => null))) throw new Refusal('error_not_found');
  return file;
}

/** Removes earlier uploads: one that is given up must not fill the disk. */
async function removeOthers(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.endsWith('.upload')) await rm(path.join(folder, name), { force: true });
}

async function append(name: string, at: number, body: unknown): Promise<number> {
  if (!Buffer.isBuffer(body)) throw new Refusal('error_invalid_input');
  const { bavail, bsize } = await statfs(path.dirname(name));
  if (bavail * bsize < body.length + reserve) throw new Refusal('error_restore_space');
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
  };
}

/** Restores in a process of its own and writes its reports as lines. Afterwards all processes start again. */
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
  child.on('message', (report: RestoreReport) => {
    last = report;
    write('fault' in report ? { fault: report.fault } : report); // the detail names files of the server
  });
  child.send(order);
  await new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const result = last as RestoreReport | null;
  if (result && 'done' in result) {
    app.log.warn({ event: 'installation_restored', network: request.ip });
    await rm(order.file, { force: true });
    await publish(app.db, { system: true }).catch((error: Error) =>
      app.log.error({ event: 'restore_unpublished', error: error.name }),
    );
  } else {
    if (!result || 'percent' in result) write({ fault: 'interrupted' });
    app.log.warn({ event: 'restore_failed', ...(result && 'fault' in result ? result : {}) });
  }
  lines.end();
}
