import { randomUUID } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import { writeXlsx } from 'hucre/xlsx';
import { expectAccessible } from './accessible.ts';
import { onlyInFull } from './in-full.ts';
import { signInAs } from './roles.ts';

const rowsShown = (page: Page) => page.getByRole('list', { name: 'Zeilen der Datei' }).locator('> li');
const target = (page: Page, column: string) => page.getByRole('combobox', { name: `Ziel der Spalte „${column}“` });

async function choose(page: Page, name: string, buffer: Buffer) {
  await page.goto('/#/administration/csvupload');
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
  await expect(page.getByRole('heading', { name: 'Spalten zuordnen' })).toBeVisible();
}

test('imports a personnel office’s workbook unchanged and maps the next one the same way', async ({ page }) => {
  await signInAs(page, 'administrator');
  // a header that no earlier run of this journey mapped
  const own = `Merkmal ${randomUUID()}`;
  const workbook = async (name: string) => {
    const header = ['Pers.-Nr.', 'Name, Vorname', 'Dienst-Handy', 'Durchwahl', 'Telefon privat', own];
    const rows = [
      ['Personal der Küche'],
      header,
      // Excel drops the + of a number
      [48_151, name, 4_915_228_817_386, 2345, 'unbekannt', 'Kochmütze\nweiß'],
    ];
    return Buffer.from(await writeXlsx({ sheets: [{ name: 'Personal', rows }] }));
  };
  await choose(page, 'küche.xlsx', await workbook('Topf, Dr. Theo'));
  await expect(target(page, 'Name, Vorname')).toHaveValue('Ganzer Name (wird geteilt)');
  await expect(target(page, 'Dienst-Handy')).toHaveValue('Mobil (dienstlich)');
  await target(page, own).click();
  await page.getByRole('option', { name: 'Funktion', exact: true }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Weiter: Prüfen' }).click();
  await expect(page.getByText('Eine Zeile kommt mit Hinweisen')).toBeVisible();
  const reasons = page.getByRole('list', { name: 'Hinweise nach Grund' });
  await expect(reasons).toContainText('Spalte „Durchwahl“ → Telefon (dienstlich): Bitte prüfen Sie die Telefonnummer');
  await expect(reasons).toContainText('Das + vor der Landesvorwahl fehlte');
  await page.getByRole('textbox', { name: 'Vorwahl vor Durchwahlen' }).fill('0711 278');
  await page.getByRole('button', { name: 'Davorsetzen und neu prüfen' }).click();
  await expect(reasons).not.toContainText('Durchwahl');
  await expect(page.getByText('0711 2782345')).toBeVisible();
  await expect(page.getByText('01522 8817386', { exact: true })).toBeVisible();
  await page.getByRole('tab', { name: 'Mit Hinweisen 1' }).click();
  await expect(rowsShown(page)).toHaveCount(1);
  await expect(rowsShown(page)).toContainText('Dr. Theo Topf');
  await expect(rowsShown(page)).toContainText('Kochmütze weiß');
  const remarks = rowsShown(page).getByRole('list', { name: 'Hinweise' });
  await expect(remarks).toContainText('Spalte „Telefon privat“ → Telefon (privat): Bitte prüfen Sie die Telefonnummer');
  await expect(remarks).toContainText('aneinandergehängt');
  await expectAccessible(page);
  // a dry run isn't remembered
  for (const [button, done] of [
    ['Übernehmen', 'Die Personen sind übernommen'],
    ['Rückgängig machen', 'Alles ist wieder wie vor dem Upload.'],
  ] as const) {
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Ja' }).click();
    await expect(page.getByText(done)).toBeVisible();
  }

  await choose(page, 'küche-neu.xlsx', await workbook('Löffel, Lea'));
  await expect(page.getByText('Zugeordnet wie beim letzten Mal')).toBeVisible();
  await expect(target(page, own)).toHaveValue('Funktion');
  await page.getByRole('checkbox', { name: 'Zeilen mit fehlerhaften Angaben ganz ablehnen' }).check();
  await page.getByRole('button', { name: 'Weiter: Prüfen' }).click();
  await expect(page.getByRole('tab', { name: 'Abgelehnt 1' })).toBeVisible();

  await choose(page, 'küche-wieder.xlsx', await workbook('Gabel, Gerd'));
  await page.getByRole('button', { name: 'Neu vorschlagen' }).click();
  await expect(target(page, own)).toHaveValue('');
  await expect(page.getByText('Zugeordnet wie beim letzten Mal')).toBeHidden();
});

onlyInFull(test)('imports the address book of a telephone as vCards', async ({ page }) => {
  await signInAs(page, 'administrator');
  const cards = [
    ...['BEGIN:VCARD', 'VERSION:3.0', 'N:Kachel;Karla;;;', 'FN:Karla Kachel', 'ORG:Stadtwerke;Netz'],
    ...['TEL;type=CELL:0152 28895456', 'TEL;type=WORK:0351 2082078', 'EMAIL;type=WORK:karla@kachel.example'],
    ...['END:VCARD', ''],
  ];
  await choose(page, 'kontakte.vcf', Buffer.from(cards.join('\r\n')));
  await expect(page.getByText('1 vCard', { exact: true })).toBeVisible();
  await expect(target(page, 'Nachname')).toHaveValue('Nachname');
  await expect(target(page, 'Titel')).toBeHidden();
  await page.getByRole('button', { name: 'leere Spalten zeigen' }).click();
  await expect(target(page, 'Titel')).toBeVisible();
  await page.getByRole('button', { name: 'Weiter: Prüfen' }).click();
  const row = rowsShown(page);
  await expect(row).toContainText('Karla Kachel');
  for (const value of ['015228895456', '03512082078', 'karla@kachel.example', 'Stadtwerke', 'Netz']) {
    const text = (await row.innerText()).replaceAll(' ', '');
    expect(text).toContain(value);
  }
  await page.getByRole('button', { name: 'Übernehmen' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ja' }).click();
  await expect(page.getByText('Die Personen sind übernommen')).toBeVisible();
  await page.getByRole('button', { name: 'Rückgängig machen' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ja' }).click();
  await expect(page.getByText('Alles ist wieder wie vor dem Upload.')).toBeVisible();
});
