import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { signInAs } from './roles.ts';

test.setTimeout(120_000);

const event = 'Übung: Räumung Bettenhaus B';
const saved = (page: Page) => expect(page.getByText('Alles gespeichert')).toBeVisible({ timeout: 20_000 });
const yes = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Ja' }).click();

/** Begins a situation report about the demo's running exercise, from the start page on. */
async function begin(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('link', { name: /^Lagebericht/ }).click();
  await page.getByRole('button', { name: new RegExp(`^${event}`) }).click();
  await expect(page.getByRole('heading', { name: /^Lagebericht Nr\. \d+$/ })).toBeVisible();
  await saved(page);
}

test('written, submitted, given back, approved by somebody else, printed and mailed', async ({ page, browser }) => {
  const ask = await signInAs(page, 'documentation_officer');
  await begin(page);
  const path = new URL(page.url()).hash;
  await page.getByLabel('Zusammenfassung').fill('');
  await saved(page);
  await page.getByRole('button', { name: 'Zur Freigabe vorlegen' }).click();
  await expect(page.getByText('Bitte füllen Sie dieses Feld aus.').first()).toBeVisible();
  await expect(page.getByLabel('Zusammenfassung')).toBeFocused();
  await page.getByLabel('Zusammenfassung').fill('Haus B ist geräumt, alle Patienten sind versorgt.');
  await expect(page.getByText('geändert', { exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Zeile hinzufügen' }).click();
  await page.keyboard.type('Rettungsdienst');
  await page.getByRole('button', { name: 'Angaben aktualisieren' }).click();
  await expect(page.getByText('Die automatischen Angaben sind aktuell.')).toBeVisible();
  await expect(page.getByText('Aktivierung: Räumung Bettenhaus B').first()).toBeVisible();
  await page.getByRole('button', { name: 'Zur Freigabe vorlegen' }).click();
  await yes(page);
  await expect(page.getByText('In Prüfung')).toBeVisible();
  await expect(page.getByText('Rettungsdienst')).toBeVisible();

  const context = await browser.newContext({ locale: 'de-DE' });
  const manager = await context.newPage();
  await signInAs(manager, 'crisis_manager');
  await manager.goto('/');
  await manager.getByRole('link', { name: /^Freigabe erbeten: Lagebericht/ }).click();
  await manager.getByRole('button', { name: 'Zurückgeben' }).click();
  await manager.getByRole('dialog').getByLabel('Was soll geändert werden?').fill('Bitte Sammelplatz nennen');
  await manager.getByRole('dialog').getByRole('button', { name: 'Zurückgeben' }).click();
  await expect(page.getByText('Bitte Sammelplatz nennen')).toBeVisible();
  await page.getByLabel('Allgemeine Lage').fill('Sammelplatz ist das Parkhaus West.');
  await saved(page);
  await page.getByRole('button', { name: 'Zur Freigabe vorlegen' }).click();
  await yes(page);
  await manager.getByRole('button', { name: 'Freigeben' }).click();
  await yes(manager);
  await expect(manager.getByText('Freigegeben', { exact: true }).first()).toBeVisible();
  await context.close();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'PDF herunterladen' }).click();
  const pdf = await readFile(await (await download).path());
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  await page.getByRole('button', { name: 'Per E-Mail verteilen' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: 'Führungskräfte' }).check();
  await dialog.getByRole('button', { name: /^An \d+ Personen mailen$/ }).click();
  await expect(page.getByText('Verteilt', { exact: true })).toBeVisible();
  await expect(page.getByText(/^an \d+ Personen$/)).toBeVisible({ timeout: 30_000 });
  const mails =
    '{ exerciseMessages(search: "Lagebericht Nr", first: 1) { edges { node { subject file { mimeType } } } } }';
  const { node } = (await ask(mails)).data.exerciseMessages.edges[0];
  expect(node.subject).toMatch(/^ÜBUNG – Übung: Räumung Bettenhaus B: Lagebericht Nr\. \d+$/);
  expect(node.file.mimeType).toBe('application/pdf');
  await page.goto(`/${path}`);
  await expect(page.getByRole('button', { name: 'An weitere Verteiler mailen' })).toBeVisible();
});

/** The page of a draft about an event of its own, as somebody who writes it. */
async function openDraft(page: Page): Promise<void> {
  const ask = await signInAs(page, 'documentation_officer');
  const made = await ask('mutation { createEvent(input: { name: "Wasserrohrbruch", isRunning: true }) { id _id } }');
  const { id, _id } = made.data.createEvent;
  const create = 'mutation ($event: ID!) { createSituationReport(input: { event: $event }) { _id } }';
  const { data } = await ask(create, { event: id });
  await page.goto(`/#/event/${_id}/situation-report/${data.createSituationReport._id}`);
  await saved(page);
}

test('two who write the same report lose nothing: other fields merge, the same field is decided', async ({
  page,
  browser,
}) => {
  await openDraft(page);
  const context = await browser.newContext({ locale: 'de-DE' });
  const other = await context.newPage();
  await signInAs(other, 'documentation_officer');
  await other.goto(`/${new URL(page.url()).hash}`);
  await saved(other);
  await page.getByLabel('Bedarf').fill('Zwei Tragen');
  await saved(page);
  await expect(page.getByText('Wird gleich gespeichert')).toHaveCount(0);
  await other.getByLabel('Schadenslage').fill('Keine Schäden');
  await expect(other.getByLabel('Bedarf')).toHaveValue('Zwei Tragen', { timeout: 20_000 });
  await expect(other.getByLabel('Schadenslage')).toHaveValue('Keine Schäden');
  await other.getByLabel('Bedarf').fill('Drei Tragen');
  await saved(other);
  await page.getByLabel('Bedarf').fill('Vier Tragen');
  await expect(page.getByText('Jemand anderes hat dasselbe geändert')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('Drei Tragen')).toBeVisible();
  await expect(page.getByLabel('Bedarf')).toHaveValue('Vier Tragen');
  await page.getByRole('button', { name: 'Meine Eingabe behalten' }).click();
  await saved(page);
  await page.reload();
  await expect(page.getByLabel('Bedarf')).toHaveValue('Vier Tragen');
  await expect(page.getByLabel('Schadenslage')).toHaveValue('Keine Schäden');
  await context.close();
});

test('what cannot be saved stays and is saved when the server is back', async ({ page }) => {
  await openDraft(page);
  let offline = true;
  await page.route(/\/api\/|\/readyz/, (route) => (offline ? route.abort('connectionreset') : route.continue()));
  await page.getByLabel('Bedarf').fill('Notstrom für Haus A');
  await expect(page.getByText('Nicht gespeichert')).toBeVisible({ timeout: 20_000 });
  offline = false;
  await saved(page);
  await page.reload();
  await expect(page.getByLabel('Bedarf')).toHaveValue('Notstrom für Haus A');
});
