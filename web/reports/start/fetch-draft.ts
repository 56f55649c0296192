import { loadDraft } from '#web/reports/parts.ts';

/** Prefetches the page of a report that the user is about to prepare. */
export function fetchDraft(): Promise<unknown> {
  const loads = [() => import('#web/reports/ReportPage.tsx'), loadDraft];
  return Promise.all(loads.map((load) => load().catch(() => {})));
}
