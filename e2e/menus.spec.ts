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
