import { expect, type Page } from '@playwright/test';
import { foundByAxe } from './engines.ts';

/** The page is there, nothing sticks out at the side, and axe finds nothing, by day and by night. */
export async function expectUsable(page: Page, where: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(page.locator('main h1')).toBeVisible();
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), where).toBeLessThanOrEqual(0);
  expect(await foundByAxe(page), where).toEqual([]);
  // what a page is made of is the same by night
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  expect(await foundByAxe(page, { onlyColours: true }), `${where} by night`).toEqual([]);
}
