import type { FastifyInstance } from 'fastify';
import { named } from '#server/api/http/download.ts';
import { loadSoon } from '#server/api/http/load-soon.ts';
import type { App } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { networkOf, refuseFlood, tooMany, withinLimit } from '#server/platform/throttle.ts';
import { calendarPath, findLinkedGroup } from './link.ts';
import type { OfferedCalendar } from './write-calendar.ts';

/** Per calendar; many programs share one address. */
const mostPerMinute = 120;
/** Seconds; programs poll hourly. */
const keptSeconds = 60;

/** Mounts the roster calendars for subscriptions, without sign-in. Written at most once a minute, with `ETag`. */
export function mountRosterCalendars(fastify: FastifyInstance, app: App): void {
  const written = new Map<number, { until: number; calendar: Promise<OfferedCalendar> }>();
  const writing = loadSoon(fastify, () => import('./write-calendar.ts'));
  const calendarOf = (group: { id: number; name: string }): Promise<OfferedCalendar> => {
    const now = performance.now();
    for (const [id, { until }] of written) if (until < now) written.delete(id);
    const known = written.get(group.id);
    if (known) return known.calendar;
    const calendar = writing().then(({ writeCalendar }) => writeCalendar(app.db, group));
    written.set(group.id, { until: now + keptSeconds * 1000, calendar });
    calendar.catch(() => written.delete(group.id));
    return calendar;
  };
  fastify.get<{ Params: { file: string } }>(`${calendarPath}/:file`, async ({ params, ip, headers }, reply) => {
    const [, secret] = /^([\w-]{32})\.ics$/.exec(params.file) ?? [];
    const group = secret ? await findLinkedGroup(app.db, secret) : null;
    if (!group) {
      app.securityLog.count({ kind: 'link_refused', network: networkOf(ip), what: 'calendar_link' });
      await refuseFlood(app.db, 'roster_link', ip, 20, 60);
      throw new Refusal('error_not_found');
    }
    if (!(await withinLimit(app.db, 'roster_calendar', String(group.id), mostPerMinute, 60))) throw tooMany(60);
    const { text, tag } = await calendarOf(group);
    void named(reply, `${group.name}.ics`, true).header('etag', tag);
    if (headers['if-none-match'] === tag) return reply.code(304).send();
    return reply.type('text/calendar; charset=utf-8').send(text);
  });
}
