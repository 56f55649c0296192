import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { onlyInFull } from './in-full.ts';
import { askAs } from './roles.ts';
import { signIn } from './sign-in.ts';

test.beforeEach(({ page }) => signIn(page, 'de'));

test('a new kind of contact data with choices is filled in for a person', async ({ page }) => {
  await define(page);
  await page.goto('/#/person/1?edit=1');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Führerschein').selectOption('Klasse C');
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Führerschein', { exact: true })).toBeVisible();
  await expect(page.getByText('Klasse C')).toBeVisible();
});

onlyInFull(test)(
  'a date is read day first as it is typed; an invalid one stays and is refused at its field',
  async ({ page }) => {
    const { ask } = await askAs(page.request);
    const input = { name: 'Eintritt', fieldType: 'date', isDefaultField: true };
    const create = 'mutation ($input: CreatePersonDataTypeInput!) { createPersonDataType(input: $input) { id } }';
    const { data } = await ask(create, { input });
    await page.goto('/#/person/1?edit=1');
    const dialog = page.getByRole('dialog');
    const day = dialog.getByRole('textbox', { name: 'Eintritt' });
    await day.fill('31.02.2019');
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await expect(dialog.getByText('Bitte geben Sie ein gültiges Datum ein')).toBeVisible();
    await expect(day).toHaveValue('31.02.2019');
    await expect(day).toBeFocused();
    await expect(page.locator('.Toastify__toast')).toHaveCount(0);
    await day.fill('1.4.2019');
    await day.press('Tab');
    await expect(day).toHaveValue('01.04.2019');
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText('01.04.2019')).toBeVisible();
    await ask('mutation ($id: ID!) { deletePersonDataType(id: $id) { id } }', { id: data.createPersonDataType.id });
  },
);

async function define(page: Page): Promise<void> {
  await page.goto('/#/administration/persondatatypes');
  await page.getByRole('button', { name: 'Kontaktangabe anlegen' }).first().click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('textbox', { name: 'Name', exact: true }).fill('Führerschein');
  await drawer.getByRole('combobox', { name: 'Art des Feldes' }).selectOption('Auswahl');
  for (const [at, [german, english]] of [
    ['Klasse B', 'Class B'],
    ['Klasse C', 'Class C'],
  ].entries()) {
    await drawer.getByRole('button', { name: 'Auswahl hinzufügen' }).click();
    await drawer.getByLabel(`Auswahl ${at + 1}`, { exact: true }).fill(german!);
    await drawer.getByLabel(`Auswahl ${at + 1}, englisch`).fill(english!);
  }
  await drawer.getByRole('switch', { name: 'Auf der Kontaktkarte' }).check();
  await drawer.getByRole('button', { name: 'Klasse C nach oben' }).click();
  await expect(drawer.getByLabel('Auswahl 1', { exact: true })).toHaveValue('Klasse C');
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'Anlegen', exact: true }).click();
  await expect(page.getByText('„Führerschein“ ist angelegt.')).toBeVisible();
}
