const steps = [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 21_600, 43_200, 86_400];

/**
 * Returns round marks of a time axis in seconds, if possible at most `most`, and at least `least` seconds apart, so
 * that labels don't repeat.
 */
export function timeTicks(from: number, to: number, most: number, least = 1): number[] {
  const step =
    steps.find((length) => length >= least && (to - from) / length <= most) ??
    Math.ceil((to - from) / most / 86_400) * 86_400;
  const first = Math.ceil(from / step) * step;
  return Array.from({ length: Math.max(0, Math.floor((to - first) / step) + 1) }, (_, at) => first + at * step);
}
