import { expect, type Page } from '@playwright/test';
import { groupEntry, personEntry } from '#testing/directories.ts';
import { type LdapServer, startLdapServer } from '#testing/fakes/ldap-server.ts';
import { expectAccessible } from './accessible.ts';
import { test } from './journey.ts';
import { signInAs } from './roles.ts';

let ldap: LdapServer;
test.beforeEach(async () => {
  ldap = await startLdapServer();
  ldap.entries = [personEntry(901), personEntry(902), groupEntry('Notfall', [])];
});
test.afterEach(() => ldap.stop());

test('an administrator connects a directory, looks at the differences, applies and undoes them', async ({ page }) => {
  const label = `Haus ${new URL(ldap.url).port}`;
  await signInAs(page, 'administrator');
  await page.goto('/#/administration');
  await page.getByRole('link', { name: /^Verzeichnis/ }).click();
  await create(page, label);
  await page.getByRole('button', { name: `Verbindung prüfen: ${label}` }).click();
  await expect(page.getByText('Die Verbindung steht. Der erste gefundene Eintrag:')).toBeVisible();
  await expectAccessible(page);
  await lookAtMapping(page, label);
  await page.getByRole('button', { name: `Probelauf: ${label}` }).click();
  await expect(page.getByText('2 Einträge des Verzeichnisses')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Abgleich mit dem Verzeichnis' })).toBeVisible();
  await page.getByRole('button', { name: 'Übernehmen' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ja' }).click();
  await expect(page.getByText('Die Personen sind übernommen')).toBeVisible();
  await page.getByRole('link', { name: 'Zum Verzeichnis' }).click();
  await expect(page.getByText('2 Personen · kein Zeitplan')).toBeVisible();
  ldap.entries = [];
  await page.getByRole('button', { name: `Probelauf: ${label}` }).click();
  await expect(page.getByText(/Das Verzeichnis hat niemanden geliefert/)).toBeVisible();
  await page.getByRole('link', { name: 'Zum Verzeichnis' }).click();
  await expect(page.getByText('wartet auf Sie', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: `Abgleich rückgängig machen: ${label}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ja' }).click();
  await expect(page.getByText('0 Personen · kein Zeitplan')).toBeVisible();
  await page.getByRole('button', { name: `Weitere Aktionen: ${label}` }).click();
  await page.getByRole('menuitem', { name: 'Löschen' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ja' }).click();
  await expect(page.getByText('Noch kein Verzeichnis')).toBeVisible();
});

async function create(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: 'Verzeichnis anlegen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Verzeichnis anlegen' });
  await dialog.getByLabel('Name').fill(label);
  await dialog.getByLabel('Adresse des Servers').fill(ldap.url);
  await dialog.getByLabel('Zertifikat der ausstellenden Stelle (PEM)').fill(ldap.certificate.cert);
  await dialog.getByLabel('Konto').fill(ldap.bindDn);
  await dialog.getByLabel('Passwort', { exact: true }).fill(ldap.password);
  await dialog.getByLabel('Basis-DN').fill('dc=test');
  await dialog.getByRole('button', { name: 'Anlegen' }).click();
  await expect(page.getByText('Das Verzeichnis ist gespeichert.')).toBeVisible();
}

async function lookAtMapping(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: `Zuordnung: ${label}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Zuordnung' });
  await expect(dialog.getByText('Beispiel: Verzeichnis901')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Zeile entfernen: sn' }).click();
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await expect(dialog.getByText('Es fehlt noch: Nachname')).toBeVisible();
  await expect(dialog.getByText('Der Zuordnung fehlt ein Pflichtfeld.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Abbrechen' }).click();
}
