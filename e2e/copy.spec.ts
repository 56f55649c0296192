import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { createReadyActivation, sure } from './board-alarm.ts';
import { inFull } from './in-full.ts';
import { endPrograms, startProgram } from './own-program.ts';
import { askAs } from './roles.ts';
import { signIn } from './sign-in.ts';

test.afterAll(endPrograms);

const texts = {
  de: {
    held: 'Diese Installation sendet nichts',
    decide: 'Entscheiden …',
    title: 'Ist dies die eigentliche Installation?',
    why: 'Der Ordner mit den Daten des Programms (DATA_DIR) ist eine Kopie.',
    asOf: 'Diese Daten sind auf dem Stand von:',
    cancel: 'Abbrechen',
    none: 'Nichts davon senden',
    confirm: 'Ja, ab jetzt hier senden',
  },
  en: {
    held: 'This installation sends nothing',
    decide: 'Decide…',
    title: 'Is this the real installation?',
    why: 'The program’s data folder (DATA_DIR) is a copy.',
    asOf: 'Data as of:',
    cancel: 'Cancel',
    none: 'Send nothing',
    confirm: 'Yes, send from here',
  },
} as const;

/** The banner and its explanation. */
async function lookAtIt(page: Page, language: 'de' | 'en', title: string): Promise<void> {
  const text = texts[language];
  await signIn(page, language);
  const banner = page.getByRole('alert').filter({ hasText: text.held });
  await expect(banner).toBeVisible();
  await expectAccessible(page);
  await banner.getByRole('button', { name: text.decide }).click();
  const dialog = page.getByRole('dialog', { name: text.title });
  await expect(dialog).toContainText(text.why);
  await expect(dialog).toContainText(text.asOf);
  await expect(dialog.getByRole('listitem').filter({ hasText: title })).toBeVisible();
  await dialog.getByRole('radio', { name: text.none }).check();
  await expect(dialog.getByRole('status')).toContainText('1');
  await expectAccessible(page);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide).toBeLessThanOrEqual(0);
  const label = dialog.getByRole('button', { name: text.confirm }).getByText(text.confirm);
  expect(await label.evaluate((node) => node.scrollWidth - node.clientWidth)).toBeLessThanOrEqual(0);
  await dialog.getByRole('button', { name: text.cancel }).click();
  await expect(dialog).toBeHidden();
}

test('a copied folder starts, warns on every page, and sends the queue when the owner decides', async ({ browser }) => {
  test.setTimeout(300_000); // three starts with a PostgreSQL of their own
  const home = await mkdtemp(path.join(tmpdir(), 'meldekette-copy-'));
  await chmod(home, 0o755);
  const [folder, copy] = [path.join(home, 'data'), path.join(home, 'copy')];
  const title = 'Bitte kommen: Kopierte Lage';
  try {
    const original = await startProgram(folder, { ROLES: 'web' }); // without a sending worker
    const first = await browser.newContext({ baseURL: original.url });
    const ask = sure((await askAs(first.request)).ask);
    const { createPerson } = await ask(
      `mutation { createPerson(input: { firstName: "Karla", lastName: "Kopie",
        personData: [{ keyField: "1", valueStr: "karla.kopie@example.org" }] }) { id } }`,
    );
    const { createMailingList } = await ask('mutation { createMailingList(input: { name: "Alle" }) { id } }');
    await ask('mutation ($l: ID!, $p: [ID!]) { addToMailingList(list: $l, people: $p) { id } }', {
      l: createMailingList.id,
      p: [createPerson.id],
    });
    const { report, message, path: board } = await createReadyActivation(ask, 'Kopierte Lage', createMailingList.id);
    await ask('mutation ($id: ID!) { sendReport(id: $id, launchKey: "copied-alarm") { id } }', { id: report });
    await first.close();
    await original.end();
    await promisify(execFile)('cp', ['-a', folder, copy]); // with owners and times

    const held = await startProgram(copy, { ROLES: 'web,worker' });
    for (const language of inFull([], ['en'] as const)) {
      const context = await browser.newContext({ baseURL: held.url, viewport: { width: 390, height: 844 } });
      await lookAtIt(await context.newPage(), language, title);
      await context.close();
    }
    const german = await browser.newContext({
      baseURL: held.url,
      locale: 'de-DE',
      viewport: { width: 390, height: 844 },
    });
    const page = await german.newPage();
    await lookAtIt(page, 'de', title);
    const status = async () => {
      const look = sure((await askAs(german.request)).ask);
      return (await look('query ($id: ID!) { message(id: $id) { status } }', { id: message }))['message'].status;
    };
    expect(await status()).toBe('queued');
    await page.goto(`/#${board}/message/${message.split('/').at(-1)}`);
    await expect(page.getByText('Angehalten', { exact: true })).toBeVisible();
    await expect(page.getByText('Diese Installation sendet nichts, bis entschieden ist')).toBeVisible();
    const again = sure((await askAs(german.request)).ask);
    const next = await createReadyActivation(again, 'Während der Kopie', createMailingList.id);
    await page.goto(`/#${next.path}`);
    await expect(page.getByText('Nachrichten, die Sie jetzt senden, müssen warten.')).toBeVisible();
    await page.getByRole('button', { name: 'Weiter: Senden' }).click();
    await expect(page.getByRole('dialog').getByText('Diese Installation sendet zurzeit nichts')).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Nein', exact: true }).click();
    await page.goto('/#/administration');
    await page.getByRole('button', { name: texts.de.decide }).click();
    await page.getByRole('radio', { name: 'Alles senden' }).check();
    await page.getByRole('button', { name: texts.de.confirm }).click();
    await expect(page.getByText('Es wird wieder gesendet.')).toBeVisible();
    await expect(page.getByRole('alert').filter({ hasText: texts.de.held })).toHaveCount(0, { timeout: 40_000 });
    await expect.poll(status, { timeout: 60_000 }).toBe('sent');
    await german.close();
    await held.end();

    // the place is known from now on
    const afterwards = await startProgram(copy, { ROLES: 'web,worker' });
    expect(await (await fetch(`${afterwards.url}/readyz`)).json()).toMatchObject({ sending: 'ok' });
    await afterwards.end();
  } finally {
    await endPrograms();
    await rm(home, { recursive: true, force: true });
  }
});
