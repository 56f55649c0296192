import type { IconName } from '#web/ui/icons.ts';
import type { Tone } from '#web/ui/StatusBadge.tsx';

/** How the states of a situation report look. */
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

/** Its state for the eye: one that was mailed is only distributed once every mail is out. */
export function stateOf({ status, mailed: { total, sent, failed } }: Distributed): string {
  if (status !== 'distributed' || sent === total) return status;
  if (sent + failed < total) return 'distributing';
  return sent > 0 ? 'partly' : 'undelivered';
}

/** Whether it is being written. */
export const isOpenReport = (status: string): boolean => status === 'draft' || status === 'rejected';
