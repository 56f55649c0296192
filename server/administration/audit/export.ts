import type { FastifyInstance } from 'fastify';
import { optionalNumberOf } from '#server/api/graphql/ids.ts';
import { mountSheet } from '#server/api/http/sheet.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import { type App, can } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { readSettings } from '#server/platform/settings/settings.ts';
import type { Sheet } from '#server/platform/sheets/cells.ts';
import { type CellRow, cellsIn } from '#server/platform/sheets/cells.ts';
import { sheetColumns } from '#server/platform/sheets/sheet.ts';
import { type ByLanguage, textIn } from '#shared/label.ts';
import { type AuditFilter, allEntries, type NamedEntry } from './queries.ts';

interface Words {
  name: string;
  heading: readonly string[];
  actions: Readonly<Record<string, string>>;
}

const words: ByLanguage<Words> = {
  de: {
    name: 'änderungsprotokoll',
    heading: [
      ...['Nr.', 'Zeitpunkt', 'Zeitpunkt (UTC)', 'Von', 'Vorgang', 'Art', 'Nummer', 'Eintrag', 'Vorher', 'Nachher'],
      'Hash',
    ],
    actions: { create: 'angelegt', update: 'geändert', switch_off: 'deaktiviert', remove: 'gelöscht' },
  },
  en: {
    name: 'audit-log',
    heading: ['No.', 'Time', 'Time (UTC)', 'By', 'Action', 'Kind', 'Number', 'Entry', 'Before', 'After', 'Hash'],
    actions: { create: 'created', update: 'changed', switch_off: 'deactivated', remove: 'deleted' },
  },
};

/**
 * Mounts GET /api/v2/audit_entries.csv and .xlsx: the audit log, oldest first, filtered like `auditEntries`. Needs
 * view_audit_log.
 */
export function mountAuditExport(fastify: FastifyInstance, app: App): void {
  mountSheet(fastify, app, '/api/v2/audit_entries', async (ctx, { query }) => {
    if (!can(ctx, 'view_audit_log')) throw new Refusal('error_forbidden');
    return auditSheet(ctx, filterOf(query as Record<string, unknown>));
  });
}

async function auditSheet({ db, viewer: { language } }: SignedIn, filter: AuditFilter): Promise<Sheet> {
  const { time_zone: timeZone = 'Europe/Berlin' } = await readSettings(db, 'time_zone');
  const { name, heading, actions } = textIn(words, language);
  const { number, moment } = cellsIn(language, timeZone);
  const rowOf = (entry: NamedEntry): CellRow => [
    ...[number(entry.id), moment(entry.at), entry.at.toISOString(), entry.byName ?? 'System'],
    ...[actions[entry.action] ?? entry.action, entry.type, number(entry.rowId), entry.label],
    ...[json(entry.before), json(entry.after), entry.hash],
  ];
  async function* rows() {
    for await (const entries of allEntries(db, filter)) yield entries.map(rowOf);
  }
  return { name, language, columns: sheetColumns(heading, { 0: 'number', 1: 'moment', 6: 'number' }), rows: rows() };
}

/** Parses a filter; refuses a repeated or invalid one. */
export function textFilter(query: Record<string, unknown>) {
  const text = (name: string) => {
    const value = query[name];
    if (value === undefined || value === '') return null;
    if (typeof value !== 'string') throw new Refusal('error_invalid_input', { [name]: 'error_invalid_input' });
    return value;
  };
  const moment = (name: string) => {
    const value = text(name);
    const date = value === null ? null : new Date(value);
    if (date && Number.isNaN(date.getTime()))
      throw new Refusal('error_invalid_input', { [name]: 'error_invalid_input' });
    return date;
  };
  return { text, moment };
}

function filterOf(query: Record<string, unknown>): AuditFilter {
  const { text, moment } = textFilter(query);
  const rowId = text('rowId');
  if (rowId !== null && !/^\d{1,9}$/.test(rowId)) throw new Refusal('error_invalid_id', { rowId: 'error_invalid_id' });
  return {
    search: text('search'),
    type: text('type'),
    action: text('action'),
    rowId: rowId === null ? null : Number(rowId),
    byUserId: optionalNumberOf('users', text('by')),
    from: moment('from'),
    to: moment('to'),
  };
}

const json = (value: unknown) => (value === null ? '' : JSON.stringify(value));
