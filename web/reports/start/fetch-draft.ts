import i18n from 'i18next';
import { loadDraft } from '#web/reports/parts.ts';

/** Prefetches page and texts of a report that the user is about to prepare. */
export function fetchDraft(): Promise<unknown> {
  const loads = [() => import('#web/reports/ReportPage.tsx'), loadDraft, () => i18n.loadNamespaces('drafts')];
  return Promise.all(loads.map((load) => load().catch(() => {})));
}
