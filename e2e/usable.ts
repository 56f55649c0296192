import { expect, type Page } from '@playwright/test';
import { expectNothing } from './accessible.ts';
import { foundByAxe } from './engines.ts';

/** Expects that the page has loaded and is no wider than the window. */
export async function expectFits(page: Page, where: string): Promise<void> {
  await expect(page.locator('main h1')).toBeVisible();
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
  const tooWide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await expect.poll(tooWide, { message: where }).toBeLessThanOrEqual(0);
}

/** Switches to the light or dark scheme, and waits until the application has applied it. */
export async function changeScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await expect(page.locator('main h1')).toBeVisible(); // a page that still loads may miss the change
  await page.emulateMedia({ colorScheme });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
}

/** Expects that the page fits and that axe finds nothing, in the light and dark schemes. */
export async function expectUsable(page: Page, where: string): Promise<void> {
  await changeScheme(page, 'light');
  await expectFits(page, where);
  await expectNothing(() => foundByAxe(page), where);
  // The structure of a page does not depend on the scheme.
  await changeScheme(page, 'dark');
  await expectNothing(() => foundByAxe(page, { onlyColours: true }), `${where} by night`);
}
