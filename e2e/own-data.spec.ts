import { type APIRequestContext, expect, test } from '@playwright/test';
import { foundByAxe } from './engines.ts';
import { askAsOwner } from './roles.ts';

test.use({ viewport: { width: 390, height: 844 } });

/** Creates a person with a link by mail. */
async function invited(request: APIRequestContext): Promise<{ url: string; id: string }> {
  const ask = await askAsOwner(request);
  const { createPerson } = await ask('mutation ($input: CreatePersonInput!) { createPerson(input: $input) { id } }', {
    input: {
      firstName: 'Erika',
      lastName: 'Beispiel',
      isCrisis: true,
      sendRegistrationMail: true,
      personData: [
        { keyField: '1', valueStr: `erika.${Date.now()}@example.org` },
        { keyField: '5', valueStr: '0151 23456789' },
      ],
    },
  });
  const mailbox = 'query ($person: ID) { exerciseMessages(person: $person, first: 1) { edges { node { text } } } }';
  const link = async () => {
    const { exerciseMessages } = await ask(mailbox, { person: createPerson.id });
    return /https?:\S+\/p\/[\w-]{22}/.exec(exerciseMessages.edges[0]?.node.text ?? '')?.[0] ?? '';
  };
  await expect.poll(link, { timeout: 30_000 }).not.toBe('');
  return { url: await link(), id: createPerson.id };
}

test('a person corrects their data by the mailed link, objects and withdraws it, without script', async ({
  browser,
  request,
}) => {
  const { url, id } = await invited(request);
  const page = await (
    await browser.newContext({ viewport: { width: 390, height: 844 }, javaScriptEnabled: false })
  ).newPage();
  await page.goto(url);
  await expect(page.getByRole('heading', { name: 'Ihre Kontaktdaten' })).toBeVisible();
  await page.getByLabel('Mobil (dienstlich)').fill('0151');
  await page.getByRole('button', { name: 'Änderungen speichern' }).click();
  await expect(page.getByRole('alert')).toContainText('noch nichts gespeichert');
  await expect(page.getByLabel('Mobil (dienstlich)')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Mobil (dienstlich)').fill('0160 1234567');
  await page.getByRole('button', { name: 'Änderungen speichern' }).click();
  await expect(page.getByRole('status')).toContainText('gespeichert');
  await page.getByText('Keine Nachrichten mehr erhalten').click();
  await page.getByRole('button', { name: 'Ich möchte keine Nachrichten mehr' }).click();
  await expect(page.getByText('Sie haben Nachrichten widersprochen.')).toBeVisible();
  await page.getByRole('button', { name: 'Ich möchte wieder Nachrichten erhalten' }).click();
  await expect(page.getByText('Sie haben Nachrichten widersprochen.')).toBeHidden();
  const ask = await askAsOwner(request);
  const { person } = await ask(
    'query ($id: ID!) { person(id: $id) { optedOut personData { keyField { identifier } valueStr } } }',
    { id },
  );
  expect(person.optedOut).toBe(false);
  expect(person.personData).toContainEqual({ keyField: { identifier: 'mobile_business' }, valueStr: '+491601234567' });
});

test('every state of the page is accessible and fits a telephone', async ({ page, request }) => {
  const { url } = await invited(request);
  const check = async () => {
    expect(await foundByAxe(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  };
  await page.goto(url);
  await check();
  await page.getByLabel('E-Mail (dienstlich)').fill('falsch');
  await page.getByRole('button', { name: 'Änderungen speichern' }).click();
  await check();
  await page.goto(url);
  await page.getByText('Meine Daten löschen lassen').click();
  await check();
  await page.getByRole('button', { name: 'Ich bitte um Löschung meiner Daten' }).click();
  await expect(page.getByText('um Löschung Ihrer Daten gebeten')).toBeVisible();
  await check();
  await page.getByRole('link', { name: 'English' }).click();
  await expect(page.getByRole('heading', { name: 'Your contact data' })).toBeVisible();
  await check();
  await page.goto(`${new URL(url).origin}/p/unknown`);
  await expect(page.getByRole('heading', { name: 'Dieser Link gilt nicht' })).toBeVisible();
  await check();
});
