import type { ByLanguage } from '#shared/label.ts';

/** The columns of a pack before the figures. */
export const packColumns = ['part', 'name', 'detail', 'at', 'by'] as const;

export const packFigures = [
  ...(['people', 'asked', 'reserve', 'waiting', 'unreachable', 'notAsked'] as const),
  ...(['positive', 'negative', 'neutral', 'none'] as const),
  ...(['handedOver', 'delivered', 'read', 'answered', 'reached'] as const),
];

interface PackWords {
  file: string;
  columns: Record<(typeof packColumns)[number], string>;
  figures: Record<(typeof packFigures)[number], string>;
}

/** Parts and values are the same in each language. */
export const packWords: ByLanguage<PackWords> = {
  de: {
    file: 'nachweis',
    columns: { part: 'Teil', name: 'Name', detail: 'Angaben', at: 'Zeitpunkt (UTC)', by: 'Von' },
    figures: {
      ...{ people: 'Personen', asked: 'Gefragt', reserve: 'Reserve', waiting: 'Wartet', unreachable: 'Ohne Adresse' },
      ...{
        notAsked: 'Nicht gefragt',
        positive: 'Kommt',
        negative: 'Kommt nicht',
        neutral: 'Unklar',
        none: 'Ohne Antwort',
      },
      ...{
        handedOver: 'Übergeben',
        delivered: 'Zugestellt',
        read: 'Gelesen',
        answered: 'Geantwortet',
        reached: 'Erreicht',
      },
    },
  },
  en: {
    file: 'evidence',
    columns: { part: 'Part', name: 'Name', detail: 'Details', at: 'Time (UTC)', by: 'By' },
    figures: {
      ...{ people: 'People', asked: 'Asked', reserve: 'Reserve', waiting: 'Waiting', unreachable: 'No address' },
      ...{ notAsked: 'Not asked', positive: 'Coming', negative: 'Not coming', neutral: 'Unclear', none: 'No answer' },
      ...{ handedOver: 'Handed over', delivered: 'Delivered', read: 'Read', answered: 'Answered', reached: 'Reached' },
    },
  },
};
