import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { Gauge, Histogram, Registry } from 'prom-client';
import type { App } from '#server/context.ts';
import { type GatherFigures, type ProcessFigures, textOf } from './metrics.ts';

/**
 * /healthz (the process lives), /readyz (it can write to the database), /metrics (Prometheus): what is in `registry`, or
 * where several processes share the address what `gather` gets of all of them.
 */
export function mountHealth(fastify: FastifyInstance, app: App, registry: Registry, gather?: GatherFigures): void {
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
  fastify.get('/readyz', async (_request, reply) => {
    if (await databaseWorks(app)) return { status: 'ok' };
    return reply.code(503).send({ status: 'database' });
  });
  fastify.get('/metrics', async (_request, reply) => {
    const processes = await gather?.();
    const own = processes ? await textOf(processes) : await registry.metrics();
    return reply.type(registry.contentType).send(own + (await common(processes)));
  });
}

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
  const labelNames = ['process'];
  const up = new Gauge({ name: 'process_up', help: 'Whether a process answers.', labelNames, registers });
  const starts = new Gauge({ name: 'process_starts', help: 'How often a process was started.', labelNames, registers });
  return (processes = []) => {
    for (const { process, figures, starts: n } of processes) {
      up.set({ process }, figures ? 1 : 0);
      starts.set({ process }, n);
    }
    return registry.metrics();
  };
}

/** Whether the database takes a write within two seconds; a read would also work on a demoted server. */
export async function databaseWorks(app: Pick<App, 'db'>): Promise<boolean> {
  const write = sql`update nodes set heartbeat_at = heartbeat_at where false`
    .execute(app.db)
    .then(() => sql`select 1 where not pg_is_in_recovery()`.execute(app.db).then(({ rows }) => rows.length === 1));
  write.catch(() => {}); // may still fail after the deadline
  const deadline = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 2000).unref());
  return Promise.race([write.catch(() => false), deadline]);
}

async function countDue(app: App): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from message_recipients
    where status in ('queued', 'retrying') and try_at <= now()`.execute(app.db);
  return rows[0]!.n;
}
