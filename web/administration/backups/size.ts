import { formatNumber } from '#web/lib/format.ts';

const units = ['B', 'kB', 'MB', 'GB', 'TB'];

/** Returns a size in words, as "12,3 MB". */
export function sizeInWords(bytes: number): string {
  const unit = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  const value = bytes / 1000 ** unit;
  return `${formatNumber(unit && value < 100 ? Math.round(value * 10) / 10 : Math.round(value))} ${units[unit]}`;
}
