/** A text in both languages of the interface. */
export interface Label {
  de: string;
  en: string;
}

/** The text in a language of the interface; German is the fallback. */
export const labelIn = (label: Label, language: string): string => (language === 'en' ? label.en : label.de);
