import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { signIn } from './sign-in.ts';

test.beforeEach(({ page }) => signIn(page, 'de'));

test('a new kind of contact data with choices is filled in on a person', async ({ page }) => {
  await define(page);
  await page.goto('/#/person/1?edit=1');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Führerschein').selectOption('Klasse C');
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Führerschein')).toBeVisible();
  await expect(page.getByText('Klasse C')).toBeVisible();
});

async function define(page: Page): Promise<void> {
  await page.goto('/#/administration/persondatatypes');
  await page
    .getByRole('button', { name: /anlegen$/ })
    .first()
    .click();
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
