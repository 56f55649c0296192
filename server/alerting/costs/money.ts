/** An amount in ten-thousandths, so that sums never round. */
export type Amount = bigint;

const decimals = 4;

/** Parses a decimal number ("0.075", "0,075"); null if invalid, negative or with more than four decimals. */
export function parseAmount(text: string): Amount | null {
  const match = /^(\d{1,9})(?:[.,](\d{1,4}))?$/.exec(text.trim());
  return match ? BigInt(match[1]! + (match[2] ?? '').padEnd(decimals, '0')) : null;
}

/** Formats an amount without trailing zeros. */
export function formatAmount(amount: Amount): string {
  const digits = amount.toString().padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`.replace(/\.?0+$/, '');
}

/** Returns `amount` divided by `count`, rounded to the nearest ten-thousandth. */
export const share = (amount: Amount, count: number): Amount =>
  count === 0 ? 0n : (amount * 2n + BigInt(count)) / (2n * BigInt(count));
