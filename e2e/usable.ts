import { expect, type Page } from '@playwright/test';
import { expectNothing } from './accessible.ts';
import { foundByAxe } from './engines.ts';

/** The page has loaded, and is no wider than the window. */
export async function expectFits(page: Page, where: string): Promise<void> {
  await expect(page.locator('main h1')).toBeVisible();
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
  const tooWide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await expect.poll(tooWide, { message: where }).toBeLessThanOrEqual(0);
}

/** Changes to day or night, and waits until the application has heard of it. */
export async function changeScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
}

/** The page fits, and axe finds nothing, by day and by night. */
export async function expectUsable(page: Page, where: string): Promise<void> {
  await changeScheme(page, 'light');
  await expectFits(page, where);
  await expectNothing(() => foundByAxe(page), where);
  // what a page is made of is the same by night
  await changeScheme(page, 'dark');
  await expectNothing(() => foundByAxe(page, { onlyColours: true }), `${where} by night`);
}
