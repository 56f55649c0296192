import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#server/platform/context.ts';

/** SQL: the viewer sees event `e`. One made for a draft is visible only to its author. */
export const isVisibleTo = ({ viewer }: Pick<Context, 'viewer'>): RawBuilder<boolean> =>
  sql<boolean>`(not e.is_prepared or e.inserted_by = ${viewer?.id ?? null})`;
