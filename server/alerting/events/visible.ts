import type { Row } from '#server/api/graphql/types.ts';
import type { Context } from '#server/platform/context.ts';
import { findEvent } from './queries.ts';

/** An event as whoever asks may see it; null when there is none, it is deleted, or only made for somebody else's draft. */
export const visibleEvent = (ctx: Context, id: number): Promise<Row<'events'> | null> => findEvent(ctx, id);
