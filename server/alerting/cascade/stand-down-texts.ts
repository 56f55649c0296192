import type { ByLanguage } from '#shared/label.ts';

interface StandDownTexts {
  title: (report: string) => string;
  content: string;
}

/** The texts by language. */
export const standDownTexts: ByLanguage<StandDownTexts> = {
  de: {
    title: (report) => `Nicht mehr gebraucht: ${report}`,
    content: 'Es haben sich genug Personen gemeldet. Sie müssen nicht kommen. Vielen Dank für Ihre Bereitschaft.',
  },
  en: {
    title: (report) => `No longer needed: ${report}`,
    content: 'Enough people have answered. You do not need to come. Thank you for being ready to help.',
  },
};
