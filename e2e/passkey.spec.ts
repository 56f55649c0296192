import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type CDPSession, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { openDoor } from './door.ts';
import { endPrograms, startProgram } from './own-program.ts';
import { owner } from './owner.ts';

test.afterAll(endPrograms);

/**
 * Runs the program under a host name, because passkeys belong to no IP address. A proxy holds the port from the beginning; the
 * program has the same one at another loopback address, so nothing else can take it.
 */
async function startAtName(folder: string): Promise<{ url: string; otherUrl: string; close: () => Promise<void> }> {
  const HOST = '127.0.0.2';
  const door = await openDoor(`http://${HOST}`);
  const { port: PORT } = new URL(door.url);
  const url = `http://localhost:${PORT}`;
  await startProgram(folder, { ROLES: 'web,worker', HOST, PORT, PUBLIC_URL: url });
  return { url, otherUrl: door.url, close: door.cut };
}

/** Gives the page an authenticator that keeps passkeys and checks its owner. */
async function plugIn(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, authenticatorId };
}

const byPasskey = 'Mit Passkey anmelden';
const home = (page: Page) => page.getByRole('heading', { name: 'Was möchten Sie tun?' });
const panel = (page: Page) => page.locator('section').filter({ has: page.getByRole('heading', { name: 'Passkeys' }) });

async function leave(page: Page, url: string): Promise<void> {
  await page.evaluate(() => localStorage.removeItem('token'));
  await page.goto(`${url}/#/login`);
  await page.reload();
  await expect(page.getByLabel('E-Mail-Adresse')).toBeVisible();
}

async function enterPassword(page: Page): Promise<void> {
  await page.getByLabel('E-Mail-Adresse').fill(owner.email);
  await page.getByLabel('Passwort', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Passkey hinzufügen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Passkey hinzufügen' });
  await expectAccessible(page);
  await dialog.getByLabel('Ihr Passwort').fill(owner.password);
  await dialog.getByRole('button', { name: 'Weiter' }).click();
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Passkey erstellen' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  await dialog.getByRole('checkbox', { name: 'Ich habe die Codes sicher aufbewahrt' }).check();
  await dialog.getByRole('button', { name: 'Fertig' }).click();
  await expect(dialog).toBeHidden();
}

test('a passkey is added, signs in, is the second factor, and is removed', async ({ page }) => {
  test.setTimeout(300_000); // a start with a PostgreSQL of its own
  const folder = await mkdtemp(path.join(tmpdir(), 'meldekette-passkey-'));
  await chmod(folder, 0o755);
  const { url, otherUrl, close } = await startAtName(folder);
  try {
    const { cdp, authenticatorId } = await plugIn(page);
    await page.goto(`${url}/#/login`);
    await expect(page.getByRole('button', { name: byPasskey })).toHaveCount(0); // no user has one
    await enterPassword(page);
    await expect(home(page)).toBeVisible();

    await page.goto(`${url}/#/updateprofile`);
    await expect(panel(page)).toContainText('Sie haben noch keinen Passkey.');
    await addPasskey(page, 'Mein Laptop');
    await expect(panel(page).getByRole('listitem')).toContainText('Mein Laptop');

    await leave(page, url);
    await page.getByRole('button', { name: byPasskey }).click();
    await expect(home(page)).toBeVisible();

    await leave(page, url);
    await enterPassword(page);
    await expect(page.getByRole('heading', { name: 'Zweiter Schritt' })).toBeVisible();
    await expect(page.getByLabel('Wiederherstellungscode')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Mit Passkey bestätigen' }).click();
    await expect(home(page)).toBeVisible();

    // an owner who is not recognized, as after a cancelled dialog; the next try works
    await leave(page, url);
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    await page.getByRole('button', { name: byPasskey }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Der Vorgang wurde abgebrochen' })).toBeVisible();
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
    await page.getByRole('button', { name: byPasskey }).click();
    await expect(home(page)).toBeVisible();

    await page.goto(`${otherUrl}/#/login`);
    await page.getByRole('button', { name: byPasskey }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'nur unter der öffentlichen Adresse' })).toBeVisible();

    await page.goto(`${url}/#/updateprofile`);
    await panel(page).getByRole('button', { name: 'Mein Laptop umbenennen' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Altes Gerät');
    await page.getByRole('dialog').getByRole('button', { name: 'Speichern' }).click();
    await panel(page).getByRole('button', { name: 'Altes Gerät entfernen' }).click();
    const dialog = page.getByRole('dialog', { name: 'Passkey entfernen' });
    await expect(dialog).toContainText('Das ist Ihr letzter zweiter Faktor.');
    await dialog.getByRole('button', { name: 'Mit Passkey bestätigen' }).click();
    await expect(panel(page)).toContainText('Sie haben noch keinen Passkey.');

    await leave(page, url);
    await enterPassword(page);
    await expect(home(page)).toBeVisible();
  } finally {
    await endPrograms();
    await close();
    await rm(folder, { recursive: true, force: true });
  }
});
