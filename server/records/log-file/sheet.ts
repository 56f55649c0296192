import type { Db } from '#server/platform/database/connect.ts';
import type { Sheet } from '#server/platform/sheets/cells.ts';
import { type CellRow, cellsIn } from '#server/platform/sheets/cells.ts';
import { sheetColumns } from '#server/platform/sheets/sheet.ts';
import { textIn } from '#shared/label.ts';
import { type LogViewer, readLogEntries } from './entries.ts';
import { dateOf } from './held.ts';
import { fileWords, type LineFormat, place, sentenceOf, timeOf } from './line.ts';

/** Returns the log as a sortable table; only the CSV file proves that the log is complete. `name` has no extension. */
export function logSheet(
  source: { db: Db; eventId: number; viewer: LogViewer; reader: LineFormat },
  name: string,
): Sheet {
  const { language } = source.reader;
  const titles = textIn(fileWords, language).heading.filter((_title, at) => at <= place.kind || at === place.hash);
  const columns = sheetColumns(titles, {
    [place.number]: 'number',
    [place.time]: 'moment',
    [place.happened]: 'moment',
  });
  return { name, language, columns, rows: rowsOf(source) };
}

async function* rowsOf({
  db,
  eventId,
  viewer,
  reader: { language, timeZone },
}: Parameters<typeof logSheet>[0]): AsyncGenerator<CellRow[]> {
  const { number, moment } = cellsIn(language, timeZone);
  const { program } = textIn(fileWords, language);
  for await (const entries of readLogEntries(db, eventId, viewer))
    yield entries.map((entry) => [
      number(entry.number),
      moment(timeOf(entry)),
      moment(entry.happenedAt === null ? null : dateOf(entry.happenedAt)),
      entry.author ?? program,
      sentenceOf(entry, language),
      number(entry.correctsNumber),
      entry.corrections.join(' '),
      entry.kind,
      entry.hash,
    ]);
}
