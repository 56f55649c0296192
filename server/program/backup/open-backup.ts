import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { ownMigrations } from '#server/platform/database/migrate.ts';
import { StartError } from '#server/platform/start-error.ts';
import {
  decryptionWith,
  decryptWithIdentity,
  decryptWithPassphrase,
  type Transform,
  unencrypted,
} from './encryption.ts';
import { KnownFault } from './known-fault.ts';
import { identityName, keyName, type Manifest, manifestName, parseManifest, sumsName } from './manifest.ts';
import { readMember, readMembers, TarError, type TarMember } from './tar.ts';

/** The passphrase, or a recipient's identities (`AGE-SECRET-KEY-…`). */
export interface Unlocking {
  passphrase?: string;
  identities?: readonly string[];
  /** The identity of this backup itself. */
  own?: string;
}

/** A complete and unchanged backup. */
export interface OpenBackup {
  manifest: Manifest;
  /** Returns the content of a member, decrypted. */
  read(name: string): AsyncIterable<Buffer>;
  /** Decrypts the secret key of the installation. */
  readKey(passphrase: string): Promise<string>;
  close(): Promise<void>;
}

const largestManifest = 16 * 1024 * 1024;

/** The most bytes of a member other than rows. */
const largestText = 64 * 1024 * 1024;

interface OpenOptions {
  /** Refuses an unencrypted backup, which may be forged. */
  mustBeEncrypted?: boolean;
}

/**
 * Opens a backup and reads all of it once. Calls `unlock` if encrypted. Raises a StartError for an invalid or newer
 * backup, or a wrong secret.
 */
export async function openBackup(
  name: string,
  unlock: (manifest: Manifest) => Promise<Unlocking>,
  options: OpenOptions = {},
): Promise<OpenBackup> {
  const file = await open(name).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`${name} can't be read (${error.code}).`, { cause: error });
  });
  try {
    return await verify(name, file, unlock, options);
  } catch (error) {
    await file.close();
    if (!(error instanceof TarError)) throw error;
    throw error.isTruncated
      ? new KnownFault('truncated', `${name} is truncated: ${error.message}.`)
      : modified(name, error.message);
  }
}

const modified = (file: string, why: string) =>
  new KnownFault('modified', `${file} was modified or is damaged: ${why}. Nothing was restored.`);

async function verify(
  name: string,
  file: FileHandle,
  unlock: (manifest: Manifest) => Promise<Unlocking>,
  { mustBeEncrypted = false }: OpenOptions,
): Promise<OpenBackup> {
  const first = await readMembers(file)
    .next()
    .catch((error) => {
      if (error instanceof TarError && error.isTruncated) throw error;
      throw foreign(name);
    });
  if (!first.value || first.value.name !== manifestName || first.value.size > largestManifest) throw foreign(name);
  const manifestText = await bytesOf(readMember(file, first.value));
  const manifest = parseManifest(manifestText.toString());
  if (!manifest) throw foreign(name);
  if ('newerFormat' in manifest)
    throw new KnownFault(
      'newer',
      `${name} has format ${manifest.newerFormat} of a newer release: restore it with that release.`,
    );
  if (mustBeEncrypted && manifest.encryption === 'none')
    throw new KnownFault('not_encrypted', `${name} is not encrypted, so anyone can have written it.`);
  const members = await readIndex(name, file);
  await refuseNewer(name, manifest);

  const sha256Of = new Map(manifest.members.map((member) => [member.name, member.sha256]));
  const check = async (member: TarMember, expected: string | undefined) => {
    const hash = createHash('sha256');
    for await (const bytes of readMember(file, member)) hash.update(bytes);
    if (hash.digest('hex') !== expected) throw modified(name, `${member.name} has another content`);
  };
  const memberOf = (wanted: string): TarMember => {
    const member = members.get(wanted);
    if (!member) throw modified(name, `${wanted} is missing`);
    if (member.size > largestText && !wanted.startsWith('tables/')) throw modified(name, `${wanted} is too large`);
    return member;
  };
  let decrypt: Transform = unencrypted;
  if (manifest.encryption !== 'none') {
    const identity = memberOf(identityName);
    await check(identity, sha256Of.get(identityName));
    decrypt = decryptionWith(await identityIn(name, await bytesOf(readMember(file, identity)), await unlock(manifest)));
  }
  // this list requires the identity, so it authenticates the manifest
  const suffix = manifest.encryption === 'none' ? '' : '.age';
  const list = memberOf(`${sumsName}${suffix}`);
  const sums = await readSums(name, decrypt(readMember(file, list)));
  for (const listed of sums.keys()) memberOf(listed);
  for (const [memberName, member] of members) if (memberName !== list.name) await check(member, sums.get(memberName));

  const key = members.has(keyName) ? memberOf(keyName) : null;
  return {
    manifest,
    read: (wanted) => decrypt(readMember(file, memberOf(`${wanted}${wanted.startsWith('tables/') ? '' : suffix}`))),
    async readKey(passphrase) {
      if (!key) throw new StartError(`${name} doesn't contain the key: it was made without --with-key.`);
      const secret = decryptWithPassphrase(await bytesOf(readMember(file, key)), passphrase);
      return (await secret.catch(() => Promise.reject(wrong(name, 'passphrase of the key')))).toString();
    },
    close: () => file.close(),
  };
}

const foreign = (name: string) =>
  new KnownFault('foreign', `${name} is no backup made by "npm run backup", or its beginning is damaged.`);

const wrong = (name: string, what: string) =>
  new KnownFault('wrong_passphrase', `The ${what} is not the one that ${name} was made with.`);

async function readIndex(name: string, file: FileHandle): Promise<Map<string, TarMember>> {
  const members = new Map<string, TarMember>();
  for await (const member of readMembers(file)) {
    if (members.has(member.name)) throw modified(name, `${member.name} is there twice`);
    members.set(member.name, member);
  }
  return members;
}

async function refuseNewer(name: string, { migration, program }: Manifest): Promise<void> {
  if ((await ownMigrations).includes(migration)) return;
  throw new KnownFault(
    'newer',
    `${name} comes from another release, ${program}, whose migration ${migration} this one doesn't have: restore it with that release or a later one.`,
  );
}

async function identityIn(name: string, content: Buffer, unlocking: Unlocking): Promise<string> {
  if (unlocking.own !== undefined) return unlocking.own;
  const tries = [
    ...(unlocking.passphrase === undefined ? [] : [() => decryptWithPassphrase(content, unlocking.passphrase!)]),
    ...(unlocking.identities ?? []).map((identity) => () => decryptWithIdentity(content, identity)),
  ];
  for (const attempt of tries) {
    const text = await attempt().catch(() => null);
    if (text) return text.toString().trim();
  }
  throw wrong(name, unlocking.passphrase === undefined ? 'identity' : 'passphrase');
}

async function readSums(name: string, content: AsyncIterable<Buffer>): Promise<Map<string, string>> {
  const text = await bytesOf(content).catch((error) => {
    throw error instanceof TarError ? error : modified(name, `${sumsName} can't be decrypted`);
  });
  const lines = text.toString().split('\n').filter(Boolean);
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
}

/** Reads a small content as a whole. */
export async function bytesOf(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const bytes of content) parts.push(bytes);
  return Buffer.concat(parts);
}
