import { isCurrency, priceLine, priceLines } from '#server/channels/price-fields.ts';
import { type Amount, parseAmount } from './money.ts';

/** Prices per part by number prefix, longest prefix first. */
export interface PriceTable {
  currency: string;
  prices: { prefix: string; price: Amount }[];
}

/**
 * Parses a price table: `prices`, one "+49 0.075" per line (a price alone: other numbers), and `currency`. Ignores
 * invalid lines.
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

/** Returns the length of the longest prefix. */
export const longestPrefix = ({ prices }: PriceTable): number => prices[0]?.prefix.length ?? 0;

/** Returns the price of a part by longest prefix, otherwise 0. */
export const priceFor = (table: PriceTable, number: string): Amount =>
  table.prices.find(({ prefix }) => number.startsWith(prefix))?.price ?? 0n;
