import { fold } from '#shared/fold.ts';

/** A header without case, accents, spaces and signs, as it is compared. */
export const headerKey = (text: string): string => fold(text).replace(/[^\p{L}\p{N}]/gu, '');
