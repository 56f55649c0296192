import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { App } from '#server/context.ts';
import { can } from '#server/context.ts';
import { csvOf } from '#server/csv.ts';
import { Refusal } from '#server/errors.ts';
import { numberOf } from '#server/graphql/ids.ts';
import { type Download, mountDownload } from '#server/http/download.ts';
import { readSettings } from '#server/settings/settings.ts';
import type { SignedIn } from '#server/viewer/viewer.ts';
import { logText, type StoredContent } from '#shared/event-log/kinds.ts';
import { type ByLanguage, textIn } from '#shared/label.ts';
import { localeOf } from '#shared/languages.ts';

interface Entry extends StoredContent {
  number: number;
  at: Date;
  by: string | null;
  hash: string;
}

const words: ByLanguage<{ name: string; heading: string[] }> = {
  de: {
    name: 'einsatztagebuch',
    heading: ['Nr.', 'Zeitpunkt', 'Zeitpunkt (UTC)', 'Von', 'Art', 'Text', 'Hash'],
  },
  en: {
    name: 'event-log',
    heading: ['No.', 'Time', 'Time (UTC)', 'By', 'Kind', 'Text', 'Hash'],
  },
};

/**
 * Mounts GET /api/v2/events/{id}/log.csv: the whole log of an event, oldest entry first, in the reader's language. Needs
 * export_event_log.
 */
export function mountLogExport(fastify: FastifyInstance, app: App): void {
  mountDownload<{ Params: { id: string } }>(fastify, app, '/api/v2/events/:id/log.csv', async (ctx, { params }) => {
    if (!can(ctx, 'export_event_log')) throw new Refusal('error_forbidden');
    return exportLog(ctx, numberOf('events', params.id));
  });
}

async function exportLog({ db, viewer }: SignedIn, eventId: number): Promise<Download> {
  const { rows } = await sql<Entry>`
    select row_number() over (order by l.id) as number, l.at, u.first_name || ' ' || u.last_name as by, l.kind, l.text, l.data,
      l.hash
    from log_entries l join events e on e.id = l.event_id left join users u on u.id = l.by_user_id
    where l.event_id = ${eventId} and e.is_active order by l.id`.execute(db);
  if (!rows.length) throw new Refusal('error_not_found');
  const { time_zone: timeZone = 'Europe/Berlin' } = await readSettings(db, 'time_zone');
  const { language } = viewer;
  const { name, heading } = textIn(words, language);
  const local = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeStyle: 'medium', timeZone });
  const lines = rows.map((entry) => [
    String(entry.number),
    local.format(entry.at),
    entry.at.toISOString(),
    entry.by ?? 'System',
    entry.kind,
    logText(entry, language),
    entry.hash,
  ]);
  return { name: `${name}-${eventId}.csv`, content: csvOf([heading, ...lines]) };
}
