import { loadDraft } from '#web/reports/parts.ts';

/** Fetches the page of a report that somebody is about to prepare. */
export function fetchDraft(): Promise<unknown> {
  const loads = [() => import('#web/reports/ReportPage.tsx'), loadDraft];
  return Promise.all(loads.map((load) => load().catch(() => {})));
}
