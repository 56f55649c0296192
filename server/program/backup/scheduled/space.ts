import { stat, statfs } from 'node:fs/promises';
import { KnownFault } from '../known-fault.ts';

/** The embedded database's reserve for alarms and answers. */
const databaseReserve = 256 * 1024 * 1024;

const callsPerLook = 64;

/** Returns the writable bytes of a folder's disk. */
export async function freeSpace(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Returns whether two existing folders share a disk. */
export async function areOnOneDisk(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((name) => stat(name).catch(() => null)));
  return a?.dev !== undefined && a.dev === b?.dev;
}

/** Throws a KnownFault without room for these bytes besides the reserve of the database. */
export async function refuseWithoutSpace(
  folder: string,
  key: string,
  bytes = 0,
  reserve = databaseReserve,
): Promise<void> {
  if ((await freeSpace(folder)) >= bytes + reserve) return;
  throw new KnownFault(key, `The disk of ${folder} has too little space, which the database needs to store messages.`);
}

/** Returns a check for portions, which looks once in 64 calls. */
export function guardSpace(folder: string, key: string, reserve = databaseReserve): () => Promise<void> {
  let calls = 0;
  return async () => {
    if (calls++ % callsPerLook === 0) await refuseWithoutSpace(folder, key, 0, reserve);
  };
}
