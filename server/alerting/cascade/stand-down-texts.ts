import type { ByLanguage } from '#shared/label.ts';

/** What somebody who is not needed reads or hears. */
interface StandDownTexts {
  title: (report: string) => string;
  content: string;
}

/** The words by language. */
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
