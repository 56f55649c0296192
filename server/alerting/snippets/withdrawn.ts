import { sql } from 'kysely';

/** SQL: message `m` was cancelled before it reached anyone. */
export const withdrawn = sql<boolean>`(m.status = 'cancelled' and not exists (
  select 1 from message_recipients r where r.message_id = m.id and r.attempts > 0))`;
