import { type RawBuilder, sql } from 'kysely';

/** SQL: after how long a session that nobody uses ends (setting `idle_minutes`); null for never. */
const idleAfter: RawBuilder<unknown> = sql`make_interval(mins => (
  select idle.value_str::int from system_settings idle where idle.value_key = 'idle_minutes'))`;

/** SQL: whether the session `s` was not used for longer than it may. */
export const isIdle: RawBuilder<boolean> = sql`coalesce(s.last_seen_at < now() - ${idleAfter}, false)`;

/** SQL: whether it is time to note that the session `s` is used: every five minutes, oftener where it may soon be idle. */
export const isUnseen: RawBuilder<boolean> = sql`(
  s.last_seen_at < now() - least(interval '5 minutes', ${idleAfter} / 10))`;
