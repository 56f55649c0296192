import type { FastifyInstance } from 'fastify';
import { textFilter } from '#server/administration/audit/export.ts';
import { type App, can } from '#server/context.ts';
import { byteOrderMark, csvLine } from '#server/csv.ts';
import { Refusal } from '#server/errors.ts';
import { optionalNumberOf } from '#server/graphql/ids.ts';
import { mountDownload } from '#server/http/download.ts';
import { readSettings } from '#server/settings/settings.ts';
import type { SignedIn } from '#server/viewer/viewer.ts';
import { type ByLanguage, textIn } from '#shared/label.ts';
import { localeOf } from '#shared/languages.ts';
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
 * Mounts GET /api/v2/security_entries.csv: the security log, oldest entry first, in the reader's language, whole or narrowed
 * like `securityEntries` (search, kind, user, network, from, to). Needs view_audit_log.
 */
export function mountSecurityExport(fastify: FastifyInstance, app: App): void {
  mountDownload(fastify, app, '/api/v2/security_entries.csv', async (ctx, { query }) => {
    if (!can(ctx, 'view_audit_log')) throw new Refusal('error_forbidden');
    const filter = filterOf(query as Record<string, unknown>);
    return { name: `${textIn(words, ctx.viewer.language).name}.csv`, content: linesOf(ctx, filter) };
  });
}

async function* linesOf({ db, viewer: { language } }: SignedIn, filter: SecurityFilter): AsyncGenerator<string> {
  const { time_zone: timeZone = 'Europe/Berlin' } = await readSettings(db, 'time_zone');
  const local = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeStyle: 'medium', timeZone });
  yield byteOrderMark + csvLine(textIn(words, language).heading);
  for await (const entries of allSecurityEntries(db, filter))
    yield entries.map((entry) => csvLine(cellsOf(entry, local, language))).join('');
}

function cellsOf(entry: NamedSecurityEntry, local: Intl.DateTimeFormat, language: string): string[] {
  const { kind } = entry;
  return [
    String(entry.id),
    local.format(entry.at),
    entry.at.toISOString(),
    entry.lastAt?.toISOString() ?? '',
    String(entry.count),
    isSecurityKind(kind) ? textIn(securityKinds[kind].label, language) : kind,
    kind,
    entry.byName ?? '',
    entry.keyName ?? '',
    entry.network ?? '',
    entry.what ?? '',
    entry.detail ?? '',
    entry.subjectType ?? '',
    String(entry.subjectId ?? ''),
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
