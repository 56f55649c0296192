import type { RecipientReason } from '#shared/recipient-reasons.ts';

/** The reason why a chosen person gets nothing. */
export type DropReason = Extract<
  RecipientReason,
  'inactive' | 'absent' | 'no_address' | 'invalid_address' | 'opted_out' | 'duplicate'
>;

/** How somebody who was chosen stands: gets it, or why not; `unknown` while nothing was read of them, or nothing is there. */
export type ResolutionOutcome = 'unknown' | 'reached' | DropReason;

/** Every outcome, at the number that stands for it in columns. */
export const resolutionOutcomes: readonly ResolutionOutcome[] = [
  'unknown',
  'reached',
  'inactive',
  'no_address',
  'invalid_address',
  'opted_out',
  'duplicate',
  'absent',
];

/** The number of an outcome. */
export const codeOf = (outcome: ResolutionOutcome): number => resolutionOutcomes.indexOf(outcome);

/** The number of `unknown`. */
export const unknown = codeOf('unknown');
/** The number of `reached`. */
export const reached = codeOf('reached');
