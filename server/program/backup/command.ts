import path from 'node:path';
import { askersFolder, loadConfig } from '#server/platform/config.ts';
import type { Client } from '#server/platform/connection/client.ts';
import { openDatabase } from '#server/platform/database/open.ts';
import { withStartConnection } from '#server/platform/database/starting/cannot-reach.ts';
import { inWords } from '#server/platform/database/starting/in-words.ts';
import { refuseServer } from '#server/platform/database/starting/refuse-server.ts';
import { createLog } from '#server/platform/log.ts';
import { exitCodes } from '#server/platform/start-error.ts';

/** Returns the path of a file from the command line. */
export const fileOfArgument = (name: string): string => path.resolve(askersFolder(), name);

export async function onDatabase<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const config = loadConfig();
  const { url, stop } = await openDatabase(config, createLog(config.LOG_LEVEL));
  try {
    return await withStartConnection(url, async (client) => {
      await refuseServer(client, url);
      return work(client);
    });
  } finally {
    await stop();
  }
}

/** Writes a line about the progress. */
export const progress = (line: string): void => void process.stderr.write(`${line}\n`);

/** Returns a handler that ends the process with one sentence. */
export const endWith = (failed: string) => (error: unknown) => {
  const { message, exitCode } = inWords(error);
  const text = exitCode === exitCodes.unforeseen ? `${failed}: ${(error as Error).message}` : message;
  process.stderr.write(`${text}\n`);
  process.exitCode = exitCode;
};

const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];

/** Returns a size in words, as "12.3 MiB". */
export function formatSize(bytes: number): string {
  const unit = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1);
  return `${(bytes / 1024 ** unit).toFixed(unit ? 1 : 0)} ${units[unit]}`;
}
