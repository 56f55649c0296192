import { expect, type Page } from '@playwright/test';
import { scimPatch, scimSender, scimUser } from '#testing/scim.ts';
import { expectAccessible } from './accessible.ts';
import { test } from './journey.ts';
import { signInAs } from './roles.ts';

test('an administrator issues a token, and a client provisions a person and a leaver', async ({ page, baseURL }) => {
  const label = `Anbieter ${crypto.randomUUID().slice(0, 8)}`;
  const numbers = [1, 2, 3].map((n) => n + 10_000 + Math.floor(Math.random() * 1_000_000));
  await signInAs(page, 'administrator');
  await page.goto('/#/administration/directories');
  await create(page, label);
  await expect(page.getByText('Noch kein Schlüssel')).toBeVisible();
  const token = await issueToken(page, label);
  const send = scimSender(baseURL!, token);
  const made = await Promise.all(numbers.map((n) => send('POST', '/Users', scimUser(n))));
  expect(made.map(({ status }) => status)).toEqual([201, 201, 201]);
  await page.reload();
  await expect(page.getByText('Erhalten: 3 Personen, 0 Gruppen')).toBeVisible();
  await expect(page.getByText('Änderungen warten auf einen Probelauf, seit')).toBeVisible();
  await expectAccessible(page);
  await applyRun(page, label);
  await expect(page.getByText('3 Personen · Abgleich erst, wenn ich einen Probelauf übernehme')).toBeVisible();
  const leaver = scimPatch({ op: 'Replace', path: 'active', value: 'False' });
  expect((await send('PATCH', `/Users/${made[0]!.body.id}`, leaver)).status).toBe(200);
  await page.getByRole('button', { name: `Probelauf: ${label}` }).click();
  await expect(page.getByText('Zu viele Personen würden abgeschaltet. Es wurde nichts geändert.')).toBeVisible();
  await page.getByRole('button', { name: 'Übernehmen' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ja' }).click();
  await expect(page.getByText('Die Personen sind übernommen')).toBeVisible();
  await page.getByRole('link', { name: 'Zum Verzeichnis' }).click();
  await page.getByRole('button', { name: /^Schlüssel widerrufen: / }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ja' }).click();
  await expect(page.getByText('Der Schlüssel ist widerrufen.')).toBeVisible();
  expect((await send('GET', '/Users')).status).toBe(401);
  await page.getByRole('button', { name: `Weitere Aktionen: ${label}` }).click();
  await page.getByRole('menuitem', { name: 'Löschen' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ja' }).click();
  await expect(page.getByText(`Das Verzeichnis „${label}“ ist gelöscht.`)).toBeVisible();
});

async function create(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: 'Verzeichnis anlegen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Verzeichnis anlegen' });
  await dialog.getByRole('combobox', { name: 'Art' }).click();
  await page.getByRole('option', { name: /^SCIM/ }).click();
  await dialog.getByLabel('Name').fill(label);
  await dialog.getByRole('button', { name: 'Anlegen' }).click();
  await expect(page.getByText('Das Verzeichnis ist gespeichert.')).toBeVisible();
}

/** Issues a token and returns it from the dialog that shows it once. */
async function issueToken(page: Page, label: string): Promise<string> {
  await page.getByRole('button', { name: `Schlüssel ausstellen: ${label}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Schlüssel für SCIM' });
  const token = await dialog.locator('#secret').innerText();
  expect(token).toMatch(/^scim_\w{8}_[\w-]{43}$/);
  await dialog.getByRole('button', { name: 'Fertig' }).click();
  await expect(page.getByText(`scim_${token.split('_')[1]}_…`)).toBeVisible();
  await expect(page.getByText(token)).toHaveCount(0);
  return token;
}

async function applyRun(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: `Probelauf: ${label}` }).click();
  await expect(page.getByText('3 Einträge des Verzeichnisses')).toBeVisible();
  await page.getByRole('button', { name: 'Übernehmen' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ja' }).click();
  await expect(page.getByText('Die Personen sind übernommen')).toBeVisible();
  await page.getByRole('link', { name: 'Zum Verzeichnis' }).click();
}
