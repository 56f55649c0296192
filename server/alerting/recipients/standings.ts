import type { RecipientReason } from '#shared/recipient-reasons.ts';

/** The reason why a chosen person gets nothing. */
export type DropReason = Extract<
  RecipientReason,
  'inactive' | 'absent' | 'no_address' | 'invalid_address' | 'opted_out' | 'duplicate'
>;

/** How somebody who was chosen stands: gets it, or why not; `unknown` while nothing was read of them, or nothing is there. */
export type ResolutionOutcome = 'unknown' | 'reached' | DropReason;

/** Every standing, at the number that stands for it in columns. */
export const standings: readonly ResolutionOutcome[] = [
  'unknown',
  'reached',
  'inactive',
  'no_address',
  'invalid_address',
  'opted_out',
  'duplicate',
  'absent',
];

/** The number of a standing. */
export const codeOf = (standing: ResolutionOutcome): number => standings.indexOf(standing);

/** The number of `unknown`. */
export const unknown = codeOf('unknown');
/** The number of `reached`. */
export const reached = codeOf('reached');
