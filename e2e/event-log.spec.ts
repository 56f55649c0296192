import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { type Download, expect, type Page, test } from '@playwright/test';
import { onlyInFull } from './in-full.ts';
import { askAs, type RunOperation } from './roles.ts';
import { signIn } from './sign-in.ts';

let ask: RunOperation;
let event: { id: string; _id: number };
test.beforeEach(async ({ page }) => {
  ({ ask } = await askAs(page.request));
  const create = 'mutation { createEvent(input: { name: "Tagebuch", mode: EXERCISE, isRunning: true }) { id _id } }';
  event = (await ask(create)).data.createEvent;
});
test.afterEach(() => ask('mutation ($id: ID!) { finishEvent(id: $id) { id } }', { id: event.id }));

async function openEvent(page: Page): Promise<void> {
  await signIn(page, 'de', `/event/${event._id}`);
}
const write = async (text: string, happenedAt: string | null = null) => {
  const add = `mutation ($event: ID!, $text: String!, $at: DateTime) {
    addLogEntry(event: $event, text: $text, happenedAt: $at) { id } }`;
  expect((await ask(add, { event: event.id, text, at: happenedAt })).refusals).toEqual([]);
};
const section = (page: Page) =>
  page.locator('section', { has: page.getByRole('heading', { name: 'Einsatztagebuch', exact: true }) });
const entries = (page: Page) => section(page).getByRole('listitem');

async function contentOf(download: Download): Promise<Buffer> {
  return Buffer.concat(await (await download.createReadStream()).toArray());
}

test('an entry corrects a wrong one, and text written while one is saved begins the next one', async ({ page }) => {
  await openEvent(page);
  await page.getByLabel('Eintrag schreiben').fill('Zwei Verletzte');
  await page.getByRole('button', { name: 'Eintragen', exact: true }).click();
  const wrong = entries(page).filter({ hasText: 'Zwei Verletzte' });
  await wrong.getByRole('button', { name: 'Korrigieren' }).click();
  await expect(wrong.getByRole('button', { name: 'Korrektur eintragen' })).toBeDisabled();
  await wrong.getByLabel('Richtig ist').fill('Drei Verletzte');
  await wrong.getByRole('button', { name: 'Korrektur eintragen' }).click();
  await expect(entries(page).filter({ hasText: 'Korrektur zu: Zwei Verletzte' })).toContainText('Drei Verletzte');
  await expect(entries(page).filter({ hasText: 'Korrigiert: Drei Verletzte' })).toContainText('Zwei Verletzte');
  await expect(section(page).getByText(/^(unverändert|noch nicht versiegelt)$/)).toBeVisible();

  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/graphql/', async (route) => {
    if (route.request().postData()?.includes('"operationName":"AddLogEntry"')) await answered;
    await route.fallback();
  });
  const field = page.getByLabel('Eintrag schreiben');
  await field.fill('Tor auf.');
  await page.getByRole('button', { name: 'Eintragen', exact: true }).click();
  await field.pressSequentially(' Zwei Busse');
  answer();
  await expect(entries(page).filter({ hasText: 'Tor auf.' })).toBeVisible();
  await expect(field).toHaveValue('Zwei Busse');
  await field.pressSequentially(' kommen.');
  await page.getByRole('button', { name: 'Eintragen', exact: true }).click();
  await expect(entries(page).filter({ hasText: 'Zwei Busse kommen.' })).not.toContainText('Tor auf.');
  await expect(field).toHaveValue('');
});

test('an entry shows its event time and entry time, and the log filters by kind, name and time', async ({ page }) => {
  await write('Vor drei Tagen gesehen', new Date(Date.now() - 3 * 86_400_000).toISOString());
  await write('Eben gesehen');
  await openEvent(page);
  await expect(entries(page).filter({ hasText: 'Vor drei Tagen gesehen' })).toContainText('eingetragen');
  await expect(entries(page).filter({ hasText: 'Eben gesehen' })).not.toContainText('eingetragen');
  await section(page).getByRole('button', { name: 'Filtern' }).click();
  await section(page).getByLabel('Ereignis', { exact: true }).check();
  await expect(entries(page)).toHaveCount(1);
  await expect(entries(page)).toContainText('Ereignis angelegt: Tagebuch');
  await section(page).getByLabel('Ereignis', { exact: true }).uncheck();
  await section(page).getByLabel('Von Hand geschrieben').check();
  await expect(entries(page)).toHaveCount(2);
  await section(page).getByRole('button', { name: 'Herunterladen' }).click();
  await expect(page.getByText('Heruntergeladen werden alle Einträge, nicht nur die gefilterten.')).toBeVisible();
  await page.keyboard.press('Escape');
  await section(page).getByRole('searchbox').fill('Niemand so');
  await expect(section(page).getByText('Kein Eintrag passt dazu')).toBeVisible();
  await section(page).getByRole('button', { name: 'Alle Einträge zeigen' }).click();
  await expect(entries(page)).toHaveCount(3);
});

test('misses no entry while a longer part of the log is visible', async ({ page }) => {
  const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);
  for (const number of numbers(0, 30)) await write(`Eintrag Nr. ${number}.`);
  await openEvent(page);
  await section(page).getByRole('button', { name: 'Mehr laden' }).click();
  await expect(entries(page).filter({ hasText: 'Eintrag Nr. 0.' })).toBeVisible();
  for (const number of numbers(30, 35)) await write(`Eintrag Nr. ${number}.`);
  await expect(entries(page).filter({ hasText: 'Eintrag Nr. 34.' })).toBeVisible();
  const all = numbers(0, 35).map((number) => `Eintrag Nr. ${number}.`);
  await expect(entries(page).filter({ hasText: 'Eintrag Nr.' })).toContainText(all.reverse());
});

test('saves the log as PDF and as a file that the second verifier accepts with its saved key', async ({
  page,
}, info) => {
  await write('=1+1; "Zitat"\nzweite Zeile');
  await openEvent(page);
  const save = async (what: string) => {
    await section(page).getByRole('button', { name: 'Herunterladen' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: what }).click();
    return download;
  };
  const pdf = await save('PDF, zum Lesen und Ablegen');
  expect(pdf.suggestedFilename()).toBe(`einsatztagebuch-${event._id}.pdf`);
  expect((await contentOf(pdf)).subarray(0, 5).toString()).toBe('%PDF-');
  const sheet = await save('Excel-Datei, zum Auswerten');
  expect(sheet.suggestedFilename()).toBe(`einsatztagebuch-${event._id}.xlsx`);
  const [csv, key] = [info.outputPath('log.csv'), info.outputPath('key.pem')];
  await writeFile(csv, await contentOf(await save('CSV, zum Prüfen')));
  await writeFile(key, await contentOf(await save('Öffentlicher Schlüssel zum Prüfen')));
  const { stdout } = await promisify(execFile)(process.execPath, ['docs/verify-log.mjs', csv, key]);
  expect(stdout.trim()).toBe('whole');
});

onlyInFull(test)('the sheet has the whole log, not only the loaded part of the page', async ({ page }) => {
  for (let number = 1; number <= 25; number++) await write(`Zeile ${number}`);
  await page.addInitScript(() => {
    const printed: number[] = [];
    const print = () => printed.push(document.querySelectorAll('time').length);
    Object.assign(window, { print, printed });
  });
  await openEvent(page);
  await expect(entries(page)).toHaveCount(20);
  const onPage = await page.locator('time').count();
  await section(page).getByRole('button', { name: 'Drucken' }).click();
  const printed = () => page.evaluate(() => (window as unknown as { printed: number[] }).printed[0] ?? 0);
  await expect.poll(printed, { timeout: 30_000 }).toBeGreaterThanOrEqual(onPage + 5);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(entries(page)).toHaveCount(20);
});
