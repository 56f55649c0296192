import { expect, type Page, test } from '@playwright/test';
import { signIn } from './sign-in.ts';

/** Buttons that open dialogs; `link` leads to an unknown address. */
const dialogs: { path: string; link?: RegExp; buttons: (string | RegExp)[] }[] = [
  { path: '/events', buttons: ['Neues Ereignis'] },
  { path: '/groups', buttons: ['Gruppe anlegen', 'Neue Person anlegen'] },
  { path: '/groups', link: /^Krisenstab/, buttons: ['Bearbeiten', 'Person hinzufügen'] },
  { path: '/mailinglists', buttons: ['Verteiler anlegen'] },
  { path: '/administration/systemsetup?tab=apiKeys', buttons: ['Schlüssel anlegen'] },
  { path: '/administration/systemsetup?tab=webhooks', buttons: ['Webhook anlegen'] },
];

test('every dialog returns the focus to its trigger for every way of closing', async ({ page }) => {
  await signIn(page, 'de');
  for (const { path, link, buttons } of dialogs) {
    await page.goto(`/#${path}`);
    if (link) await page.getByRole('main').getByRole('link', { name: link }).first().click();
    for (const name of buttons) {
      await closesWell(page, name, () => page.keyboard.press('Escape'));
      await closesWell(page, name, () => page.getByRole('dialog').getByRole('button', { name: 'Schließen' }).click());
    }
  }
});

async function closesWell(page: Page, name: string | RegExp, close: () => Promise<void>): Promise<void> {
  const button = page.getByRole('main').getByRole('button', { name }).first();
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1);
  await close();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(button, String(name)).toBeFocused();
}
