import { type Context, can } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import type { Feature } from '#shared/permissions.ts';

/** An action on a list; a top-level list is a mailing group and has features of its own. */
export type ListAction = 'create' | 'edit' | 'delete' | 'add_contact_to' | 'add_group_to' | 'add_list_to';

/** Returns the feature for an action on a list of this level. */
export const listFeature = (action: ListAction, isTop: boolean): Feature =>
  `${action}_mailing_${isTop ? 'group' : 'list'}`;

/** Refuses viewers without the right to this action on a list of this level. */
export function requireListRight(ctx: Pick<Context, 'viewer'>, action: ListAction, isTop: boolean): void {
  if (!can(ctx, listFeature(action, isTop))) throw new Refusal('error_forbidden');
}
