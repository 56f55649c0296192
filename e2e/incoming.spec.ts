import { expect } from '@playwright/test';
import { capXml } from '#testing/incoming-messages.ts';
import { expectAccessible } from './accessible.ts';
import { test } from './journey.ts';
import { askAsOwner } from './roles.ts';
import { signIn } from './sign-in.ts';

test('a warning from outside appears on the start page, is taken, and becomes a draft', async ({ page }) => {
  const ask = await askAsOwner(page.request);
  const { eventTypes } = await ask('{ eventTypes(first: 1, isActive: true) { edges { node { id name } } } }');
  const [{ node: type }] = eventTypes.edges;
  const { createIncomingSource: source } = await ask(
    'mutation ($i: CreateIncomingSourceInput!) { createIncomingSource(input: $i) { _id } }',
    { i: { name: 'Wetterdienst', kind: 'cap', eventType: type.id } },
  );
  await signIn(page, 'de', `/administration/incomingsources?id=${source._id}`);
  await expect(page.getByText('Ohne Adresse kann diese Quelle nichts senden.')).toBeVisible();
  await page.getByRole('button', { name: 'Adresse erzeugen' }).click();
  const address = await page.getByText('/api/incoming/').innerText();
  await expectAccessible(page);
  const send = async (data: string) => {
    const sent = await page.request.post(new URL(address).pathname, {
      headers: { 'content-type': 'application/cap+xml' },
      data,
    });
    expect(sent.status()).toBe(200);
  };

  const run = Date.now();
  const headline = `Orkanböen ${run}`;
  await page.goto('/#/');
  await expect(page.getByRole('heading', { name: 'Laufende Ereignisse' })).toBeVisible();
  await send(capXml({ id: `sturm-${run}`, headline }));
  await page.getByRole('link', { name: headline }).click(); // it came by itself
  const item = page.getByRole('listitem', { name: headline }).first();
  await expect(item.getByText('Wartet auf jemanden')).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  const take = item.getByRole('button', { name: 'Ich kümmere mich' });
  await take.focus();
  await page.keyboard.press('Enter');
  await expect(item.getByText('kümmert sich', { exact: false })).toBeVisible();
  await item.getByRole('button', { name: 'Alarm vorbereiten' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('combobox', { name: 'Ereignistyp' })).toHaveValue(type.name);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Entwurf anlegen' }).click();
  await expect(page).toHaveURL(/\/event\/\d+\/report\/\d+/);

  await send(capXml({ id: `ende-${run}`, type: 'Cancel', references: [`sturm-${run}`], headline }));
  await page.goto('/#/incoming?show=done');
  const closed = page.getByRole('listitem', { name: headline });
  await expect(closed.getByText('von der Quelle', { exact: false })).toBeVisible();
  await expect(closed.getByRole('link', { name: 'Entwurf öffnen' })).toBeVisible();
  await closed.getByRole('button', { name: 'Liste ansehen' }).click();
  await expect(closed.getByText('Aufhebung', { exact: true })).toBeVisible();
});

test('a list with more entries than fit says so at its end', async ({ page }) => {
  const ask = await askAsOwner(page.request);
  const { createIncomingSource: source } = await ask(
    'mutation ($i: CreateIncomingSourceInput!) { createIncomingSource(input: $i) { id } }',
    { i: { name: 'Überwachung', kind: 'alertmanager' } },
  );
  const { replaceIncomingAddress: made } = await ask(
    'mutation ($id: ID!) { replaceIncomingAddress(id: $id) { url } }',
    { id: source.id },
  );
  const run = Date.now();
  const alerts = Array.from({ length: 1200 }, (_, at) => ({
    ...{ status: 'firing', labels: { alertname: `Platte ${run}`, disk: String(at) } },
    startsAt: new Date(run).toISOString(),
  }));
  const sent = await page.request.post(new URL(made.url).pathname, { data: { groupKey: `platten-${run}`, alerts } });
  expect(sent.status()).toBe(200);
  await signIn(page, 'de', '/incoming');
  const item = page.getByRole('listitem', { name: `Platte ${run}` }).first();
  await item.getByRole('button', { name: 'Liste ansehen' }).click();
  const lines = item.getByRole('list').getByRole('listitem');
  for (let shown = 20; shown < 1000; shown = Math.min(1000, shown + 100)) {
    await expect(lines).toHaveCount(shown);
    await item.getByRole('button', { name: 'Mehr laden' }).click();
  }
  await expect(lines).toHaveCount(1000);
  await expect(item.getByRole('note')).toHaveText('Die ersten 1.000 von 1.200 angezeigt, mehr zeigt diese Liste nicht');
  await expect(item.getByRole('button', { name: 'Mehr laden' })).toHaveCount(0);
  // a waiting item is on the start page of all later journeys
  const { incomingItems } = await ask('{ incomingItems(isOpen: true, first: 100) { edges { node { id title } } } }');
  type Item = { node: { id: string; title: string } };
  for (const { node } of incomingItems.edges.filter(({ node: { title } }: Item) => title.includes(String(run))))
    await ask('mutation ($id: ID!) { closeIncomingItem(id: $id) { id } }', { id: node.id });
});
