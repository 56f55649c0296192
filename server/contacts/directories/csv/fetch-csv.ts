import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { wayOf } from '#server/channels/http/gateway.ts';
import { bindPasswordOf } from '#server/contacts/directories/bind-secret.ts';
import type { PeopleDirectory } from '#server/contacts/directories/directory.ts';
import type { Connecting } from '#server/contacts/directories/in-thread.ts';
import { BodyFailure, CallFailure, callWhole } from '#server/platform/call.ts';
import { Refusal } from '#server/platform/errors.ts';
import { sha256 } from '#server/platform/secrets.ts';
import { limits } from '#shared/limits.ts';
import type { RefusalKey } from '#shared/refusals.ts';

/** The content of a file. */
export type CsvFile = Uint8Array<ArrayBuffer>;

const patience = 60_000;
/** Milliseconds without a change until a file counts as written. */
const usualQuiet = 10_000;

/** Returns the digest of file and mapping; an equal run changes nothing. */
export const fileDigest = ({ version }: PeopleDirectory, file: CsvFile): Buffer =>
  sha256(`${version} ${sha256(Buffer.from(file.buffer)).toString('hex')}`);

/** Fetches a directory's file: from the permitted folder, or by HTTPS. */
export async function fetchCsv(
  app: Connecting,
  directory: PeopleDirectory,
  quiet: number = usualQuiet,
): Promise<CsvFile> {
  try {
    const { url } = directory;
    return url.startsWith('file:')
      ? await fromFolder(app.config.DIRECTORY_FOLDER, url.slice('file:'.length), quiet)
      : await fromAddress(app, directory);
  } catch (error) {
    const refusal = error instanceof Refusal ? error : new Refusal(keyOf(error));
    app.log.warn({ event: 'directory_failed', directory: directory.id, reason: refusal.key });
    throw refusal;
  }
}

async function fromFolder(folder: string | undefined, name: string, quiet: number): Promise<CsvFile> {
  if (!folder) throw new Refusal('error_directory_no_folder');
  const root = await realpath(folder);
  // a link may lead out of the folder
  const file = await realpath(path.join(root, name));
  if (!file.startsWith(`${root}${path.sep}`)) throw new Refusal('error_directory_file_address');
  // a named pipe must not block the process
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  try {
    if (!(await handle.stat()).isFile()) throw new Refusal('error_directory_file_missing');
    await awaitWriter(handle, quiet);
    const before = await handle.stat();
    if (before.size > limits.csvBytes) throw new Refusal('error_directory_file_size');
    const bytes = new Uint8Array(await handle.readFile());
    const after = await handle.stat();
    const isChanging = after.size !== before.size || after.mtimeMs !== before.mtimeMs || bytes.length !== after.size;
    if (isChanging) throw new Refusal('error_directory_file_changing');
    return bytes;
  } finally {
    await handle.close();
  }
}

/** Waits for a complete file, because half of one switches off people. */
async function awaitWriter(handle: FileHandle, quiet: number): Promise<void> {
  for (const end = Date.now() + patience; Date.now() < end; ) {
    const age = Date.now() - (await handle.stat()).mtimeMs;
    // a wrong clock must not stop the runs
    if (age >= quiet || age < 0) return;
    await setTimeout(quiet - age);
  }
  throw new Refusal('error_directory_file_changing');
}

async function fromAddress(app: Connecting, directory: PeopleDirectory): Promise<CsvFile> {
  const { url, ca, ownNetwork, bindDn } = directory;
  const secret = bindPasswordOf(app.secrets, directory);
  if (secret === undefined) throw new Refusal('error_directory_password');
  const { allowed } = wayOf({ ownNetwork }, app);
  const headers = { accept: 'text/csv, */*;q=0.5', 'accept-encoding': 'identity', ...authorization(bindDn, secret) };
  const options = { allowed, timeout: patience, ca: ca ?? undefined, most: limits.csvBytes };
  const { status, body } = await callWhole(new URL(url), { method: 'GET', headers }, options);
  if (status !== 200)
    throw new Refusal(
      byStatus[status] ?? (status >= 300 && status < 400 ? 'error_directory_moved' : 'error_directory_failed'),
    );
  return new Uint8Array(body);
}

function authorization(account: string, secret: string | null): { authorization?: string } {
  if (secret === null) return {};
  if (!account) return { authorization: `Bearer ${secret}` };
  return { authorization: `Basic ${Buffer.from(`${account}:${secret}`).toString('base64')}` };
}

const byStatus: Readonly<Record<number, RefusalKey>> = {
  401: 'error_directory_password',
  403: 'error_directory_password',
  404: 'error_directory_file_missing',
  410: 'error_directory_file_missing',
};

const byReason: Readonly<Record<(BodyFailure | CallFailure)['reason'], RefusalKey>> = {
  blocked: 'error_directory_blocked',
  dns: 'error_directory_unreachable',
  tls: 'error_directory_certificate',
  timeout: 'error_directory_timeout',
  connection: 'error_directory_unreachable',
  large: 'error_directory_file_size',
  cut: 'error_directory_cut',
};

function keyOf(error: unknown): RefusalKey {
  if (error instanceof BodyFailure || error instanceof CallFailure) return byReason[error.reason];
  const { code } = error as { code?: unknown };
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') return 'error_directory_file_missing';
  if (code === 'EACCES' || code === 'EPERM') return 'error_directory_file_access';
  return 'error_directory_failed';
}
