import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { App } from '#server/context.ts';
import { can } from '#server/context.ts';
import { csvOf } from '#server/csv.ts';
import { Refusal } from '#server/errors.ts';
import { numberOf } from '#server/graphql/ids.ts';
import { readSettings } from '#server/settings/settings.ts';
import { viewerOf } from '#server/viewer/viewer.ts';
import { logText, type StoredContent } from '#shared/event-log/kinds.ts';
import { type ByLanguage, textIn } from '#shared/label.ts';
import { localeOf } from '#shared/languages.ts';
import { type RefusalCode, refusals } from '#shared/refusals.ts';

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
  fastify.get<{ Params: { id: string } }>('/api/v2/events/:id/log.csv', async (request, reply) => {
    const file = await exportLog(app, request, request.params.id).catch((error: unknown) => {
      if (error instanceof Refusal) return error;
      throw error;
    });
    if (file instanceof Refusal) return reply.code(httpStatus(file)).send({ message: file.key });
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${file.name}"`)
      .send(file.csv);
  });
}

const statuses: Partial<Record<RefusalCode, number>> = { UNAUTHENTICATED: 401, FORBIDDEN: 403, NOT_FOUND: 404 };
const httpStatus = ({ key }: Refusal): number => statuses[refusals[key]] ?? 400;

async function exportLog(
  app: App,
  { headers, ip }: FastifyRequest,
  id: string,
): Promise<{ name: string; csv: string }> {
  const viewer = await viewerOf(app, headers.authorization, ip);
  if (!viewer) throw new Refusal('error_unauthenticated');
  if (!can({ viewer }, 'export_event_log')) throw new Refusal('error_forbidden');
  const eventId = numberOf('events', id);
  const { rows } = await sql<Entry>`
    select row_number() over (order by l.id) as number, l.at, u.first_name || ' ' || u.last_name as by, l.kind, l.text, l.data,
      l.hash
    from log_entries l join events e on e.id = l.event_id left join users u on u.id = l.by_user_id
    where l.event_id = ${eventId} and e.is_active order by l.id`.execute(app.db);
  if (!rows.length) throw new Refusal('error_not_found');
  const { time_zone: timeZone = 'Europe/Berlin' } = await readSettings(app.db, 'time_zone');
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
  return { name: `${name}-${eventId}.csv`, csv: csvOf([heading, ...lines]) };
}
