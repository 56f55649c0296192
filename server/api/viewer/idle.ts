import { type RawBuilder, sql } from 'kysely';

/** SQL: idle time until a session ends (`idle_minutes`); null for never. */
const idleAfter: RawBuilder<unknown> = sql`make_interval(mins => (
  select idle.value_str::int from system_settings idle where idle.value_key = 'idle_minutes'))`;

export const isIdle: RawBuilder<boolean> = sql`coalesce(s.last_seen_at < now() - ${idleAfter}, false)`;

/** SQL: record the use of session `s`: every five minutes, more often near the limit. */
export const isUnseen: RawBuilder<boolean> = sql`(
  s.last_seen_at < now() - least(interval '5 minutes', ${idleAfter} / 10))`;
