import { expect, type Page } from '@playwright/test';
import { alarmFunctions, atOnce, sure } from './board-alarm.ts';
import { inFull } from './in-full.ts';
import { test } from './journey.ts';
import { askAs } from './roles.ts';
import { signIn } from './sign-in.ts';
import { openStaffInformation } from './staff-information.ts';

test.beforeEach(({ page }) => signIn(page, 'de'));

async function launch(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Weiter: Senden' }).click();
  await atOnce(sure((await askAs(page.request)).ask), async () => {
    const told = page.waitForResponse((response) => response.request().postData()?.includes('SendReport') ?? false);
    await page.getByRole('dialog').getByRole('button', { name: 'Ja', exact: true }).click();
    await told;
  });
}

test('a report is corrected with one click for its recipients and becomes an alarm and a copy', async ({ page }) => {
  await openStaffInformation(page);
  await launch(page);
  await expect(page.getByText('21 von 21 im Übungspostfach')).toBeVisible({ timeout: 40_000 });
  const first = page.url();

  await page.getByRole('button', { name: 'Korrektur senden' }).click();
  await expect(page.getByRole('heading', { name: 'Korrektur prüfen' })).toBeVisible();
  await expect(page.getByText('21 Personen sofort')).toBeVisible();
  await expect(page.getByText('Diese Meldung geht genau an die Personen')).toBeVisible();
  await expect(
    page.getByText('Der Text ist noch derselbe wie in der ersten Meldung. Bitte oben ändern.'),
  ).toBeVisible();
  const draft = page.url();
  await page.goto(first);
  await expect(page.getByText('Dazu vorbereitet, noch nicht gesendet:')).toBeVisible();
  await page.getByRole('button', { name: 'Korrektur senden' }).click();
  await expect(page).toHaveURL(draft);
  await launch(page);
  await expect(page.getByText('Korrektur zu:')).toBeVisible();

  await page.goto(first);
  await page.getByRole('button', { name: 'Weitere Aktionen' }).click();
  await page.getByRole('menuitem', { name: 'Kopieren' }).click();
  await expect(page.getByRole('button', { name: 'Führungskräfte entfernen' })).toBeVisible();
  await page.goto(first);
  await page.getByRole('button', { name: 'Krisenstab alarmieren' }).click();
  await expect(page.getByRole('heading', { name: 'Aktivierung prüfen' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Führungskräfte entfernen' })).toBeVisible();
});

test('after an event, all its alarmed people are informed with two clicks and a look', async ({ page, request }) => {
  const ask = sure((await askAs(request)).ask);
  const people = ['Entwarnt', 'Entwarnung'].map((lastName) => ({ lastName, phones: [] }));
  const alarm = await alarmFunctions(ask, 'Ende der Probe', [{ name: 'Bereitschaft Ende', people, needed: 2 }]);
  await page.goto(`/#${alarm.path.replace(/\/report.*/, '')}`);
  await page.getByRole('button', { name: 'Beenden', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ja', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Entwarnung vorbereiten?' });
  await question.getByRole('button', { name: 'Nein' }).click();
  await page.getByRole('button', { name: 'Entwarnung senden' }).click();
  await expect(page.getByRole('heading', { name: /prüfen$/ })).toBeVisible();
  await expect(page.getByText('2 Personen sofort')).toBeVisible();
  await launch(page);
  await expect(page.getByText('2 von 2 im Übungspostfach')).toBeVisible({ timeout: 40_000 });
  await page.goto(`/#${alarm.path.replace(/\/report.*/, '')}`);
  await expect(page.getByRole('button', { name: 'Fortsetzen' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Entwarnung senden' })).toHaveCount(0);
});

for (const width of inFull([390], [1280]))
  test(`sends more information to all alarmed people from the control page, ${width} px`, async ({ page, request }) => {
    await page.setViewportSize({ width, height: 844 });
    const ask = sure((await askAs(request)).ask);
    const people = ['Gesagt', 'Gehoert'].map((name) => ({ lastName: `${name}${width}`, phones: [] }));
    const alarm = await alarmFunctions(ask, `Probe ${width}`, [{ name: `Alle ${width}`, people, needed: 2 }]);
    await page.goto(`/#${alarm.path}`);
    const bar = page.getByRole('region', { name: 'Schnelle Schritte' });
    const place = width === 390 ? bar : page.getByRole('main');
    await place.getByRole('button', { name: 'Nachricht an alle' }).click();
    await expect(page.getByRole('heading', { name: 'Nachricht an alle prüfen' })).toBeVisible();
    await expect(page.getByText('2 Personen sofort')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Weiter: Senden' })).toBeDisabled();
    await page
      .getByRole('button', { name: /Was sollen alle wissen\?/ })
      .first()
      .click();
    await page.getByRole('textbox', { name: 'Was sollen alle wissen?' }).fill('Bitte durch den Eingang Nord.');
    await page.getByRole('button', { name: 'Übernehmen' }).click();
    await launch(page);
    await expect(page.getByText('2 von 2 im Übungspostfach')).toBeVisible({ timeout: 40_000 });
    await expect(page.getByText('Geht an alle, die bekommen haben:')).toBeVisible();
    await page.getByRole('link', { name: `Bitte kommen: Probe ${width}` }).click();
    await expect(page.getByText('Dazu gesendet:')).toBeVisible();
  });
