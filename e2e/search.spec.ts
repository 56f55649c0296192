import { expect, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { onlyInFull } from './in-full.ts';
import { signIn } from './sign-in.ts';

const texts = {
  de: { box: /^Personen, Gruppen, Verteiler und Ereignisse/, open: 'Suche öffnen', recent: 'Zuletzt gesucht' },
  en: { box: /^Search people, groups, mailing lists/, open: 'Open search', recent: 'Recent searches' },
};

test('one box finds people, groups, lists and events by keyboard, with typos and a history', async ({ page }) => {
  await signIn(page, 'de');
  await page.keyboard.press('/');
  const box = page.getByRole('combobox', { name: texts.de.box });
  await expect(box).toBeFocused();
  await page.keyboard.type('krisenstab');
  const group = page.getByRole('group', { name: 'Gruppen' });
  await expect(group.getByRole('option').first()).toHaveText('Krisenstab');
  await expect(group.locator('mark').first()).toHaveText('Krisenstab');
  await expect(page.getByRole('group', { name: 'Verteiler' }).getByRole('option').first()).toContainText('Krisenstab');
  await expectAccessible(page);
  await box.fill('wintermantl');
  const person = page.getByRole('option', { name: /Helene Wintermantel/ });
  await expect(person).toHaveAttribute('aria-selected', 'true');
  await expect(box).toHaveAttribute('aria-activedescendant', (await person.getAttribute('id'))!);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /Helene Wintermantel/ })).toBeVisible();
  await page.keyboard.press('Control+k');
  const recent = page.getByRole('listbox', { name: texts.de.recent });
  await expect(recent.getByRole('option').first()).toHaveText('wintermantl');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(person).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(person).toBeHidden();
  await box.fill('raeumung');
  await expect(page.getByRole('option', { name: 'Übung: Räumung Bettenhaus B' })).toContainText(/^.*ÜBUNG · /);
  await box.fill('gibtesnichtxyz');
  await expect(page.getByText('Nichts gefunden für „gibtesnichtxyz“')).toBeVisible();
  await box.fill('');
  await page.getByRole('button', { name: 'Verlauf löschen' }).click();
  await expect(recent).toHaveCount(0);
  await expect(page.getByText('Sucht in Personen, Gruppen, Verteilern und Ereignissen.')).toBeVisible();
  await box.fill('krisenstab');
  await page.keyboard.press('Escape');
  await page.getByRole('banner').getByRole('link', { name: 'Ereignisse' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ereignisse' })).toBeVisible();
  await expect(box).toHaveValue('');
});

onlyInFull(test)('on a telephone the search fills the page', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'en');
  await page.getByRole('button', { name: texts.en.open }).click();
  const panel = page.getByRole('dialog', { name: 'Search' });
  await panel.getByRole('combobox', { name: texts.en.box }).fill('raeumung');
  await expectAccessible(page);
  // other journeys leave events of a similar name
  await panel
    .getByRole('group', { name: 'Events' })
    .getByRole('option', { name: /^Übung: Räumung/ })
    .click();
  await expect(panel).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'Übung: Räumung Bettenhaus B' })).toBeVisible();
  await page.getByRole('button', { name: texts.en.open }).click();
  await expect(panel).toBeVisible();
  await page.goBack();
  await expect(panel).toBeHidden();
});
