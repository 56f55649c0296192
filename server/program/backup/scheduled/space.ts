import { stat, statfs } from 'node:fs/promises';
import { KnownFault } from '../known-fault.ts';

/** The disk of the embedded database keeps this much, so that alarms and answers can be stored. */
const databaseReserve = 256 * 1024 * 1024;

const callsPerLook = 64;

/** Returns the bytes that this program may still write to the disk of a folder. */
export async function freeSpace(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Returns whether two folders are on one disk; false if one doesn't exist. */
export async function areOnOneDisk(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((name) => stat(name).catch(() => null)));
  return a?.dev !== undefined && a.dev === b?.dev;
}

/** Raises a KnownFault if the disk of the database doesn't have room for so many bytes besides its reserve. */
export async function refuseWithoutSpace(
  folder: string,
  key: string,
  bytes = 0,
  reserve = databaseReserve,
): Promise<void> {
  if ((await freeSpace(folder)) >= bytes + reserve) return;
  throw new KnownFault(key, `The disk of ${folder} has too little space, which the database needs to store messages.`);
}

/** Returns a check for every written portion. It looks at the disk at the first of every 64 calls. */
export function guardSpace(folder: string, key: string, reserve = databaseReserve): () => Promise<void> {
  let calls = 0;
  return async () => {
    if (calls++ % callsPerLook === 0) await refuseWithoutSpace(folder, key, 0, reserve);
  };
}
