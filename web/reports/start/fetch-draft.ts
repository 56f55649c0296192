import i18n from 'i18next';
import { loadDraft } from '#web/reports/parts.ts';

export function fetchDraft(): Promise<unknown> {
  const loads = [() => import('#web/reports/ReportPage.tsx'), loadDraft, () => i18n.loadNamespaces('drafts')];
  return Promise.all(loads.map((load) => load().catch(() => {})));
}
