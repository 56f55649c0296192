import type { Hooks } from '#server/administration/hooks.ts';
import type { EntityRow } from '#server/administration/refs.ts';
import { isWithdrawable } from '#server/auth/rules.ts';
import { setUsersActive } from '#server/auth/users.ts';
import type { Row } from '#server/graphql/types.ts';

/** Users are only ever switched off, unless they are an invitation nobody followed: what they wrote names them. */
export const userHooks: Hooks = {
  outcome(row, usage) {
    if (isWithdrawable(row as EntityRow & Row<'users'>, usage)) return 'remove';
    return row['isActive'] ? 'switchOff' : 'keep';
  },
  setActive: setUsersActive,
};
