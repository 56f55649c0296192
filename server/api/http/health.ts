import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Histogram, type Registry } from 'prom-client';
import type { App } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { sha256 } from '#server/platform/secrets.ts';
import { measureInstallation } from './installation-metrics.ts';
import { prometheusText, type Relatives, type Replaced } from './metrics.ts';
import { askReadiness } from './ready.ts';

/** The process whose health is reported. */
export interface MeasuredProcess {
  registry: Registry;
  /** The processes that share its address. */
  relatives?: Relatives | undefined;
  /** Aborted when the process begins to stop. */
  stopping?: AbortSignal | undefined;
}

/**
 * Mounts /healthz, /readyz (`Readiness`) and /metrics (Prometheus): the figures of `registry`, or of all processes.
 * Metrics require METRICS_TOKEN.
 */
export function mountHealth(
  fastify: FastifyInstance,
  app: App,
  { registry, relatives, stopping }: MeasuredProcess,
): void {
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of HTTP requests.',
    labelNames: ['route', 'status'],
    registers: [registry],
  });
  fastify.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    seconds.observe({ route, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
  });
  fastify.get('/healthz', async () => ({ status: 'ok' }));
  const ready = askReadiness(app, { hasWorker: relatives !== undefined || app.roles.includes('worker') });
  const common = measureInstallation(app, ready);
  fastify.get('/readyz', async (_request, reply) => {
    if (stopping?.aborted) return reply.code(503).send({ status: 'stopping' });
    const condition = await ready();
    return reply.code(condition.status === 'ok' ? 200 : 503).send({ ...condition, ...replacedLately(relatives) });
  });
  const token = app.config.METRICS_TOKEN;
  fastify.get('/metrics', async (request, reply) => {
    if (!token || !isSame(request.headers.authorization ?? '', `Bearer ${token}`)) throw new Refusal('error_not_found');
    const processes = await relatives?.gather();
    const own = processes ? await prometheusText(processes) : await registry.metrics();
    return reply.type(registry.contentType).send(own + (await common(processes)));
  });
}

const toldFor = 3_600_000;

function replacedLately(relatives: Relatives | undefined): { replaced?: Replaced } {
  const replaced = relatives?.replaced();
  return replaced && Date.now() - Date.parse(replaced.at) < toldFor ? { replaced } : {};
}

const isSame = (given: string, wanted: string) => timingSafeEqual(sha256(given), sha256(wanted));
