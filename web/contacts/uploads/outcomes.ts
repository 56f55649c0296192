import type { IconName } from '#web/ui/icons.ts';
import type { Tone } from '#web/ui/StatusBadge.tsx';

export const outcomes = ['created', 'updated', 'unchanged', 'failed'] as const;

export type RowOutcome = (typeof outcomes)[number];

/** The look of each outcome. */
export const outcomeLooks: Record<RowOutcome, { tone: Tone; icon: IconName }> = {
  created: { tone: 'good', icon: 'plus' },
  updated: { tone: 'active', icon: 'edit' },
  unchanged: { tone: 'neutral', icon: 'check' },
  failed: { tone: 'bad', icon: 'crossCircle' },
};

/** Parses an outcome from the server; unknown ones are failures. */
export const rowOutcomeOf = (text: string): RowOutcome => outcomes.find((outcome) => outcome === text) ?? 'failed';
