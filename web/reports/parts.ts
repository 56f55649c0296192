/** Loads the page part for drafts. */
export const loadDraft = async () => (await import('./draft/ReportDraft.tsx')).ReportDraft;

/** Loads the page part for sent reports. */
export const loadLive = async () => (await import('./live/ReportLive.tsx')).ReportLive;
