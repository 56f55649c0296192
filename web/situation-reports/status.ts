import type { IconName } from '#web/ui/icons.ts';
import type { Tone } from '#web/ui/StatusBadge.tsx';

/** How the states of a situation report look. */
export const looks: Record<string, { tone: Tone; icon: IconName }> = {
  draft: { tone: 'neutral', icon: 'edit' },
  in_review: { tone: 'warning', icon: 'eye' },
  approved: { tone: 'good', icon: 'checkCircle' },
  rejected: { tone: 'bad', icon: 'crossCircle' },
  distributed: { tone: 'good', icon: 'mail' },
  discarded: { tone: 'neutral', icon: 'trash' },
};

/** Whether it is being written. */
export const isOpenReport = (status: string): boolean => status === 'draft' || status === 'rejected';
