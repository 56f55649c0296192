import type { RecipientRow } from './queries.ts';

type Status = RecipientRow['status'];
type Filter = { status?: Status[]; answered?: 'yes' | 'no' };

/** What a list of recipients can be narrowed to, in the order of the selection. */
export const recipientFilters = {
  all: {} as Filter,
  reached: { status: ['sent', 'delivered', 'read'] } as Filter,
  unreached: { status: ['failed', 'expired', 'suppressed'] } as Filter,
  open: { status: ['pending', 'queued', 'sending', 'retrying'] } as Filter,
  stopped: { status: ['skipped', 'cancelled'] } as Filter,
  answered: { answered: 'yes' } as Filter,
  unanswered: { answered: 'no' } as Filter,
} as const;

/** The name of such a filter, as it stands in the address. */
export type RecipientFilter = keyof typeof recipientFilters;
