import { loadDraft } from '#web/reports/parts.ts';

/** Fetches the page of a report that somebody is about to prepare. */
export function fetchDraft(): void {
  for (const load of [() => import('#web/reports/ReportPage.tsx'), loadDraft]) void load().catch(() => {});
}
