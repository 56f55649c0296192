import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { createReadyActivation, type Sure, sendAllMessages, sure } from './board-alarm.ts';
import { languagesAndWidths } from './in-full.ts';
import { test } from './journey.ts';
import { askAs } from './roles.ts';
import { signIn } from './sign-in.ts';

const words = {
  de: {
    edit: 'Antworten ändern',
    question: 'Art der Frage',
    rollCall: 'Sicherheitsabfrage',
    safe: 'Ich bin in Sicherheit',
    state: 'Stand der Sicherheitsabfrage',
    counts: { help: 'braucht Hilfe', helps: 'brauchen Hilfe', silent: 'keine Rückmeldung', safe: 'in Sicherheit' },
    record: (name: string) => `Antwort von Tafel ${name} eintragen`,
    call: (name: string) => new RegExp(`^Tafel ${name} anrufen`),
    byGroup: 'Nach Gruppen',
    csv: 'Liste als CSV',
    recordedBy: /Erfasst von/,
    since: /seit \d+ min/,
  },
  en: {
    edit: 'Edit answers',
    question: 'Question',
    rollCall: 'Roll call',
    safe: 'I am safe',
    state: 'State of the roll call',
    counts: { help: 'needs help', helps: 'need help', silent: 'not heard from', safe: 'safe' },
    record: (name: string) => `Record the answer of Tafel ${name}`,
    call: (name: string) => new RegExp(`^Call Tafel ${name}`),
    byGroup: 'By group',
    csv: 'List as CSV',
    recordedBy: /Recorded by/,
    since: /for \d+ min/,
  },
};

/** A group of these people on a list, with an unsent activation to it. */
async function prepared(ask: Sure, name: string, people: readonly string[]) {
  const { personDataTypes } = await ask('{ personDataTypes(first: 200) { edges { node { _id identifier } } } }');
  const typeOf = (identifier: string) =>
    String(
      personDataTypes.edges.find(({ node }: { node: { identifier: string } }) => node.identifier === identifier).node
        ._id,
    );
  const { createGroup } = await ask('mutation ($n: String!) { createGroup(input: { name: $n }) { id } }', { n: name });
  for (const [at, lastName] of people.entries()) {
    const personData = [
      { keyField: typeOf('email_business'), valueStr: `${lastName.toLowerCase()}@example.org` },
      { keyField: typeOf('mobile_business'), valueStr: `+49 30 23125${at}0` },
    ];
    await ask('mutation ($input: CreatePersonInput!) { createPerson(input: $input) { id } }', {
      input: { firstName: 'Tafel', lastName, groups: [createGroup.id], personData },
    });
  }
  const { createMailingList } = await ask('mutation ($n: String!) { createMailingList(input: { name: $n }) { id } }', {
    n: name,
  });
  await ask('mutation ($l: ID!, $g: [ID!]) { addToMailingList(list: $l, groups: $g) { id } }', {
    l: createMailingList.id,
    g: [createGroup.id],
  });
  return createReadyActivation(ask, name, createMailingList.id);
}

const cell = (page: Page, text: string, count: number) =>
  page.getByRole('button', { name: new RegExp(`^${count}\\s*${text}$`) });

for (const [language, width] of languagesAndWidths('de', 390)) {
  test(`a roll call lists help first, and a person reached by phone becomes safe (${language}, ${width})`, async ({
    page,
  }) => {
    const ask = sure((await askAs(page.request)).ask);
    const text = words[language];
    const [first, second, third] = ['a', 'b', 'c'].map((end) => `Ruf${language}${width}${end}`) as [
      string,
      string,
      string,
    ];
    const name = `Haus ${language} ${width}`;
    const { eventId, report, message, path } = await prepared(ask, name, [first, second, third]);
    await page.setViewportSize({ width, height: width === 390 ? 844 : 800 });
    await signIn(page, language, path);
    await page.getByLabel(text.question, { exact: true }).selectOption({ label: text.rollCall });
    await expect(page.getByText(text.safe, { exact: true })).toBeVisible();
    await sendAllMessages(ask, report);
    const rows =
      'query ($id: ID!) { message(id: $id) { messageRecipients { edges { node { id status person { lastName } } } } } }';
    type Row = { node: { id: string; status: string; person: { lastName: string } } };
    const recipients = async (): Promise<Row[]> =>
      (await ask(rows, { id: message }))['message'].messageRecipients.edges;
    await expect
      .poll(async () => (await recipients()).filter(({ node }) => node.status === 'sent').length, { timeout: 60_000 })
      .toBe(3);
    const rowOf = async (person: string) =>
      (await recipients()).find(({ node }) => node.person.lastName === person)!.node.id;
    const answer = async (person: string, option: string, remark: string | null = null) =>
      ask('mutation ($r: ID!, $o: String!, $t: String) { recordAnswer(recipient: $r, option: $o, text: $t) { id } }', {
        r: await rowOf(person),
        o: option,
        t: remark,
      });

    await page.goto('/#/');
    await page.goto(`/#${path}`);
    await expect(page.getByRole('region', { name: text.state })).toBeVisible({ timeout: 30_000 });
    await expect(cell(page, text.counts.silent, 3)).toBeVisible();
    await answer(second, '1');
    await answer(third, '2', 'Treppe verraucht');
    await expect(cell(page, text.counts.help, 1)).toBeVisible({ timeout: 30_000 });
    await expect(cell(page, text.counts.safe, 1)).toBeVisible();
    const people = page.locator('li[aria-posinset]');
    await expect(people.first()).toContainText(third);
    await expect(people.first()).toContainText('Treppe verraucht');
    await expect(people.first()).toContainText(text.since);
    await expect(people.first().getByRole('link', { name: text.call(third) })).toHaveAttribute('href', /^tel:\+4930/);
    await expect(people.nth(1)).toContainText(first);
    await expect(people.nth(2)).toContainText(second);
    await expectAccessible(page);

    await answer(second, '2'); // safe at first, then not
    await expect(cell(page, text.counts.helps, 2)).toBeVisible({ timeout: 30_000 });
    await expect(people.nth(1)).toContainText(second);

    await people
      .filter({ hasText: first })
      .getByRole('button', { name: text.record(first) })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: text.safe }).click();
    await expect(cell(page, text.counts.safe, 1)).toBeVisible({ timeout: 30_000 });
    await expect(people.filter({ hasText: first })).toContainText(text.recordedBy);
    await expect(cell(page, text.counts.silent, 0)).toBeVisible();

    await page.getByText(text.byGroup, { exact: true }).click();
    await expect(page.getByRole('row', { name: new RegExp(`^${name}\\s+2\\s+0\\s+0\\s+1\\s+3$`) })).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize(width === 390 ? { width: 1280, height: 800 } : { width: 390, height: 844 });
    await expect(cell(page, text.counts.helps, 2)).toBeInViewport();
    await expectAccessible(page);
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect(cell(page, text.counts.helps, 2)).toBeInViewport(); // the figures stay in view
    await page.setViewportSize(width === 390 ? { width: 390, height: 844 } : { width: 1280, height: 800 });
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: text.csv }).click();
    const file = await readFile(await (await saved).path(), 'utf8');
    expect(file.trim().split('\n')).toHaveLength(4);
    expect(file).toContain('Treppe verraucht');

    await ask('mutation ($id: ID!) { finishEvent(id: $id) { id } }', { id: eventId });
    await page.reload();
    await expect(people.first()).toContainText(third);
    await expect(cell(page, text.counts.helps, 2)).toBeVisible();
  });
}
