import { type RawBuilder, sql } from 'kysely';

/** SQL: the idle time after which a session ends (setting `idle_minutes`); null for never. */
const idleAfter: RawBuilder<unknown> = sql`make_interval(mins => (
  select idle.value_str::int from system_settings idle where idle.value_key = 'idle_minutes'))`;

/** SQL: session `s` was unused for too long. */
export const isIdle: RawBuilder<boolean> = sql`coalesce(s.last_seen_at < now() - ${idleAfter}, false)`;

/** SQL: the use of session `s` must be recorded: every five minutes, more often near the idle limit. */
export const isUnseen: RawBuilder<boolean> = sql`(
  s.last_seen_at < now() - least(interval '5 minutes', ${idleAfter} / 10))`;
