import { type RawBuilder, sql } from 'kysely';
import { nestedPage, type OrderKey, type Page, type PageArgs } from '#server/api/graphql/page.ts';
import type { Row } from '#server/api/graphql/types.ts';
import type { Context } from '#server/platform/context.ts';

const byDeadline: OrderKey[] = [{ key: 'stage' }, { key: 'moment' }, { key: 'id' }];

/** Returns open tasks by deadline, then others, then completed ones. */
export function listTasks(ctx: Context, eventId: number, args: PageArgs): Promise<Page<Row<'tasks'>>> {
  const query = (event: RawBuilder<number>) => sql<Row<'tasks'> & { stage: number; moment: number }>`
    select *, case when done_at is not null then 2 when due_at is null then 1 else 0 end as stage,
      coalesce(extract(epoch from case when done_at is null then due_at end) * 1000,
        -extract(epoch from done_at) * 1000, 0)::bigint as moment
    from tasks where event_id = ${event}`;
  return nestedPage(ctx, 'event.tasks', eventId, args, query, byDeadline);
}
