import { recipientSets } from '#shared/delivery-states.ts';
import type { RecipientRow } from './queries.ts';

type Status = RecipientRow['status'];
type Filter = { status?: readonly Status[]; answered?: 'yes' | 'no' };

/** The filters of a list of recipients, in the order of the selection. */
export const recipientFilters = {
  all: {} as Filter,
  reached: { status: recipientSets.accepted } as Filter,
  unreached: { status: recipientSets.unreached } as Filter,
  open: { status: recipientSets.open } as Filter,
  stopped: { status: recipientSets.stopped } as Filter,
  answered: { answered: 'yes' } as Filter,
  unanswered: { answered: 'no' } as Filter,
} as const;

/** The name of a filter in the address. */
export type RecipientFilter = keyof typeof recipientFilters;
