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
  const lines = typeof prices === 'string' ? prices.split(/[\n;]/) : [];
  const entries = lines.flatMap((line) => {
    const match = /^\s*(?:(\+\d*|\*)\s*[\s:=]\s*)?([\d.,]+)\s*$/.exec(line);
    const price = match ? parseAmount(match[2]!) : null;
    return price === null ? [] : [{ prefix: match![1]?.replace('*', '') ?? '', price }];
  });
  return {
    currency: typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) ? currency : 'EUR',
    prices: entries.sort((a, b) => b.prefix.length - a.prefix.length),
  };
}

/** How much of a number decides what it costs. */
export const longestPrefix = ({ prices }: PriceTable): number => prices[0]?.prefix.length ?? 0;

/** The price of one part to a number: that of the longest prefix that fits, 0 when none does. */
export const priceFor = (table: PriceTable, number: string): Amount =>
  table.prices.find(({ prefix }) => number.startsWith(prefix))?.price ?? 0n;
