import type { IconName } from '#web/ui/icons.ts';
import type { Tone } from '#web/ui/StatusBadge.tsx';

/** What a row of a file does. */
export const outcomes = ['created', 'updated', 'unchanged', 'failed'] as const;

/** One of the four. */
export type RowOutcome = (typeof outcomes)[number];

/** How each looks beside its word. */
export const outcomeLooks: Record<RowOutcome, { tone: Tone; icon: IconName }> = {
  created: { tone: 'good', icon: 'plus' },
  updated: { tone: 'active', icon: 'edit' },
  unchanged: { tone: 'neutral', icon: 'check' },
  failed: { tone: 'bad', icon: 'crossCircle' },
};

/** What the server said, as one of the four. */
export const rowOutcomeOf = (text: string): RowOutcome => outcomes.find((outcome) => outcome === text) ?? 'failed';
