import type { Page } from '@playwright/test';
import { serverTimeHeader } from '#shared/server-time.ts';

const passed = new WeakMap<Page, number>();

/** Moves the page's server clock forward by minutes. */
export async function letPass(page: Page, minutes: number): Promise<void> {
  const isHeard = passed.has(page);
  passed.set(page, minutes);
  if (isHeard) return;
  await page.route('**/api/graphql/', async (route) => {
    const response = await route.fetch().catch(() => null);
    if (!response) return; // the journey has ended
    const time = String(Date.now() + passed.get(page)! * 60_000);
    await route.fulfill({ response, headers: { ...response.headers(), [serverTimeHeader]: time } });
  });
}
