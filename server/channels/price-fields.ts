import type { ChannelSetting } from '#shared/channel-setting.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import type { Values } from './channel.ts';

/** Price table (parsed by `server/alerting/costs/prices.ts`) and currency. */
export const priceFields = [
  {
    name: 'prices',
    section: { de: 'Kosten', en: 'Cost' },
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

/** The same for prices per call. */
export const callPriceFields: readonly ChannelSetting[] = priceFields.map((field) =>
  field.name === 'prices' ? { ...field, label: { de: 'Preise je Anruf', en: 'Prices per call' } } : field,
);

/** An empty prefix is for all others; null if the line is invalid. */
export function priceLine(line: string): { prefix: string; price: string } | null {
  const match = /^\s*(?:(\+\d*|\*)\s*[\s:=]\s*)?(\d{1,9}(?:[.,]\d{1,4})?)\s*$/.exec(line);
  return match && { prefix: match[1]?.replace('*', '') ?? '', price: match[2]! };
}

export const priceLines = (prices: unknown): string[] =>
  typeof prices === 'string' ? prices.split(/[\n;]/).filter((line) => line.trim()) : [];

export const isCurrency = (text: unknown): text is string => typeof text === 'string' && /^[A-Z]{3}$/.test(text);

/** Refuses invalid prices and currencies. */
export function checkPrices({ prices, currency }: Values): Record<string, RefusalKey> {
  const isReadable = priceLines(prices).every((line) => priceLine(line) !== null);
  return {
    ...(isReadable ? {} : { prices: 'error_unlike_hint' as const }),
    ...((currency ?? '') === '' || isCurrency(currency) ? {} : { currency: 'error_unlike_hint' as const }),
  };
}
