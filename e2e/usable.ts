import { expect, type Page } from '@playwright/test';
import { expectNothing } from './accessible.ts';
import { foundByAxe } from './engines.ts';

/** Expects a loaded page no wider than the window. */
export async function expectFits(page: Page, where: string): Promise<void> {
  await expect(page.locator('main h1')).toBeVisible();
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
  const tooWide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await expect.poll(tooWide, { message: where }).toBeLessThanOrEqual(0);
}

/** Switches the scheme, and waits for it. */
export async function changeScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await expect(page.locator('main h1')).toBeVisible(); // a page that still loads may miss the change
  await page.emulateMedia({ colorScheme });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
}

/** Expects a fitting page without axe findings in both schemes. */
export async function expectUsable(page: Page, where: string): Promise<void> {
  await changeScheme(page, 'light');
  await expectFits(page, where);
  await expectNothing(() => foundByAxe(page), where);
  // independent of the scheme
  await changeScheme(page, 'dark');
  await expectNothing(() => foundByAxe(page, { onlyColours: true }), `${where} by night`);
}
