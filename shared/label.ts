/** A text in both languages of the interface. */
export interface Label {
  de: string;
  en: string;
}

/** A label that is made when it is read, where there are many and making one takes long. */
export const labelFrom = (nameIn: (language: keyof Label) => string): Label => ({
  get de() {
    return nameIn('de');
  },
  get en() {
    return nameIn('en');
  },
});

/** The text in a language of the interface; German is the fallback. */
export const labelIn = (label: Label, language: string): string => (language === 'en' ? label.en : label.de);
