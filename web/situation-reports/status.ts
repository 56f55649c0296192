import type { IconName } from '#web/ui/icons.ts';
import type { Tone } from '#web/ui/StatusBadge.tsx';

/** The look of each state. */
export const looks: Record<string, { tone: Tone; icon: IconName }> = {
  draft: { tone: 'neutral', icon: 'edit' },
  in_review: { tone: 'warning', icon: 'eye' },
  approved: { tone: 'good', icon: 'checkCircle' },
  rejected: { tone: 'bad', icon: 'crossCircle' },
  distributed: { tone: 'good', icon: 'mail' },
  distributing: { tone: 'warning', icon: 'mail' },
  partly: { tone: 'warning', icon: 'mail' },
  undelivered: { tone: 'bad', icon: 'crossCircle' },
  discarded: { tone: 'neutral', icon: 'trash' },
};

interface Distributed {
  status: string;
  mailed: { total: number; sent: number; failed: number };
}

/** Returns the displayed state: a mailed report counts as distributed only when every mail has left. */
export function distributionState({ status, mailed: { total, sent, failed } }: Distributed): string {
  if (status !== 'distributed' || sent === total) return status;
  if (sent + failed < total) return 'distributing';
  return sent > 0 ? 'partly' : 'undelivered';
}

/** Returns whether a report is a draft. */
export const isOpenReport = (status: string): boolean => status === 'draft' || status === 'rejected';
