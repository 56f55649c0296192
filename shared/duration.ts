import { localeOf } from './languages.ts';

const unit = (language: string, value: number, name: 'hour' | 'minute' | 'second'): string =>
  new Intl.NumberFormat(localeOf(language), { style: 'unit', unit: name, unitDisplay: 'short' })
    .format(value)
    .replaceAll(' ', '\u00a0'); // a number stays with its unit

/** Formats a duration in two units, "1 Std. 5 Min."; negative values count as zero. */
export function durationText(milliseconds: number, language: string): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  const parts: [number, 'hour' | 'minute' | 'second'][] = [
    [Math.floor(seconds / 3600), 'hour'],
    [Math.floor((seconds % 3600) / 60), 'minute'],
    [seconds % 60, 'second'],
  ];
  const from = parts.findIndex(([value]) => value > 0);
  if (from < 0) return unit(language, 0, 'second');
  return parts
    .slice(from, from + 2)
    .filter(([value]) => value > 0)
    .map(([value, name]) => unit(language, value, name))
    .join(' ');
}
