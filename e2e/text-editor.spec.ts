import { expect } from '@playwright/test';
import { createReadyActivation, sure } from './board-alarm.ts';
import { test } from './journey.ts';
import { askAs } from './roles.ts';
import { signIn } from './sign-in.ts';

const change = 'mutation ($input: UpdateReportInput!) { updateReport(input: $input) { id } }';

test('an open text takes over foreign changes and asks on conflicts', async ({ page }) => {
  const ask = sure((await askAs(page.request)).ask);
  const { mailingLists } = await ask('{ mailingLists(first: 50) { edges { node { id name } } } }');
  const list = mailingLists.edges.find(({ node }: { node: { name: string } }) => node.name === 'Führungskräfte');
  const { report, path } = await createReadyActivation(ask, 'Textprobe', list.node.id);
  const stored = async () => (await ask('query ($id: ID!) { report(id: $id) { content } }', { id: report }))['report'];
  await signIn(page, 'de', path);
  await page.getByRole('button', { name: 'Text ändern' }).first().click();
  const text = page.getByLabel('Text', { exact: true });
  const what = page.getByRole('textbox', { name: 'Genaueres' });
  const letter = page.getByRole('region', { name: 'Nur zur Probe (Postfach)' }).frameLocator('iframe');

  // stored on leaving, while lines change
  await text.fill('Bitte kommen. Eingang Nord.');
  await what.fill('Rauch im Keller');
  await expect(letter.getByText('Rauch im Keller')).toBeVisible();
  await expect(text).toContainText('event.description');
  await what.fill('');
  await expect(letter.getByText('Rauch im Keller')).toHaveCount(0);
  await expect(text).not.toContainText('event.description');
  await expect(page.getByRole('button', { name: 'Weiter: Senden' })).toBeEnabled();

  // a colleague's words come in while nothing is typed
  await ask(change, { input: { id: report, content: 'Eingang Süd.' } });
  await expect(text).toHaveText('Eingang Süd.');
  await ask(change, { input: { id: report, content: 'Bitte kommen. Eingang Nord.' } });
  await expect(text).toHaveText('Bitte kommen. Eingang Nord.');

  // nothing is stored until a decision
  await text.press('End');
  await text.pressSequentially(' Sofort.');
  await ask(change, { input: { id: report, content: 'Eingang West.' } });
  const note = page.getByRole('alert').filter({ hasText: 'Eingang West.' });
  await expect(note).toBeVisible();
  await page.getByRole('button', { name: 'Weiter: Senden' }).click();
  await expect(page.getByText('Etwas ist noch nicht gespeichert.')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect((await stored()).content).toBe('Eingang West.');
  await note.getByRole('button', { name: 'Meinen Text behalten' }).click();
  await page.getByRole('button', { name: 'Fertig' }).click();
  await expect.poll(async () => (await stored()).content).toContain('Sofort.');
  await expect(page.getByRole('button', { name: 'Weiter: Senden' })).toBeEnabled();
});

test('a text saved before a change arrives loses nothing of that change', async ({ page }) => {
  const ask = sure((await askAs(page.request)).ask);
  const { mailingLists } = await ask('{ mailingLists(first: 50) { edges { node { id name } } } }');
  const list = mailingLists.edges.find(({ node }: { node: { name: string } }) => node.name === 'Führungskräfte');
  const { report, path } = await createReadyActivation(ask, 'Noch nicht gehört', list.node.id);
  const stored = async () => (await ask('query ($id: ID!) { report(id: $id) { content } }', { id: report }))['report'];
  // streams wait from the start
  const held = Promise.withResolvers<void>();
  await page.route('**/api/graphql/stream**', async (route) => {
    await held.promise;
    await route.continue();
  });
  await signIn(page, 'de', path);
  await page.getByRole('button', { name: 'Text ändern' }).first().click();
  const text = page.getByLabel('Text', { exact: true });

  // and queries, but not mutations
  await page.route('**/api/graphql/', async (route) => {
    if (!route.request().postData()?.includes('mutation ')) await held.promise;
    await route.continue();
  });
  await text.fill('Eingang Nord.');
  await ask(change, { input: { id: report, description: 'Rauch im Keller' } });
  await text.blur();
  await expect.poll(async () => (await stored()).content).toMatch(/Eingang Nord.*event\.description/s);
  await expect(text).toContainText('event.description');

  await text.fill('Eingang Ost.');
  await ask(change, { input: { id: report, content: 'Eingang Süd.' } });
  await text.blur();
  await expect(page.getByText('Das wurde inzwischen von jemand anderem geändert.')).toBeVisible();
  held.resolve();
  const note = page.getByRole('alert').filter({ hasText: 'Eingang Süd.' });
  await note.getByRole('button', { name: 'Diesen Text übernehmen' }).click();
  await expect(text).toHaveText('Eingang Süd.');
  expect((await stored()).content).toBe('Eingang Süd.');
});
