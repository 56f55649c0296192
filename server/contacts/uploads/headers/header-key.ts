import { fold } from '#shared/fold.ts';

/** Normalizes a header for comparison. */
export const headerKey = (text: string): string => fold(text).replace(/[^\p{L}\p{N}]/gu, '');
