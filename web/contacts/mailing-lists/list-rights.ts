import type { Feature } from '#shared/permissions.ts';

type Action = 'create' | 'edit' | 'delete' | 'add_contact_to' | 'add_group_to' | 'add_list_to';

/** Returns the feature for an action: a top list is a mailing group and has features of its own. */
export const listFeature = (action: Action, list: { parentList: unknown }): Feature =>
  `${action}_mailing_${list.parentList === null ? 'group' : 'list'}`;
