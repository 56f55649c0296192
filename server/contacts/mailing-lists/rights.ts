import { type Context, can } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import type { Feature } from '#shared/permissions.ts';

/** A top-level list (mailing group) has its own features. */
export type ListAction = 'create' | 'edit' | 'delete' | 'add_contact_to' | 'add_group_to' | 'add_list_to';

/** Returns the feature for an action at a level. */
export const listFeature = (action: ListAction, isTop: boolean): Feature =>
  `${action}_mailing_${isTop ? 'group' : 'list'}`;

/** Refuses viewers without the right at this level. */
export function requireListRight(ctx: Pick<Context, 'viewer'>, action: ListAction, isTop: boolean): void {
  if (!can(ctx, listFeature(action, isTop))) throw new Refusal('error_forbidden');
}
