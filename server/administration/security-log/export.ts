import type { FastifyInstance } from 'fastify';
import { textFilter } from '#server/administration/audit/export.ts';
import { optionalNumberOf } from '#server/api/graphql/ids.ts';
import { mountSheet } from '#server/api/http/sheet.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import { type App, can } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { readSettings } from '#server/platform/settings/settings.ts';
import type { Sheet } from '#server/platform/sheets/cells.ts';
import { type CellRow, type CellWriter, cellsIn } from '#server/platform/sheets/cells.ts';
import { sheetColumns } from '#server/platform/sheets/sheet.ts';
import { type ByLanguage, textIn } from '#shared/label.ts';
import { isSecurityKind, securityKinds } from '#shared/security-log.ts';
import { allSecurityEntries, type NamedSecurityEntry, type SecurityFilter } from './queries.ts';

const words: ByLanguage<{ name: string; heading: readonly string[] }> = {
  de: {
    name: 'sicherheitsprotokoll',
    heading: [
      ...['Nr.', 'Zeitpunkt', 'Zeitpunkt (UTC)', 'Zuletzt (UTC)', 'Anzahl', 'Art', 'Kennung', 'Von', 'API-Schlüssel'],
      ...['Netz', 'Was', 'Einzelheit', 'Betrifft', 'Nummer', 'Name'],
    ],
  },
  en: {
    name: 'security-log',
    heading: [
      ...['No.', 'Time', 'Time (UTC)', 'Last (UTC)', 'Count', 'Kind', 'Identifier', 'By', 'API key'],
      ...['Network', 'What', 'Detail', 'About', 'Number', 'Name'],
    ],
  },
};

/**
 * Mounts GET /api/v2/security_entries.csv and .xlsx: the security log, oldest first, filtered like `securityEntries`.
 * Needs view_audit_log.
 */
export function mountSecurityExport(fastify: FastifyInstance, app: App): void {
  mountSheet(fastify, app, '/api/v2/security_entries', async (ctx, { query }) => {
    if (!can(ctx, 'view_audit_log')) throw new Refusal('error_forbidden');
    return securitySheet(ctx, filterOf(query as Record<string, unknown>));
  });
}

async function securitySheet({ db, viewer: { language } }: SignedIn, filter: SecurityFilter): Promise<Sheet> {
  const { time_zone: timeZone = 'Europe/Berlin' } = await readSettings(db, 'time_zone');
  const { name, heading } = textIn(words, language);
  const cells = cellsIn(language, timeZone);
  async function* rows() {
    for await (const entries of allSecurityEntries(db, filter))
      yield entries.map((entry) => rowOf(entry, cells, language));
  }
  const columns = sheetColumns(heading, { 0: 'number', 1: 'moment', 4: 'number', 13: 'number' });
  return { name, language, columns, rows: rows() };
}

function rowOf(entry: NamedSecurityEntry, { number, moment }: CellWriter, language: string): CellRow {
  const { kind } = entry;
  return [
    number(entry.id),
    moment(entry.at),
    entry.at.toISOString(),
    entry.lastAt?.toISOString() ?? '',
    number(entry.count),
    isSecurityKind(kind) ? textIn(securityKinds[kind].label, language) : kind,
    kind,
    entry.byName ?? '',
    entry.keyName ?? '',
    entry.network ?? '',
    entry.what ?? '',
    entry.detail ?? '',
    entry.subjectType ?? '',
    number(entry.subjectId),
    entry.subjectName ?? '',
  ];
}

function filterOf(query: Record<string, unknown>): SecurityFilter {
  const { text, moment } = textFilter(query);
  return {
    search: text('search'),
    kind: text('kind'),
    userId: optionalNumberOf('users', text('user')),
    network: text('network'),
    from: moment('from'),
    to: moment('to'),
  };
}
