import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { endPrograms, startProgram } from './own-program.ts';
import { owner } from './owner.ts';
import { signIn } from './sign-in.ts';

test.afterAll(endPrograms);
test.setTimeout(300_000);

test('an owner backs up, and restores the file on the first screen of a new installation', async ({
  browser,
  page,
  baseURL,
}) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'meldekette-backups-'));
  const passphrase = 'vier Zebras grasen im Nebel';
  try {
    await signIn(page, 'de');
    await page.goto('/#/administration/backups');
    await page.getByRole('button', { name: 'Einstellungen' }).click();
    const dialog = page.getByRole('dialog', { name: 'Einstellungen der Datensicherung' });
    await dialog.getByLabel('Ordner auf dem Server').fill(folder);
    await dialog.getByLabel('Passphrase', { exact: true }).fill(passphrase);
    await dialog.getByLabel('Täglich sichern und prüfen').uncheck();
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await expect(page.getByText('Die Einstellungen sind gespeichert.')).toBeVisible();
    await page.getByRole('button', { name: 'Jetzt sichern' }).click();
    await expect(page.getByText('geprüft', { exact: true })).toBeVisible({ timeout: 180_000 });
    await expectAccessible(page);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: /herunterladen$/ }).click();
    const file = path.join(folder, 'downloaded');
    await (await downloading).saveAs(file);

    const data = path.join(tmpdir(), 'meldekette-e2e', `data-${new URL(baseURL!).port}`);
    const key = await readFile(path.join(data, 'secret-key'), 'utf8');
    const fresh = await startProgram(path.join(folder, 'data'), { SECRET_KEY: key, WEB_PROCESSES: '1' });
    const visitor = await (await browser.newContext()).newPage();
    await visitor.goto(fresh.url);
    await visitor.getByRole('link', { name: 'Sicherung wiederherstellen' }).click();
    const choosing = visitor.waitForEvent('filechooser');
    await visitor.getByRole('button', { name: 'Sicherung', exact: true }).click();
    await (await choosing).setFiles(file);
    await visitor.getByLabel('Passwort des ersten Kontos').fill(owner.password);
    await visitor.getByLabel('Passphrase der Sicherung').fill('eine falsche Passphrase');
    await expectAccessible(visitor);
    await visitor.getByRole('button', { name: 'Wiederherstellen' }).click();
    await expect(visitor.getByText(/passt nicht zu dieser Sicherung/)).toBeVisible();
    await visitor.getByLabel('Passphrase der Sicherung').fill(passphrase);
    await visitor.getByRole('button', { name: 'Wiederherstellen' }).click();
    await expect(visitor.getByRole('heading', { name: 'Die Sicherung ist wiederhergestellt' })).toBeVisible({
      timeout: 120_000,
    });
    await visitor.getByRole('link', { name: 'Zur Anmeldung' }).click();
    await expect(visitor.getByRole('link', { name: 'Sicherung wiederherstellen' })).toBeHidden();
    await visitor.getByLabel('E-Mail-Adresse').fill(owner.email);
    await visitor.getByLabel('Passwort', { exact: true }).fill(owner.password);
    await visitor.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await visitor.getByRole('button', { name: /Entscheiden/ }).click();
    await expect(visitor.getByRole('dialog')).toContainText('auf dem Stand von');
  } finally {
    await endPrograms();
    await rm(folder, { recursive: true, force: true });
  }
});
