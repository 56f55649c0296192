import { sql } from 'kysely';
import { type Context, can } from '#server/platform/context.ts';
import type { SituationReportRow } from './rows.ts';

/** Returns reports to approve, then own unfinished ones. */
export async function waitingSituationReports(ctx: Context, first: number): Promise<SituationReportRow[]> {
  const me = ctx.viewer!.id;
  const { rows } = await sql<SituationReportRow>`
    select s.* from situation_reports s join events e on e.id = s.event_id
    where e.is_active and e.event_status_id <> (select id from event_statuses where identifier = 'archived')
      and ((${can(ctx, 'approve_situation_report')} and s.status = 'in_review'
          and s.inserted_by is distinct from ${me} and s.submitted_by is distinct from ${me})
        or (${can(ctx, 'create_situation_report_event')} and s.status in ('draft', 'rejected') and s.inserted_by = ${me}))
    order by s.status = 'in_review' desc, s.id limit ${first}`.execute(ctx.db);
  return rows;
}
