import type { FastifyInstance } from 'fastify';
import { within } from '#server/api/connection-pools/connection-pools.ts';
import type { Watching } from '#server/api/live-queries/mount.ts';
import type { App } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { createGate } from '#server/platform/limiter.ts';
import { networkOf, refuseFlood, tooMany } from '#server/platform/throttle.ts';
import { languageOf } from '#shared/languages.ts';
import { startLinkGuard } from './guard.ts';
import { findLink } from './links.ts';
import { monitorState } from './state.ts';

interface MonitorRequest {
  event: number;
  token: string;
  language: string;
}

/**
 * Mounts POST /api/monitor: an event's state, now and after changes, for a valid link's token.
 * - Monitors of an event in a language share a view.
 * - The token is in the body, outside of logs.
 * - Only wrong tokens count, because screens share an address.
 */
export function mountMonitor(fastify: FastifyInstance, app: App, watching: Watching): void {
  const [pages, live] = [within(app, 'pages'), within(app, 'live')];
  const links = startLinkGuard(pages);
  fastify.addHook('onClose', async () => links.stop());
  // no capacity of signed-in users
  const asking = createGate({ width: 2, queue: 100, patience: 5_000, refusal: () => tooMany(5) });
  const allowed = async (ip: string, event: number, token: string): Promise<number> => {
    const link = await findLink(pages.db, event, token);
    if (link !== null) return link;
    app.securityLog.count({ kind: 'link_refused', network: networkOf(ip), what: 'monitor_link' });
    await refuseFlood(pages.db, 'monitor_link', ip, 20, 60);
    throw new Refusal('error_not_found');
  };
  fastify.post('/api/monitor', { bodyLimit: 1_000 }, async (request, reply) => {
    const { event, token, language } = monitorRequestIn(request.body);
    const leave = await asking.enter();
    const link = await allowed(request.ip, event, token).finally(leave);
    const holder = { linkKey: `monitor ${link}`, guard: (end: () => void) => links.guard(link, end) };
    return watching.open(reply, holder, {
      document: 'monitor',
      variables: JSON.stringify([event, language]),
      topics: [`event:${event}`, 'system'],
      compute: async () => JSON.stringify(await monitorState(live.db, event, language)),
    });
  });
}

function monitorRequestIn(body: unknown): MonitorRequest {
  const { event, token, language } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const isWellFormed = typeof event === 'number' && Number.isInteger(event) && event > 0 && event < 2 ** 31;
  if (!isWellFormed || typeof token !== 'string') throw new Refusal('error_not_found');
  return { event, token, language: languageOf(typeof language === 'string' ? language : null) };
}
