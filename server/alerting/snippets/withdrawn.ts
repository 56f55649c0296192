import { sql } from 'kysely';

/** A launched message `m` that was cancelled before anyone got it: it does not bind its report any more. */
export const withdrawn = sql<boolean>`(m.status = 'cancelled' and not exists (
  select 1 from message_recipients r where r.message_id = m.id and r.attempts > 0))`;
