import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { recipientStates } from '#server/platform/database/delivery-states.ts';

/** An exercise that was sent after the release of this place. Times are in seconds after its launch. */
export interface RehearsedExercise {
  id: number;
  name: string;
  launchedAt: Date;
  people: number;
  handedOver: number;
  failed: number;
  firstAfter: number | null;
  lastAfter: number | null;
}

const most = 10;

/** Returns the exercises sent since the release, newest first; none without a release. */
export async function listRehearsedExercises(db: Db): Promise<RehearsedExercise[]> {
  const { rows } = await sql<RehearsedExercise>`
    with launched as (
      select e.id, e.name, m.launched_at, r.person_id, r.status, r.sent_at
      from installation i join messages m on m.launched_at >= i.released_at
      join reports p on p.id = m.report_id join events e on e.id = p.event_id
      join message_recipients r on r.message_id = m.id
      where e.mode = 'EXERCISE' and e.is_active and not e.is_prepared),
    begun as (select id, min(launched_at) as launched_at from launched group by id)
    select b.id, l.name, b.launched_at, count(distinct l.person_id)::int as people,
      (count(distinct l.person_id) filter (where l.status in ${recipientStates.accepted}))::int as handed_over,
      (count(distinct l.person_id) filter (where l.status in ${recipientStates.unreached}))::int as failed,
      extract(epoch from min(l.sent_at) - b.launched_at)::float8 as first_after,
      extract(epoch from max(l.sent_at) - b.launched_at)::float8 as last_after
    from begun b join launched l on l.id = b.id
    group by b.id, l.name, b.launched_at order by b.launched_at desc, b.id desc limit ${most}`.execute(db);
  return rows;
}
