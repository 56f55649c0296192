import type { Label } from './label.ts';

/** The languages of the interface as people call them. */
export const languageNames = {
  de: { de: 'Deutsch', en: 'German' },
  en: { de: 'Englisch', en: 'English' },
} as const satisfies Record<string, Label>;
