import { isWithdrawable } from '#server/accounts/rules.ts';
import { setUsersActive } from '#server/accounts/users.ts';
import type { EntityRow } from '#server/administration/refs.ts';
import type { Hooks } from '#server/administration/saving.ts';
import type { Row } from '#server/api/graphql/types.ts';

/** Users are switched off, except unused invitations. */
export const userHooks: Hooks = {
  outcome(row, usage) {
    if (isWithdrawable(row as EntityRow & Row<'users'>, usage)) return 'remove';
    return row['isActive'] ? 'switchOff' : 'keep';
  },
  setActive: setUsersActive,
};
