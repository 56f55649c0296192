import { expect, type Page, test } from '@playwright/test';
import { signIn } from './sign-in.ts';

/** Opens a tab of the system setup. */
const openTab = async (page: Page, name: string) => {
  await page.goto('/#/administration/systemsetup');
  await page.getByRole('tab', { name }).click();
};

test('a key is created, used by another program, shown as used and revoked', async ({ page }) => {
  const name = `Leitstelle ${Date.now()}`; // revoked keys of other journeys stay in the list
  await signIn(page, 'de');
  await openTab(page, 'API-Schlüssel');
  await page.getByRole('button', { name: 'Schlüssel anlegen' }).click();
  const form = page.getByRole('dialog', { name: 'Schlüssel anlegen' });
  await form.getByRole('textbox', { name: 'Name' }).fill(name);
  await form.getByRole('button', { name: 'Anlegen' }).click();
  await expect(form.getByText('Bitte wählen Sie mindestens ein Recht.')).toBeVisible();
  await form.getByRole('button', { name: /^Ereignisse/ }).click();
  await form.getByLabel('Ereignisse beenden').check();
  await form.getByRole('button', { name: 'Anlegen' }).click();

  const shown = page.getByRole('dialog', { name: 'Ihr neuer API-Schlüssel' });
  const key = await shown.getByText(/^mk_/).innerText();
  await shown.getByRole('button', { name: 'Fertig' }).click();
  await expect(page.getByText(key)).toHaveCount(0);

  const headers = { authorization: `Bearer ${key}` };
  expect((await page.request.get('/api/v2/events', { headers })).status()).toBe(200);
  expect((await page.request.get('/api/v2/users', { headers })).status()).toBe(403);

  await page.reload();
  const entry = page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) });
  await expect(entry).toContainText('Zuletzt benutzt');
  await entry.getByRole('button', { name: /widerrufen/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ja' }).click();
  await expect(entry).toContainText('Widerrufen');
  await expect.poll(async () => (await page.request.get('/api/v2/events', { headers })).status()).toBe(401);
});

test('a webhook is created and tested; one to the internal network is reported', async ({ page }) => {
  await signIn(page, 'de');
  await openTab(page, 'Webhooks');
  await page.getByRole('button', { name: 'Webhook anlegen' }).click();
  const form = page.getByRole('dialog', { name: 'Webhook anlegen' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Pager');
  await form.getByRole('textbox', { name: 'Adresse' }).fill('http://pager.example/');
  await form.getByLabel('Nachricht gesendet').check();
  await form.getByRole('button', { name: 'Anlegen' }).click();
  await expect(form.getByText(/mit https:\/\/ beginnt/)).toBeVisible();
  await form.getByRole('textbox', { name: 'Adresse' }).fill('https://localhost/pager');
  await form.getByRole('button', { name: 'Anlegen' }).click();
  await expect(form.getByText('Diese Adresse liegt im eigenen Netz')).toBeVisible();
  await form.getByRole('textbox', { name: 'Adresse' }).fill('https://pager.invalid/');
  await form.getByRole('button', { name: 'Anlegen' }).click();
  const shown = page.getByRole('dialog', { name: 'Geheimnis des Webhooks' });
  await expect(shown.getByText(/^whsec_/)).toBeVisible();
  await shown.getByRole('button', { name: 'Fertig' }).click();

  await page.getByRole('button', { name: '„Pager“ testen' }).click();
  await expect(
    page.getByRole('alert').filter({ hasText: /Name des Empfängers ist unbekannt|nicht erreichbar|nicht geantwortet/ }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Zustellungen von „Pager“' }).click();
  await expect(page.getByRole('dialog', { name: 'Zustellungen von „Pager“' })).toContainText('Nicht angenommen');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Weitere Aktionen für „Pager“' }).click();
  await page.getByRole('menuitem', { name: 'Löschen' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ja' }).click();
  await expect(page.getByText('Noch kein Webhook')).toBeVisible();
});
