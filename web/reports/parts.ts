/** Loads the page part for drafts. */
export const loadDraft = async () => (await import('./draft/ReportDraft.tsx')).ReportDraft;

export const loadLive = async () => (await import('./live/ReportLive.tsx')).ReportLive;
