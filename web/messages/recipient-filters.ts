import { recipientSets } from '#shared/delivery-states.ts';
import type { RecipientRow } from './queries.ts';

type Status = RecipientRow['status'];
type Filter = { status?: readonly Status[]; answered?: 'yes' | 'no' };

/** In the order of the selection. */
export const recipientFilters = {
  all: {} as Filter,
  reached: { status: recipientSets.accepted } as Filter,
  unreached: { status: recipientSets.unreached } as Filter,
  open: { status: recipientSets.open } as Filter,
  stopped: { status: recipientSets.stopped } as Filter,
  answered: { answered: 'yes' } as Filter,
  unanswered: { answered: 'no' } as Filter,
} as const;

export type RecipientFilter = keyof typeof recipientFilters;
