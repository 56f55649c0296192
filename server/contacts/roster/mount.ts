import type { FastifyInstance } from 'fastify';
import type { App } from '#server/context.ts';
import { Refusal } from '#server/errors.ts';
import { named } from '#server/http/download.ts';
import { refuseFlood } from '#server/throttle.ts';
import { calendarPath, findLinkedGroup } from './link.ts';
import { writeCalendar } from './write-calendar.ts';

/** Mounts the calendars of rosters at their secret addresses, for programs that subscribe to them. No sign-in. */
export function mountRosterCalendars(fastify: FastifyInstance, app: App): void {
  fastify.get<{ Params: { file: string } }>(`${calendarPath}/:file`, async ({ params: { file }, ip }, reply) => {
    const [, secret] = /^([\w-]{32})\.ics$/.exec(file) ?? [];
    const group = secret ? await findLinkedGroup(app.db, secret) : null;
    if (!group) {
      await refuseFlood(app.db, 'roster_link', ip, 20, 60);
      throw new Refusal('error_not_found');
    }
    const calendar = await writeCalendar(app.db, group);
    return named(reply, `${group.name}.ics`, true).type('text/calendar; charset=utf-8').send(calendar);
  });
}
