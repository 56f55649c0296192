import { expect, type Page } from '@playwright/test';
import { sure } from './board-alarm.ts';
import { test } from './journey.ts';
import { askAs } from './roles.ts';
import { signIn } from './sign-in.ts';

/** Presses keys, which are counted; a shortcut of two at once is one. */
function counted(page: Page) {
  let count = 0;
  const press = async (...keys: string[]) => {
    for (const key of keys) {
      await page.keyboard.press(key);
      count++;
    }
  };
  return { press, count: () => count };
}

test('the start page leads to "alarm is out" in at most twelve keys', async ({ page }) => {
  await signIn(page, 'de');
  const { press, count } = counted(page);
  await press('Control+k');
  await expect(page.getByRole('combobox')).toBeFocused();
  await press('i', 'n', 'f', 'e');
  await expect(page.getByRole('option', { selected: true })).toContainText('Alarmieren: Infektionsausbruch');
  await press('Enter');
  await expect(page.getByRole('heading', { name: 'Aktivierung prüfen' })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('button', { name: 'Weiter: Senden' })).toBeEnabled();
  await press('Control+Enter');
  const dialog = page.getByRole('dialog');
  const yes = dialog.getByRole('button', { name: 'Ja', exact: true });
  await expect(dialog.getByRole('button', { name: 'Nein' })).toBeFocused();
  await expect(yes).toBeEnabled(); // no focus comes to it while it is checked once more
  await press('Tab');
  await expect(yes).toBeFocused();
  await press('Enter');
  await expect(page.getByText(/^Nur zur Probe: \d/)).toBeVisible();
  expect(count()).toBeLessThanOrEqual(12);
});

test('the search starts permitted commands from words; the question mark shows the keys', async ({ page }) => {
  await signIn(page, 'de');
  await page.keyboard.press('Shift+?');
  const keys = page.getByRole('dialog', { name: 'Tastatur' });
  await expect(keys.getByRole('row', { name: /^Suchen, Alarmieren/ })).toContainText('/ oder Strg + K');
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('aktiv');
  const actions = page.getByRole('group', { name: 'Aktionen' });
  await expect(actions.getByRole('option').first()).toContainText('Alarmieren');
  const kinds = '{ eventTypes(first: 1000, isActive: true) { edges { node { id } } } }';
  const { eventTypes } = await sure((await askAs(page.request)).ask)(kinds);
  // every kind of event
  await expect(actions.getByRole('option', { name: /^Alarmieren: / })).toHaveCount(eventTypes.edges.length);
  await page.getByRole('combobox').fill('lagebericht');
  await expect(actions.getByRole('option')).toHaveText(['Lagebericht schreiben']);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Zu welchem Ereignis?');
});
