import { expect, test } from '@playwright/test';
import { startOidcFake } from '#testing/fakes/oidc-provider.ts';
import { signIn } from './sign-in.ts';

test('an owner configures a provider, and a colleague signs in and out with it', async ({ browser, page, baseURL }) => {
  const person = {
    sub: 'colleague',
    email: `haus.${Date.now()}@example.org`,
    email_verified: true,
    given_name: 'Hanna',
    family_name: 'Haus',
    groups: ['krisenstab'],
  };
  const peer = await startOidcFake(baseURL!, person);
  try {
    await signIn(page, 'de');
    await page.goto('/#/administration/systemsetup?tab=signIn');
    await page.getByRole('button', { name: 'Anmeldedienst anlegen' }).click();
    const dialog = page.getByRole('dialog', { name: 'Anmeldedienst anlegen' });
    await dialog.getByLabel('Name auf der Schaltfläche').fill('Klinik-Konto');
    await dialog.getByLabel('Aussteller (Issuer)').fill(peer.issuer);
    await dialog.getByLabel('Client-ID').fill(peer.clientId);
    await dialog.getByLabel('Client-Geheimnis').fill(peer.clientSecret);
    await dialog.getByRole('button', { name: 'Zuordnung hinzufügen' }).click();
    await dialog.getByLabel('Gruppe', { exact: true }).fill('krisenstab');
    await dialog.getByRole('combobox', { name: 'Rolle' }).click();
    await page.getByRole('option', { name: 'Krisenmanagement' }).click();
    await dialog.getByLabel('Anmeldedienst im eigenen Netz').check();
    await dialog.getByRole('button', { name: 'Anlegen' }).click();
    await page.getByRole('button', { name: 'Verbindung prüfen: Klinik-Konto' }).click();
    await expect(page.getByText('Klinik-Konto ist erreichbar und antwortet richtig.')).toBeVisible();

    const colleague = await (await browser.newContext()).newPage();
    await colleague.goto('/');
    await colleague.getByRole('button', { name: 'Mit Klinik-Konto anmelden' }).click();
    await expect(colleague.getByRole('heading', { name: 'Was möchten Sie tun?' })).toBeVisible();
    await expect(colleague.getByText('Alarmieren').first()).toBeVisible();
    await colleague.goto('/#/updateprofile');
    await expect(colleague.getByText('Rollen aus Gruppen: Krisenmanagement')).toBeVisible();
    await colleague.getByRole('button', { name: 'Verbindung mit Klinik-Konto trennen' }).click();
    await colleague.getByRole('button', { name: 'Ja', exact: true }).click();
    await expect(colleague.getByText('Das ist Ihr letzter Weg, sich anzumelden.').first()).toBeVisible();

    await colleague.getByRole('button', { name: /Hanna Haus/ }).click();
    await colleague.getByRole('menuitem', { name: 'Abmelden' }).click();
    await colleague.getByRole('button', { name: 'out' }).click();
    await expect(colleague.getByLabel('E-Mail-Adresse')).toBeVisible();
    expect(peer.signedOut).toEqual(['colleague']);

    peer.leave();
    await page.getByRole('button', { name: 'Mehr zu „Klinik-Konto“' }).click();
    await page.getByRole('menuitem', { name: 'Löschen' }).click();
    await page.getByRole('button', { name: 'Ja', exact: true }).click();
    await expect(page.getByText('Klinik-Konto ist gelöscht.')).toBeVisible();
  } finally {
    await peer.stop();
  }
});
