/** An amount in ten-thousandths, so that adding never rounds. */
export type Amount = bigint;

const decimals = 4;

/** A decimal number as text ("0.075", "0,075"), or null when it is none, is negative or has more than four decimals. */
export function parseAmount(text: string): Amount | null {
  const match = /^(\d{1,9})(?:[.,](\d{1,4}))?$/.exec(text.trim());
  return match ? BigInt(match[1]! + (match[2] ?? '').padEnd(decimals, '0')) : null;
}

/** The amount as a decimal number without needless zeros. */
export function formatAmount(amount: Amount): string {
  const digits = amount.toString().padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`.replace(/\.?0+$/, '');
}

/** `amount` shared among `count`, rounded to the nearest ten-thousandth. */
export const share = (amount: Amount, count: number): Amount =>
  count === 0 ? 0n : (amount * 2n + BigInt(count)) / (2n * BigInt(count));
