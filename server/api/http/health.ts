import { timingSafeEqual } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { Gauge, Histogram, Registry } from 'prom-client';
import type { App } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { findHold } from '#server/platform/installation/held.ts';
import { sha256 } from '#server/platform/secrets.ts';
import { type ProcessFigures, type Relatives, type Replaced, textOf } from './metrics.ts';
import { askReadiness } from './ready.ts';

/**
 * /healthz (the process lives), /readyz (it can do its work: `Readiness`), /metrics (Prometheus): what is in `registry`, or
 * where several processes share the address what all of them measure. Figures are for whoever has METRICS_TOKEN.
 */
export function mountHealth(fastify: FastifyInstance, app: App, registry: Registry, relatives?: Relatives): void {
  const seconds = new Histogram({
    name: 'http_request_seconds',
    help: 'Duration of HTTP requests.',
    labelNames: ['route', 'status'],
    registers: [registry],
  });
  const common = measureCommon(app);
  fastify.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    seconds.observe({ route, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
  });
  fastify.get('/healthz', async () => ({ status: 'ok' }));
  const ready = askReadiness(app, { hasWorker: relatives !== undefined || app.roles.includes('worker') });
  fastify.get('/readyz', async (_request, reply) => {
    const condition = await ready();
    return reply.code(condition.status === 'ok' ? 200 : 503).send({ ...condition, ...replacedLately(relatives) });
  });
  const token = app.config.METRICS_TOKEN;
  fastify.get('/metrics', async (request, reply) => {
    if (!token || !isSame(request.headers.authorization ?? '', `Bearer ${token}`)) throw new Refusal('error_not_found');
    const processes = await relatives?.gather();
    const own = processes ? await textOf(processes) : await registry.metrics();
    return reply.type(registry.contentType).send(own + (await common(processes)));
  });
}

const toldFor = 3_600_000;

/** A process that was replaced within the last hour, for administrators to look into the log. */
function replacedLately(relatives: Relatives | undefined): { replaced?: Replaced } {
  const replaced = relatives?.replaced();
  return replaced && Date.now() - Date.parse(replaced.at) < toldFor ? { replaced } : {};
}

const isSame = (given: string, wanted: string) => timingSafeEqual(sha256(given), sha256(wanted));

/** What is no single process's: the same whoever is asked. */
function measureCommon(app: App): (processes: readonly ProcessFigures[] | undefined) => Promise<string> {
  const registry = new Registry();
  new Gauge({
    name: 'recipients_due',
    help: 'Recipients whose next attempt is due.',
    registers: [registry],
    async collect() {
      this.set(await countDue(app).catch(() => Number.NaN));
    },
  });
  const registers = [registry];
  new Gauge({
    name: 'recipients_oldest_due_seconds',
    help: 'How long the recipient has been due who waits for longest.',
    registers,
    async collect() {
      this.set(await oldestDue(app).catch(() => Number.NaN));
    },
  });
  new Gauge({
    name: 'disk_free_bytes',
    help: 'What is free where DATA_DIR is, the embedded database with it.',
    registers,
    async collect() {
      const { bavail, bsize } = await statfs(app.config.DATA_DIR).catch(() => ({ bavail: Number.NaN, bsize: 1 }));
      this.set(bavail * bsize);
    },
  });
  new Gauge({
    name: 'installation_held',
    help: 'Whether nothing is sent because this may be a copy of an installation that lives elsewhere.',
    registers,
    async collect() {
      const hold = findHold(app.db).then((found) => (found ? 1 : 0));
      this.set(await hold.catch(() => Number.NaN));
    },
  });
  const labelNames = ['process'];
  const up = new Gauge({ name: 'process_up', help: 'Whether a process answers.', labelNames, registers });
  const starts = new Gauge({ name: 'process_starts', help: 'How often a process was started.', labelNames, registers });
  const stuck = new Gauge({
    name: 'process_stuck',
    help: 'How often a process hung and was replaced.',
    labelNames,
    registers,
  });
  return (processes = []) => {
    for (const { process, figures, starts: n, stuck: times } of processes) {
      up.set({ process }, figures ? 1 : 0);
      starts.set({ process }, n);
      stuck.set({ process }, times);
    }
    return registry.metrics();
  };
}

async function countDue(app: App): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from message_recipients
    where status in ('queued', 'retrying') and try_at <= now()`.execute(app.db);
  return rows[0]!.n;
}

async function oldestDue({ db }: App): Promise<number> {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from now() - min(oldest))::float8 as seconds from due_messages(1)`.execute(db);
  return rows[0]!.seconds ?? 0;
}
