import { type Expression, expressionBuilder, type SqlBool } from 'kysely';
import type { Context } from '#server/platform/context.ts';
import type { DB } from '#server/platform/database/types.gen.ts';

/** The viewer sees event `e`. One made for a draft is visible only to its author. */
export function isVisibleTo({ viewer }: Pick<Context, 'viewer'>): Expression<SqlBool> {
  const { eb, or } = expressionBuilder<{ e: DB['events'] }, 'e'>();
  return or([eb('e.isPrepared', '=', false), eb('e.insertedBy', '=', viewer?.id ?? null)]);
}
