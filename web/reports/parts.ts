/** What shows a report that is prepared. */
export const loadDraft = async () => (await import('./draft/ReportDraft.tsx')).ReportDraft;

/** What shows a report that was sent. */
export const loadLive = async () => (await import('./live/ReportLive.tsx')).ReportLive;
