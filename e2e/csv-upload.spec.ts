import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { signInAs } from './roles.ts';

// as a German spreadsheet saves it: Windows-1252, semicolons, quoted line breaks
const task = `Merkmal ${randomUUID()}`; // a mapping is remembered by its header
const rows = [
  `Vorname;Nachname;E-Mail (dienstlich);${task};Hinweis zur Erreichbarkeit`,
  'Jörg;Falkenrath;joerg.falkenrath@klinikum-musterstadt.example;Ärztlicher Direktor;',
  'Änne;Größmann;aenne.groessmann@example.org;Küchenleitung;"Früh:\r\nab 6 Uhr"',
  'Bernd;Vogt;falsch;;',
  ';Vornamenlos;;;',
];
const file = { name: 'personal.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\r\n'), 'latin1') };

test('an administrator uploads a German file, maps a column, previews, applies and reverts it', async ({ page }) => {
  await signInAs(page, 'administrator');
  await page.goto('/#/administration');
  await page.getByRole('link', { name: 'Personen aus einer Datei' }).click();
  await chooseAndMap(page);
  await lookOver(page);
  await page.getByRole('button', { name: 'Übernehmen' }).click();
  const question = page.getByRole('dialog', { name: 'Diese Änderungen übernehmen?' });
  await expect(question).toContainText('2 Personen werden neu angelegt.');
  await expect(question).toContainText('Eine abgelehnte Zeile wird ausgelassen.');
  await question.getByRole('button', { name: 'Ja' }).click();
  await expect(page.getByText('Die Personen sind übernommen')).toBeVisible();
  const upload = page.url();
  await page.getByRole('link', { name: 'Änne Größmann' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Änne Größmann' })).toBeVisible();
  await expect(page.getByText('Küchenleitung').first()).toBeVisible();
  await page.goto(upload);
  await undo(page);
});

async function chooseAndMap(page: Page) {
  await expect(page.getByRole('heading', { level: 1, name: 'Personen aus einer Datei' })).toBeVisible();
  const sample = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Beispieldatei' }).click();
  expect(readFileSync(await (await sample).path(), 'utf8')).toContain('Vorname;Nachname');
  const broken = { name: 'bild.csv', mimeType: 'text/csv', buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]) };
  await page.locator('input[type=file]').setInputFiles(broken);
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Das ist keine Datei, die hier gelesen wird.');
  await expect(page.locator('input[type=file]')).toHaveValue(''); // corrected, it can be chosen under the same name
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page.getByText('Windows-1252')).toBeVisible();
  const column = page.getByRole('listitem').filter({ hasText: task });
  await expect(column).toContainText('Wird ausgelassen');
  await expectAccessible(page);
  await column.getByRole('combobox', { name: `Ziel der Spalte „${task}“` }).click();
  await page.getByRole('option', { name: 'Funktion', exact: true }).click();
  await expect(column).not.toContainText('Wird ausgelassen');
  await page.getByRole('button', { name: 'Weiter: Prüfen' }).click();
}

async function lookOver(page: Page) {
  const shown = page.getByRole('list', { name: 'Zeilen der Datei' }).locator('> li');
  await expect(shown).toHaveCount(4);
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'Geändert 1' }).click();
  await expect(shown).toHaveCount(1);
  await expect(shown.locator('del')).toHaveText('Stellv. Ärztlicher Direktor');
  await expect(shown.locator('ins')).toHaveText('Ärztlicher Direktor');
  await page.getByRole('tab', { name: 'Abgelehnt 1' }).click();
  await expect(shown).toContainText('Spalte „Vorname“:');
  // the state is in the address: nothing is lost by a reload
  await page.reload();
  await expect(shown).toContainText('Vornamenlos');
  const report = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Bericht herunterladen' }).click();
  await page.getByRole('menuitem', { name: 'Als CSV' }).click();
  expect(readFileSync(await (await report).path(), 'utf8')).toContain('Größmann');
  await page.getByRole('tab', { name: 'Mit Hinweisen 1' }).click();
  await expect(shown).toContainText('Bernd Vogt');
  const remark = 'Spalte „E-Mail (dienstlich)“: „falsch“: Bitte geben Sie eine gültige E-Mail-Adresse ein.';
  await expect(shown).toContainText(remark);
  await page.getByRole('tab', { name: 'Alle 4' }).click();
}

async function undo(page: Page) {
  await page.getByRole('button', { name: 'Rückgängig machen' }).click();
  const question = page.getByRole('dialog', { name: '„personal.csv“ rückgängig machen?' });
  await expect(question).toContainText('2 neu angelegte Personen werden entfernt.');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Ja' }).click();
  await expect(page.getByText('Alles ist wieder wie vor dem Upload.')).toBeVisible();
  await page.getByRole('button', { name: 'Andere Datei' }).click();
  const line = page.getByRole('listitem').filter({ hasText: 'personal.csv' }).first();
  await expect(line).toContainText('Rückgängig gemacht');
  await expect(line).toContainText('2 neu, 1 geändert, 1 abgelehnt');
}

test('a reader of a group exports its people to a spreadsheet or address book', async ({ page }) => {
  await signInAs(page, 'editor');
  await page.goto('/#/group/9');
  for (const [entry, ending, content] of [
    ['Als Excel-Datei', 'xlsx', 'xl/worksheets/sheet1.xml'],
    ['Als CSV', 'csv', 'Wintermantel;'],
    ['Als vCard', 'vcf', 'BEGIN:VCARD'],
  ] as const) {
    await page.getByRole('button', { name: 'Exportieren' }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: entry }).click();
    expect((await saved).suggestedFilename()).toBe(`Leitung des Krisenstabs.${ending}`);
    expect(readFileSync(await (await saved).path(), 'latin1')).toContain(content);
  }
});
