import type { ChannelSetting } from '#shared/channel-setting.ts';

/** The settings of every channel that is paid: its price table (`server/messages/cost/prices.ts` reads it) and currency. */
export const priceFields = [
  {
    name: 'prices',
    kind: 'longText',
    maximum: 2000,
    label: { de: 'Preise je Nachrichtenteil', en: 'Prices per message part' },
    hint: {
      de: 'Je Zeile Vorwahl und Preis, zum Beispiel +49 0,075. Eine Zeile mit * gilt für alle übrigen Nummern.',
      en: 'A prefix and a price per line, for example +49 0.075. A line with * holds for all other numbers.',
    },
  },
  {
    name: 'currency',
    kind: 'text',
    maximum: 3,
    default: 'EUR',
    label: { de: 'Währung', en: 'Currency' },
    hint: {
      de: 'Drei Großbuchstaben, zum Beispiel EUR oder CHF.',
      en: 'Three capital letters, for example EUR or CHF.',
    },
  },
] as const satisfies readonly ChannelSetting[];

/** The same where each call has a price. */
export const callPriceFields: readonly ChannelSetting[] = priceFields.map((field) =>
  field.name === 'prices' ? { ...field, label: { de: 'Preise je Anruf', en: 'Prices per call' } } : field,
);
