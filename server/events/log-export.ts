import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { App } from '#server/context.ts';
import { can } from '#server/context.ts';
import { csvOf } from '#server/csv.ts';
import { Refusal } from '#server/errors.ts';
import { numberOf } from '#server/graphql/ids.ts';
import { readSettings } from '#server/settings/settings.ts';
import { viewerOf } from '#server/viewer/viewer.ts';
import { type RefusalCode, refusals } from '#shared/refusals.ts';

interface Entry {
  number: number;
  at: Date;
  by: string | null;
  kind: string;
  text: string;
  hash: string;
}

const heading = ['Nr.', 'Zeitpunkt', 'Zeitpunkt (UTC)', 'Von', 'Art', 'Text', 'Hash'];

/** Mounts GET /api/v2/events/{id}/log.csv: the whole log of an event, oldest entry first. Needs export_event_log. */
export function mountLogExport(fastify: FastifyInstance, app: App): void {
  fastify.get<{ Params: { id: string } }>('/api/v2/events/:id/log.csv', async (request, reply) => {
    const csv = await exportLog(app, request, request.params.id).catch((error: unknown) => {
      if (error instanceof Refusal) return error;
      throw error;
    });
    if (csv instanceof Refusal) return reply.code(httpStatus(csv)).send({ message: csv.key });
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="einsatztagebuch-${Number(request.params.id)}.csv"`)
      .send(csv);
  });
}

const statuses: Partial<Record<RefusalCode, number>> = { UNAUTHENTICATED: 401, FORBIDDEN: 403, NOT_FOUND: 404 };
const httpStatus = ({ key }: Refusal): number => statuses[refusals[key]] ?? 400;

async function exportLog(app: App, { headers, ip }: FastifyRequest, id: string): Promise<string> {
  const viewer = await viewerOf(app, headers.authorization, ip);
  if (!viewer) throw new Refusal('error_unauthenticated');
  if (!can({ viewer }, 'export_event_log')) throw new Refusal('error_forbidden');
  const eventId = numberOf('events', id);
  const { rows } = await sql<Entry>`
    select row_number() over (order by l.id) as number, l.at, u.first_name || ' ' || u.last_name as by, l.kind, l.text, l.hash
    from log_entries l join events e on e.id = l.event_id left join users u on u.id = l.by_user_id
    where l.event_id = ${eventId} and e.is_active order by l.id`.execute(app.db);
  if (!rows.length) throw new Refusal('error_not_found');
  const { time_zone: timeZone = 'Europe/Berlin' } = await readSettings(app.db, 'time_zone');
  const local = new Intl.DateTimeFormat('de-DE', { dateStyle: 'medium', timeStyle: 'medium', timeZone });
  const lines = rows.map(({ number, at, by, kind, text, hash }) => [
    ...[String(number), local.format(at), at.toISOString(), by ?? 'System'],
    ...[kind, text, hash],
  ]);
  return csvOf([heading, ...lines]);
}
