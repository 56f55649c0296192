import { expect, type Page, test } from '@playwright/test';
import { signIn } from './sign-in.ts';

const inSideMenu = (page: Page) => page.locator('#side-menu nav').getByRole('listitem');

test('the side menu reads as its user does', async ({ page }) => {
  await signIn(page, 'en');
  await page.getByRole('button', { name: 'Side menu' }).click();
  await expect(inSideMenu(page)).toHaveText([
    'Home',
    'Events',
    'Contacts',
    'Mailing lists',
    'Exercise mailbox',
    'Administration',
    'Administration',
  ]);
});

test('the full name stands in the bar from 992 pixels up, beside everything else', async ({ page }) => {
  await signIn(page, 'de');
  for (const width of [992, 1100, 1279, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(page.getByRole('banner').getByText('Systemverwaltung Meldekette', { exact: true })).toBeVisible();
    for (const name of ['Start', 'Ereignisse', 'Kontaktpersonen', 'Verteiler'])
      await expect(page.getByRole('banner').getByRole('link', { name, exact: true })).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
});
