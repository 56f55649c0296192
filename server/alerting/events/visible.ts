import type { Row } from '#server/api/graphql/types.ts';
import type { Context } from '#server/platform/context.ts';
import { findEvent } from './queries.ts';

/** Null if the event is missing, deleted, or created for another user's draft. */
export const visibleEvent = (ctx: Context, id: number): Promise<Row<'events'> | null> => findEvent(ctx, id);
