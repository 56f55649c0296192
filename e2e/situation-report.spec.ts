import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { test } from './journey.ts';
import { askAs, type RunOperation, signInAs } from './roles.ts';
import { signIn } from './sign-in.ts';

test.setTimeout(240_000);

const event = 'Übung: Räumung Bettenhaus B';
const saved = (page: Page) => expect(page.getByText('Alles gespeichert')).toBeVisible({ timeout: 30_000 });
const yes = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Ja' }).click();

const plan = { name: 'Räumungsplan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF\n') };

/** Begins a situation report about the demo's running exercise, from the start page on. */
async function begin(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('link', { name: /^Lagebericht/ }).click();
  await page.getByRole('button', { name: new RegExp(`^${event}`) }).click();
  await expect(page.getByRole('heading', { name: /^Lagebericht Nr\. \d+$/ })).toBeVisible();
  await saved(page);
}

test('writes, submits, returns, approves by another user, prints and mails', async ({ page, browser }) => {
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
  await expect(page.getByText('ALARM: Räumung Bettenhaus B').first()).toBeVisible();
  await page.locator('input[type=file]').setInputFiles({ ...plan, buffer: Buffer.from('kein PDF') });
  await expect(page.getByRole('main').getByText('Diese Datei kann nicht angehängt werden.')).toBeVisible();
  await page.locator('input[type=file]').setInputFiles(plan);
  await expect(page.getByRole('link', { name: 'Räumungsplan.pdf' })).toBeVisible();
  await page.getByRole('button', { name: 'Zur Freigabe vorlegen' }).click();
  await yes(page);
  await expect(page.getByText('In Prüfung')).toBeVisible();
  await expect(page.getByText('Rettungsdienst')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Räumungsplan.pdf' })).toBeVisible();

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
  await expect(manager.getByRole('dialog')).toBeVisible();
  await page.getByRole('button', { name: 'Zurücknehmen' }).click();
  await page.getByLabel('Allgemeine Lage').fill('Sammelplatz ist das Parkhaus Ost.');
  await saved(page);
  await page.getByRole('button', { name: 'Zur Freigabe vorlegen' }).click();
  await yes(page);
  await expect(page.getByText('In Prüfung')).toBeVisible();
  await yes(manager);
  await expect(manager.getByText('Das wurde inzwischen von jemand anderem geändert.')).toBeVisible();
  await expect(manager.getByText('Sammelplatz ist das Parkhaus Ost.')).toBeVisible();
  await manager.getByRole('button', { name: 'Freigeben' }).click();
  await yes(manager);
  await expect(manager.getByText('Freigegeben', { exact: true }).first()).toBeVisible();
  await context.close();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'PDF herunterladen' }).click();
  const pdf = await readFile(await (await download).path());
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  const other = page.waitForEvent('download');
  await page.getByRole('button', { name: 'PDF (Englisch)' }).click();
  expect((await other).suggestedFilename()).toMatch(/-en\.pdf$/);
  await page.getByRole('button', { name: 'Per E-Mail verteilen' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: 'Führungskräfte' }).check();
  await dialog.getByRole('button', { name: /^An \d+ Personen verteilen$/ }).click();
  await expect(page.getByText('Verteilt', { exact: true })).toBeVisible({ timeout: 30_000 }); // once every mail is out
  await expect(page.getByText(/^an \d+ Personen$/)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('Wer ihn bekommen hat')).toBeVisible();
  await expect(page.getByText('Nur im Übungspostfach').first()).toBeVisible();
  const mails =
    '{ exerciseMessages(search: "Lagebericht Nr", first: 1) { edges { node { subject files { name mimeType } } } } }';
  const { node } = (await ask(mails)).data.exerciseMessages.edges[0];
  expect(node.subject).toMatch(/^ÜBUNG – Übung: Räumung Bettenhaus B: Lagebericht Nr\. \d+$/);
  expect(node.files.map(({ name }: { name: string }) => name)).toContain('Räumungsplan.pdf');
  await page.goto(`/${path}`);
  await expect(page.getByRole('button', { name: 'Weiter verteilen' })).toBeVisible();
});

test('discards a draft only on confirmation, and its number stays taken', async ({ page }) => {
  const ask = await openDraft(page);
  await page.getByRole('button', { name: 'Entwurf verwerfen' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Nein' }).click();
  await expect(page.getByLabel('Zusammenfassung')).toBeVisible();
  await page.getByLabel('Zusammenfassung').fill('Fehlalarm');
  await page.getByRole('button', { name: 'Entwurf verwerfen' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  const update = 'mutation ($id: ID!, $data: JSON!) { updateSituationReport(input: { id: $id, data: $data }) { id } }';
  const id = new URL(page.url()).hash.split('/').pop();
  expect((await ask(update, { id, data: { needs: 'Zwei Pumpen' } })).refusals).toEqual([]);
  await yes(page);
  await expect(page.getByText('Das wurde inzwischen von jemand anderem geändert.')).toBeVisible();
  await expect(page.getByLabel('Bedarf')).toHaveValue('Zwei Pumpen');
  await page.getByRole('button', { name: 'Entwurf verwerfen' }).click();
  await yes(page);
  await expect(page.getByText('Dieser Lagebericht wurde verworfen')).toBeVisible();
  await page.getByRole('link', { name: 'Lageberichte' }).last().click();
  await expect(page.getByRole('heading', { name: 'Lageberichte', exact: true })).toBeVisible();
  await expect(page.getByText('Verworfen').first()).toBeVisible();
  await page.getByRole('button', { name: 'Neuer Lagebericht' }).click();
  await expect(page.getByRole('heading', { name: 'Lagebericht Nr. 2' })).toBeVisible();
  await expect(page.getByLabel('Zusammenfassung')).toHaveValue('');
});

/** The page of a draft about an event of its own, as the owner writes it. */
async function openDraft(page: Page): Promise<RunOperation> {
  const { ask } = await askAs(page.request);
  await signIn(page, 'de');
  const made = await ask('mutation { createEvent(input: { name: "Wasserrohrbruch", isRunning: true }) { id _id } }');
  const { id, _id } = made.data.createEvent;
  const create = 'mutation ($event: ID!) { createSituationReport(input: { event: $event }) { _id } }';
  const { data } = await ask(create, { event: id });
  await page.goto(`/#/event/${_id}/situation-report/${data.createSituationReport._id}`);
  await saved(page);
  return ask;
}

test('two writers of a report lose nothing: other fields merge, the same field is decided', async ({
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
  await expect(other.getByLabel('Bedarf')).toHaveValue('Zwei Tragen', { timeout: 30_000 });
  await expect(other.getByLabel('Schadenslage')).toHaveValue('Keine Schäden');
  await other.getByLabel('Bedarf').fill('Drei Tragen');
  await saved(other);
  await page.getByLabel('Bedarf').fill('Vier Tragen');
  await expect(page.getByText('Jemand anderes hat dasselbe geändert')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('Drei Tragen')).toBeVisible();
  await expect(page.getByLabel('Bedarf')).toHaveValue('Vier Tragen');
  for (const name of ['PDF herunterladen', 'Angaben aktualisieren']) await page.getByRole('button', { name }).click();
  await page.locator('input[type=file]').setInputFiles(plan);
  await other.reload();
  await expect(other.getByLabel('Bedarf')).toHaveValue('Drei Tragen');
  await expect(page.getByText('Jemand anderes hat dasselbe geändert')).toBeVisible();
  await expect(page.getByRole('link', { name: plan.name })).toHaveCount(0);
  await page.getByRole('button', { name: 'Meine Eingabe behalten' }).click();
  await saved(page);
  await page.reload();
  await expect(page.getByLabel('Bedarf')).toHaveValue('Vier Tragen');
  await expect(page.getByLabel('Schadenslage')).toHaveValue('Keine Schäden');
  await context.close();
});

test('an outdated answer removes nothing from the page', async ({ page }) => {
  await openDraft(page);
  let release = () => {};
  let isStored = false;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/graphql/', async (route) => {
    const body = route.request().postData() ?? '';
    if (isStored && body.includes('"operationName":"SituationReport"')) return; // would set right what is shown
    if (!body.includes('RefreshFacts')) return route.fallback();
    const response = await route.fetch();
    await held;
    await route.fulfill({ response });
  });
  const refreshed = page.waitForRequest((request) => request.postData()?.includes('RefreshFacts') ?? false);
  await page.getByRole('button', { name: 'Angaben aktualisieren' }).click();
  await refreshed;
  await page.getByLabel('Bedarf').fill('Zwei Tragen');
  await expect(page.getByText('Wird gleich gespeichert')).toBeVisible();
  await saved(page);
  isStored = true;
  release();
  await expect(page.getByText('Die automatischen Angaben sind aktuell.')).toBeVisible();
  await expect(page.getByLabel('Bedarf')).toHaveValue('Zwei Tragen');
});

test('an unsaved text stays and is saved with the server back or after a withdrawn submission', async ({ page }) => {
  const ask = await openDraft(page);
  const id = new URL(page.url()).hash.split('/').pop();
  let offline = true;
  await page.route(/\/api\/|\/readyz/, (route) => (offline ? route.abort('connectionreset') : route.continue()));
  const fail = async (text: string) => {
    offline = true;
    await page.getByLabel('Bedarf').fill(text);
    await expect(page.getByText('Nicht gespeichert')).toBeVisible({ timeout: 30_000 });
  };
  await fail('Notstrom für Haus A');
  offline = false;
  await saved(page);
  await page.reload();
  await expect(page.getByLabel('Bedarf')).toHaveValue('Notstrom für Haus A');
  await fail('Notstrom für Haus B');
  const update = 'mutation ($id: ID!, $data: JSON!) { updateSituationReport(input: { id: $id, data: $data }) { id } }';
  expect((await ask(update, { id, data: { summary: 'Haus B ist dunkel' } })).refusals).toEqual([]);
  expect((await ask('mutation ($id: ID!) { submitSituationReport(id: $id) { id } }', { id })).refusals).toEqual([]);
  offline = false;
  await expect(page.getByText('Nicht gespeichert: was Sie zuletzt geschrieben haben')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('Notstrom für Haus B')).toBeVisible();
  await page.getByRole('button', { name: 'Zurücknehmen' }).click();
  await expect(page.getByLabel('Bedarf')).toHaveValue('Notstrom für Haus B');
  await saved(page);
  await page.reload();
  await expect(page.getByLabel('Bedarf')).toHaveValue('Notstrom für Haus B');
  await expect(page.getByLabel('Zusammenfassung')).toHaveValue('Haus B ist dunkel');
});
