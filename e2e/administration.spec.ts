import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { signIn } from './sign-in.ts';

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const toast = (page: Page, text: string) => page.locator('.Toastify').getByText(text);

test('an administrator creates, edits, finds, disables and restores places and previews deletion', async ({ page }) => {
  test.setTimeout(180_000);
  await signIn(page, 'de', '/administration');
  await page.getByRole('link', { name: /^Orte/ }).click();
  await makePlaces(page);
  await changePlace(page);
  await switchOffAndOn(page);
  await deletePlace(page);
});

async function makePlaces(page: Page) {
  await page.getByRole('button', { name: 'Ort anlegen' }).click();
  await expect(page).toHaveURL(/id=new/);
  const form = page.getByRole('form', { name: 'Ort' });
  const name = form.getByRole('textbox', { name: 'Name' });
  await form.getByRole('button', { name: 'Anlegen' }).click();
  await expect(form.getByText('Bitte ausfüllen.')).toBeVisible();
  await expect(name).toBeFocused();
  await name.fill('Prüfhof West');
  await form.getByRole('textbox', { name: 'Koordinaten' }).fill('nirgends');
  await form.getByRole('button', { name: 'Anlegen' }).click();
  const wrong = form.getByRole('textbox', { name: 'Koordinaten' });
  await expect(wrong).toHaveAttribute('aria-invalid', 'true');
  await expect(wrong).toBeFocused();
  await expect(page.locator('.Toastify').getByRole('alert')).toHaveCount(0); // the field shows it better
  await wrong.fill('51.1, 10.4');
  await form.getByRole('button', { name: 'Anlegen' }).click();
  await expect(toast(page, '„Prüfhof West“ ist angelegt.')).toBeVisible();
  await page.getByRole('button', { name: 'Ort anlegen' }).click();
  await name.fill('Prüfhof Ost');
  await page.keyboard.press('Control+s');
  await expect(toast(page, '„Prüfhof Ost“ ist angelegt.')).toBeVisible();
  await expect(page).toHaveURL(/id=\d+/); // saving by keyboard doesn't close it
  await page.keyboard.press('Escape');
  await expect(form).toHaveCount(0);
}

async function changePlace(page: Page) {
  await page.getByRole('searchbox', { name: 'Einträge durchsuchen' }).fill('pruefhof');
  await expect(page.getByRole('row')).toHaveCount(3);
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await expect(page).toHaveURL(/sort=name/);
  await expect(page.getByRole('row').nth(1)).toContainText('Prüfhof Ost');
  await page.getByRole('button', { name: 'Prüfhof West' }).click();
  const form = page.getByRole('form', { name: 'Ort' });
  await form.getByRole('textbox', { name: 'Adresse' }).fill('Westring 1');
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Änderungen verwerfen?' });
  await question.getByRole('button', { name: 'Nein' }).click();
  await expect(form.getByRole('textbox', { name: 'Adresse' })).toHaveValue('Westring 1');
  await form.getByRole('button', { name: 'Speichern' }).click();
  await expect(form).toHaveCount(0);
  await expect(rowOf(page, 'Prüfhof West')).toContainText('Westring 1');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Herunterladen' }).click();
  await page.getByRole('menuitem', { name: 'Als CSV' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  expect(text.trimEnd().split('\r\n').slice(1)).toEqual(['Prüfhof Ost;;;;Ja', 'Prüfhof West;;Westring 1;51.1,10.4;Ja']);
}

async function switchOffAndOn(page: Page) {
  await page.getByRole('checkbox', { name: 'Alle auswählen' }).click();
  const bar = page.getByRole('region', { name: 'Ausgewählte Einträge' });
  await expect(bar).toContainText('2 ausgewählt');
  await bar.getByRole('button', { name: 'Deaktivieren' }).click();
  await expect(page.getByText('Keine Einträge gefunden')).toBeVisible();
  await page.locator('.Toastify').getByRole('button', { name: 'Rückgängig' }).click();
  await expect(rowOf(page, 'Prüfhof Ost')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Prüfhof Ost auswählen' }).click();
  await bar.getByRole('button', { name: 'Deaktivieren' }).click();
  await expect(rowOf(page, 'Prüfhof Ost')).toHaveCount(0);
  await page.getByText('Inaktive', { exact: true }).click();
  await page.getByRole('checkbox', { name: 'Prüfhof Ost auswählen' }).click();
  await bar.getByRole('button', { name: 'Aktivieren', exact: true }).click();
  await expect(toast(page, '1 Eintrag ist aktiv.')).toBeVisible();
}

async function deletePlace(page: Page) {
  await page.goto('/#/administration/locations?filter=all&search=Pr%C3%BCfhof');
  await page.getByRole('button', { name: 'Prüfhof West' }).click();
  await page.getByRole('button', { name: 'Löschen' }).click();
  const off = page.getByRole('dialog', { name: '„Prüfhof West“ löschen?' });
  await expect(off).toContainText('Der Eintrag wird deaktiviert');
  await off.getByRole('button', { name: 'Deaktivieren' }).click();
  await expect(toast(page, '„Prüfhof West“ ist deaktiviert.')).toBeVisible();
  await page.getByRole('button', { name: 'Prüfhof West' }).click();
  await page.getByRole('button', { name: 'Löschen' }).click();
  await expect(off).toContainText('Der Eintrag wird endgültig gelöscht.');
  await off.getByRole('button', { name: 'Löschen' }).click();
  await expect(toast(page, '„Prüfhof West“ ist gelöscht.')).toBeVisible();
  await expect(rowOf(page, 'Prüfhof West')).toHaveCount(0);
}

test('a required row keeps its identifier and gives the reason', async ({ page }) => {
  await signIn(page, 'de', '/administration/reporttypes');
  await page
    .getByRole('row', { name: /Aktivierung/ })
    .getByRole('button')
    .click();
  const form = page.getByRole('form', { name: 'Meldungsart' });
  await expect(form).toContainText('Das Programm braucht diesen Eintrag');
  await form.getByText('Erweitert').click();
  await expect(form).toContainText('Lässt sich nicht ändern');
  await page.keyboard.press('Escape');
  await page.getByRole('checkbox', { name: /^Aktivierung auswählen/ }).click();
  await page.getByRole('button', { name: 'Deaktivieren' }).click();
  await expect(page.getByRole('region', { name: 'Ausgewählte Einträge' }).getByRole('alert')).toContainText(
    'Aktivierung',
  );
  await expect(page.getByRole('row', { name: /Aktivierung/ })).toBeVisible();
});
