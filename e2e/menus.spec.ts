import { expect, type Page, test } from '@playwright/test';
import { inFull, onlyInFull } from './in-full.ts';
import { signInAs } from './roles.ts';
import { signIn } from './sign-in.ts';

const inBar = (page: Page) => page.getByRole('banner').getByRole('navigation').getByRole('link');
const inSideMenu = (page: Page) => page.locator('#side-menu nav').getByRole('listitem');

test("the side menu is in its user's language", async ({ page }) => {
  await signIn(page, 'en');
  await page.getByRole('button', { name: 'Side menu' }).click();
  await expect(inSideMenu(page)).toHaveText([
    'Home',
    'Events',
    'Contacts',
    'Duties',
    'Call list',
    'Mailing lists',
    'Exercise mailbox',
    'Administration',
    'Administration',
  ]);
});

const offered = inFull(
  [
    ['contact_manager', ['Start', 'Kontaktpersonen', 'Dienste', 'Anrufliste']],
    ['administrator', ['Start', 'Ereignisse', 'Übungspostfach', 'Verwaltung', 'Administration']],
  ] as const,
  [
    ['mailing_list_manager', ['Start', 'Verteiler']],
    ['editor', ['Start', 'Ereignisse', 'Dienste', 'Anrufliste', 'Übungspostfach']],
  ] as const,
);

for (const [role, entries] of offered as readonly (readonly [role: string, entries: readonly string[]])[]) {
  test(`menus match the features of a role, and no entry leads to a refusal: ${role}`, async ({ page }) => {
    await signInAs(page, role);
    await page.goto('/#/');
    await expect(inBar(page)).toHaveText(
      entries.filter((entry) => ['Start', 'Ereignisse', 'Kontaktpersonen', 'Verteiler'].includes(entry)),
    );
    await page.getByRole('button', { name: 'Seitenmenü' }).click();
    await expect(inSideMenu(page)).toHaveText(entries);
    await page.keyboard.press('Escape');
    if (entries.includes('Übungspostfach')) return;
    for (const path of ['/exercise-mailbox', '/situation-report', '/replies']) {
      await page.goto(`/#${path}`);
      await expect(page.getByText('Dafür fehlt Ihnen die Berechtigung')).toBeVisible();
    }
    await expect(page.locator('.Toastify').getByRole('alert')).toHaveCount(0);
  });
}

onlyInFull(test)('the bar shows the full name from 992 pixels up', async ({ page }) => {
  await signIn(page, 'de');
  for (const width of [992, 1100, 1279, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(page.getByRole('banner').getByText('Systemverwaltung Meldekette', { exact: true })).toBeVisible();
    for (const name of ['Start', 'Ereignisse', 'Kontaktpersonen', 'Verteiler'])
      await expect(page.getByRole('banner').getByRole('link', { name, exact: true })).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
});

test('going back closes a question and the side menu', async ({ page }) => {
  await signIn(page, 'de');
  await page.goto('/#/communication');
  await page.getByRole('button', { name: /^Mitarbeiterinformation/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Stromausfall/ })
    .click();
  await expect(page.getByRole('heading', { name: 'Mitarbeiterinformation prüfen' })).toBeVisible();
  const address = page.url();
  await page.getByRole('button', { name: 'Entwurf verwerfen' }).click();
  const question = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Ja', exact: true }) });
  await expect(question).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Mitarbeiterinformation prüfen' })).toBeHidden();
  await expect(question).toBeHidden();
  await page.goto(address);
  await page.getByRole('button', { name: 'Seitenmenü' }).click();
  await expect(page.locator('#side-menu')).toHaveAttribute('data-open', 'true');
  await page.goBack();
  await expect(page.locator('#side-menu')).toHaveAttribute('data-open', 'false');
  await page.goto(address);
  await page.getByRole('button', { name: 'Entwurf verwerfen' }).click();
  await question.getByRole('button', { name: 'Ja', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Mitarbeiterinformation prüfen' })).toBeHidden();
});
