import { isCurrency, priceLine, priceLines } from '#server/channels/price-fields.ts';
import { type Amount, parseAmount } from './money.ts';

/** Prices per part by prefix of the number, longest prefix first. */
export interface PriceTable {
  currency: string;
  prices: { prefix: string; price: Amount }[];
}

/**
 * Reads the price table of a channel's settings: `prices`, one "+49 0.075" per line (a line with the price alone holds
 * for all other numbers), and `currency`. Lines that cannot be read are left out.
 */
export function priceTable(settings: unknown): PriceTable {
  const { prices, currency } = (settings ?? {}) as { prices?: unknown; currency?: unknown };
  const entries = priceLines(prices).flatMap((text) => {
    const line = priceLine(text);
    const price = line && parseAmount(line.price);
    return price === null ? [] : [{ prefix: line!.prefix, price }];
  });
  return {
    currency: isCurrency(currency) ? currency : 'EUR',
    prices: entries.sort((a, b) => b.prefix.length - a.prefix.length),
  };
}

/** How much of a number decides what it costs. */
export const longestPrefix = ({ prices }: PriceTable): number => prices[0]?.prefix.length ?? 0;

/** The price of one part to a number: that of the longest prefix that fits, 0 when none does. */
export const priceFor = (table: PriceTable, number: string): Amount =>
  table.prices.find(({ prefix }) => number.startsWith(prefix))?.price ?? 0n;
