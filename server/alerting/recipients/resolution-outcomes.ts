import type { RecipientReason } from '#shared/recipient-reasons.ts';

/** The reason why a chosen person gets nothing. */
export type DropReason = Extract<
  RecipientReason,
  'inactive' | 'absent' | 'no_address' | 'invalid_address' | 'opted_out' | 'duplicate'
>;

/** Whether a chosen person gets the message, or why not; `unknown` before loading, or at an empty index. */
export type ResolutionOutcome = 'unknown' | 'reached' | DropReason;

/** The outcomes; columns store an outcome's index. */
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
