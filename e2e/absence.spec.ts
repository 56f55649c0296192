import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { createReadyActivation, type Sure, sendAllMessages, sure } from './board-alarm.ts';
import { test } from './journey.ts';
import { askAs } from './roles.ts';
import { signIn } from './sign-in.ts';

/** A person of the group, with the link of their mail. */
async function makePerson(ask: Sure, group: string, lastName: string) {
  const personData = [{ keyField: '1', valueStr: `${lastName.toLowerCase()}.${Date.now()}@example.org` }];
  const input = { firstName: 'Frei', lastName, groups: [group], personData, sendRegistrationMail: true };
  const { createPerson } = await ask('mutation ($i: CreatePersonInput!) { createPerson(input: $i) { id _id } }', {
    i: input,
  });
  const mailbox = 'query ($person: ID) { exerciseMessages(person: $person, first: 1) { edges { node { text } } } }';
  const link = async () => {
    const { exerciseMessages } = await ask(mailbox, { person: createPerson.id });
    return /https?:\S+\/p\/[\w-]{22}/.exec(exerciseMessages.edges[0]?.node.text ?? '')?.[0] ?? '';
  };
  await expect.poll(link, { timeout: 30_000 }).not.toBe('');
  return { id: createPerson.id as string, path: `/#/person/${createPerson._id}`, link: await link() };
}

/** By the own link, on a telephone without scripts. */
async function enterByLink(page: Page, link: string) {
  const browser = page.context().browser()!;
  const own = await (
    await browser.newContext({ viewport: { width: 390, height: 844 }, javaScriptEnabled: false })
  ).newPage();
  await own.goto(link);
  await own.getByLabel(/^Abwesend bis/).fill('2020-01-01T08:00');
  await own.getByRole('button', { name: 'Abwesenheit eintragen' }).click();
  await expect(own.getByRole('alert')).toContainText('in der Zukunft');
  await own.getByLabel(/^Abwesend bis/).fill('');
  await own.getByLabel(/^Bemerkung/).fill('Im Urlaub');
  await own.getByRole('button', { name: 'Abwesenheit eintragen' }).click();
  await expect(own.getByRole('status')).toContainText('Ihre Abwesenheit ist eingetragen.');
  await expect(own.getByText('bis auf Weiteres', { exact: false }).first()).toBeVisible();
  await own.context().close();
}

test("an absence entered by one's own link excludes the person and shows until their return", async ({ page }) => {
  const { ask: asOwner } = await askAs(page.request);
  const ask = sure(asOwner);
  const name = `Abwesenheitsprobe ${Date.now()}`;
  const { createGroup } = await ask('mutation ($n: String!) { createGroup(input: { name: $n }) { id } }', { n: name });
  const away = await makePerson(ask, createGroup.id, 'Fernweh');
  const there = await makePerson(ask, createGroup.id, 'Daheim');
  const { createMailingList } = await ask('mutation ($n: String!) { createMailingList(input: { name: $n }) { id } }', {
    n: name,
  });
  const inList = { l: createMailingList.id, g: createGroup.id };
  await ask('mutation ($l: ID!, $g: ID!) { addToMailingList(list: $l, groups: [$g]) { id } }', inList);
  await ask('mutation ($l: ID!, $g: ID!) { setStopLimit(list: $l, group: $g, stopLimit: 1) { id } }', inList);
  await enterByLink(page, away.link);

  await signIn(page, 'de');
  await page.goto(away.path);
  await expect(page.getByText('abwesend bis auf Weiteres').first()).toBeVisible();
  await expect(page.getByText('Im Urlaub')).toBeVisible();
  await expectAccessible(page);
  const { report, message, path } = await createReadyActivation(ask, name, createMailingList.id);
  await page.goto(`/#${path}`);
  await expect(page.getByText('1 Person ist abwesend und wird nicht gefragt.')).toBeVisible();
  await expect(page.getByText(/1 Zusage gebraucht.*1 abwesend/)).toBeVisible();
  await sendAllMessages(ask, report);
  const sent =
    'query ($id: ID!) { message(id: $id) { messageRecipients { edges { node { status statusReason person { id } } } } } }';
  type Row = { node: { status: string; statusReason: string | null; person: { id: string } } };
  const states = async () => {
    const { edges } = (await ask(sent, { id: message }))['message'].messageRecipients;
    return Object.fromEntries(edges.map(({ node }: Row) => [node.person.id, [node.status, node.statusReason]]));
  };
  await expect
    .poll(states, { timeout: 60_000 })
    .toEqual({ [away.id]: ['suppressed', 'absent'], [there.id]: ['sent', null] });

  await page.goto(away.path);
  await page.getByRole('button', { name: 'Wieder erreichbar' }).click();
  await expect(page.getByText('Die Abwesenheit ist beendet.')).toBeVisible();
  await expect(page.getByText('abwesend bis auf Weiteres')).toHaveCount(0);

  // one that is still to come is deleted, and can be had again
  const add = 'mutation ($p: ID!, $i: AbsenceInput!) { addAbsence(person: $p, input: $i) { id } }';
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  await ask(add, { p: away.id, i: { from: tomorrow, until: null, remark: 'Dienstreise' } });
  await page.reload();
  await page.getByRole('listitem').filter({ hasText: 'Dienstreise' }).getByRole('button', { name: 'Löschen' }).click();
  await expect(page.getByText('Dienstreise')).toHaveCount(0);
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await expect(page.getByText('Dienstreise')).toBeVisible();
});
