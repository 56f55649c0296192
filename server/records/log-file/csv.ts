import { createHash } from 'node:crypto';
import { byteOrderMark } from '#server/platform/csv.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { type LogViewer, readLogEntries } from './entries.ts';
import { entryLine, headingLine, type LineFormat, sealLine, writerOf } from './line.ts';
import { sealOf } from './seal.ts';

/** Source of a log file. */
export interface FileSource {
  db: Db;
  /** Signing key seed of the seals. */
  seed: Buffer;
  eventId: number;
  /** True if the log is complete and unchanged now. */
  whole: boolean;
  /** Null for verification, which withholds nothing. */
  viewer: LogViewer | null;
  reader: LineFormat;
}

/** Yields entries with their hash input, and a seal. */
export async function* csvPieces({ db, seed, eventId, whole, viewer, reader }: FileSource): AsyncGenerator<string> {
  const write = writerOf(reader);
  const digest = createHash('sha256');
  let [entries, head] = [0, ''];
  const heading = byteOrderMark + headingLine(reader.language);
  digest.update(heading);
  yield heading;
  for await (const portion of readLogEntries(db, eventId, viewer)) {
    const lines = portion.map((entry) => entryLine(entry, reader, write)).join('');
    digest.update(lines);
    entries += portion.length;
    head = portion.at(-1)!.hash;
    yield lines;
  }
  const statement = { chain: `event ${eventId}`, entries, head, at: new Date().toISOString(), whole };
  yield sealLine(sealOf(seed, { ...statement, file: digest.digest('hex') }), reader, write);
}
