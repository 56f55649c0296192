import { expect, type Page, test } from '@playwright/test';
import { onlyInFull } from './in-full.ts';
import { signIn } from './sign-in.ts';

const schemeOf = (page: Page) => page.locator('html').getAttribute('data-mantine-color-scheme');
const groundOf = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const byNight = 'rgb(16, 20, 24)';

async function choose(page: Page, scheme: string): Promise<void> {
  await page.getByRole('button', { name: /^Benutzermenü/ }).click();
  await page.getByRole('menuitemradio', { name: scheme }).click();
  await page.keyboard.press('Escape');
}

test("the application follows the device's scheme until a choice, on the sign-in page too", async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  const before = await page.context().newPage();
  await before.emulateMedia({ colorScheme: 'dark' });
  await before.goto('/');
  await expect(before.getByLabel('E-Mail-Adresse')).toBeFocused();
  expect(await groundOf(before)).toBe(byNight);
  await before.close();
  await signIn(page, 'de');
  expect(await groundOf(page)).toBe(byNight);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => schemeOf(page)).toBe('light');
  await choose(page, 'Dunkel');
  await expect.poll(() => groundOf(page)).toBe(byNight);
  await page.getByRole('button', { name: /^Benutzermenü/ }).click();
  await page.getByRole('menuitem', { name: 'Abmelden' }).click();
  await expect(page.getByLabel('E-Mail-Adresse')).toBeVisible();
  expect(await groundOf(page)).toBe(byNight);
});

test('applies the chosen scheme before the application loads', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await signIn(page, 'de');
  await choose(page, 'Dunkel');
  await page.route(/\/assets\/(?!scheme-)[^/]+\.js$/, (route) => route.abort());
  await page.reload({ waitUntil: 'domcontentloaded' });
  await expect(page.getByText('Loading...')).toBeVisible();
  expect(await groundOf(page)).toBe(byNight);
});

onlyInFull(test)(
  'a printed page is light, shows the time of its data and leaves out all of its controls',
  async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await signIn(page, 'de');
    for (const path of ['/event/5/report/12', '/event/5', '/group/1']) {
      await page.goto(`/#${path}`);
      await expect(page.locator('main h1')).toBeVisible();
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
      expect(await schemeOf(page)).toBe('light');
      await expect(page.getByText(/^Stand: \d\d\.\d\d\.\d{4}, \d\d:\d\d:\d\d$/)).toBeVisible();
      await expect(page.locator('main').getByRole('button', { name: /Drucken|Mitnehmen|Bearbeiten/ })).toHaveCount(0);
      await expect(page.getByRole('banner')).toBeHidden();
      const grounds = page.locator('main').locator('.mantine-Badge-root, .mantine-Progress-section');
      const kept = (all: Element[]) => all.every((one) => getComputedStyle(one).printColorAdjust === 'exact');
      if (path === '/event/5') await expect(grounds.first()).toBeVisible();
      expect(await grounds.evaluateAll(kept), 'bars and badges keep their grounds').toBe(true);
      await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
      await page.evaluate(() => dispatchEvent(new Event('afterprint')));
      expect(await schemeOf(page)).toBe('dark');
    }
  },
);
