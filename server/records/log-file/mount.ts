import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { checkLogs } from '#server/alerting/event-log/log.ts';
import { numberOf } from '#server/api/graphql/ids.ts';
import { mountDownload, named } from '#server/api/http/download.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import type { App } from '#server/platform/context.ts';
import { can } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { publicKeyOf } from '#server/platform/seals/seal.ts';
import { readSettings } from '#server/platform/settings/settings.ts';
import { sheetFile } from '#server/platform/sheets/sheet.ts';
import { type ByLanguage, textIn } from '#shared/label.ts';
import { csvPieces } from './csv.ts';
import type { LineFormat } from './line.ts';
import { loadLogPaper, mostPrinted } from './paper.ts';
import { printLog } from './print.ts';
import { logSheet } from './sheet.ts';

const names: ByLanguage<string> = { de: 'einsatztagebuch', en: 'event-log' };

type Asked = { Params: { id: string } };

/**
 * Mounts the log files:
 * - GET /api/v2/events/{id}/log.csv, log.pdf, and log.xlsx: the whole log, oldest first. Require export_event_log.
 * - GET /api/log-key.pem, public: the key of the signatures.
 */
export function mountLogFiles(fastify: FastifyInstance, app: App): void {
  mountDownload<Asked>(fastify, app, '/api/v2/events/:id/log.csv', async (ctx, { params }) => {
    const eventId = await logOf(ctx, params.id);
    const whole = await isWhole(ctx, eventId);
    const content = csvPieces({
      db: ctx.db,
      seed: ctx.secrets.seal,
      eventId,
      whole,
      viewer: ctx,
      reader: await readerOf(ctx),
    });
    return { name: `${nameOf(ctx, eventId)}.csv`, content };
  });
  mountDownload<Asked>(fastify, app, '/api/v2/events/:id/log.pdf', async (ctx, { params }) => {
    const eventId = await logOf(ctx, params.id, mostPrinted);
    const whole = await isWhole(ctx, eventId);
    const source = { db: ctx.db, seed: ctx.secrets.seal, eventId, whole, viewer: ctx, reader: await readerOf(ctx) };
    return { name: `${nameOf(ctx, eventId)}.pdf`, content: await printLog(await loadLogPaper(source)) };
  });
  mountDownload<Asked>(fastify, app, '/api/v2/events/:id/log.xlsx', async (ctx, { params }) => {
    const eventId = await logOf(ctx, params.id);
    const source = { db: ctx.db, eventId, viewer: ctx, reader: await readerOf(ctx) };
    return sheetFile(logSheet(source, nameOf(ctx, eventId)), 'xlsx');
  });
  fastify.get('/api/log-key.pem', async (_request, reply) =>
    named(reply, 'meldekette-log-key.pem').type('application/x-pem-file').send(publicKeyOf(app.secrets.seal)),
  );
}

/** Returns the file name without extension. */
const nameOf = ({ viewer }: SignedIn, eventId: number): string => `${textIn(names, viewer.language)}-${eventId}`;

async function logOf(ctx: SignedIn, id: string, most = Number.POSITIVE_INFINITY): Promise<number> {
  if (!can(ctx, 'export_event_log')) throw new Refusal('error_forbidden');
  const eventId = numberOf('events', id);
  const { rows } = await sql<{ entries: number }>`
    select count(*) as entries from log_entries l join events e on e.id = l.event_id
    where l.event_id = ${eventId} and e.is_active`.execute(ctx.db);
  const entries = rows[0]!.entries;
  if (!entries) throw new Refusal('error_not_found');
  if (entries > most) throw new Refusal('error_log_too_long');
  return eventId;
}

const isWhole = async ({ db, secrets }: SignedIn, eventId: number): Promise<boolean> =>
  (await checkLogs({ db, secrets }, [eventId])).get(eventId)?.isIntact ?? false;

async function readerOf({ db, viewer: { language } }: SignedIn): Promise<LineFormat> {
  const { time_zone: timeZone = 'Europe/Berlin' } = await readSettings(db, 'time_zone');
  return { language, timeZone };
}
