import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { atOnce, type Sure, sure } from './board-alarm.ts';
import { inFull } from './in-full.ts';
import { test } from './journey.ts';
import { askAs, signInAs } from './roles.ts';

const event = 'Water pipe burst';
const organisation = 'query { systemSettings(first: 200) { edges { node { valueKey valueStr } } } }';
const mailbox = `query ($person: ID) { exerciseMessages(person: $person, kind: "mail", first: 1) {
  edges { node { subject text html answerUrl } } } }`;

/** An English reader, and a bilingual text. */
async function prepare(ask: Sure) {
  const { personDataTypes } = await ask('{ personDataTypes(first: 200) { edges { node { _id identifier } } } }');
  const typeOf = (wanted: string): string =>
    String(
      personDataTypes.edges.find(({ node }: { node: { identifier: string } }) => node.identifier === wanted).node._id,
    );
  const personData = [
    { keyField: typeOf('email_business'), valueStr: 'emily.reader@example.org' },
    { keyField: typeOf('language'), valueStr: 'en' },
  ];
  const { createPerson } = await ask('mutation ($input: CreatePersonInput!) { createPerson(input: $input) { id } }', {
    input: { firstName: 'Emily', lastName: 'Reader', personData },
  });
  const { createSnippet } = await ask(
    'mutation ($input: CreateSnippetInput!) { createSnippet(input: $input) { id } }',
    {
      input: {
        name: 'Probe: Wasser sparen',
        nameEn: 'Trial: Save water',
        readOnly: true,
        content: '<p>Bitte sparen Sie Wasser. Ausgabe: {{ input:"Ausgabestelle" }}.</p>',
        contentEn: '<p>Please save water. It is handed out at {{ input:"Point of issue" }}.</p>',
      },
    },
  );
  const { createEvent } = await ask(
    'mutation ($n: String!) { createEvent(input: { name: $n, mode: EXERCISE, isRunning: true }) { id } }',
    { n: event },
  );
  return {
    person: createPerson.id as string,
    end: async () => {
      await ask('mutation ($id: ID!) { finishEvent(id: $id) { id } }', { id: createEvent.id });
      await ask('mutation ($id: ID!) { deleteSnippet(id: $id) { __typename } }', { id: createSnippet.id });
      await ask('mutation ($id: ID!) { deletePerson(id: $id) { __typename } }', { id: createPerson.id });
    },
  };
}

/** Writes a staff information from the snippet, to Emily, and asks for an answer. */
async function write(page: Page): Promise<void> {
  await page.goto('/#/communication');
  await page.getByRole('main').getByRole('button', { expanded: false }).click();
  await page.getByRole('combobox', { name: 'Event', exact: true }).selectOption({ label: `${event} (EXERCISE)` });
  await page.getByRole('button', { name: /^Staff information/ }).click();
  await page
    .getByRole('dialog', { name: 'What happened?' })
    .getByRole('button', { name: /^Power outage/ })
    .click();
  await page.getByRole('button', { name: 'Edit text' }).click();
  await page.getByRole('textbox', { name: 'Heading' }).fill('No water in the house');
  const text = page.getByRole('textbox', { name: 'Text', exact: true });
  await text.fill('');
  await text.pressSequentially('The main pipe has burst.');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+.');
  const picker = page.getByRole('dialog', { name: 'Insert a snippet' });
  await picker.getByRole('combobox', { name: 'Search words' }).fill('trial save');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Trial: Save water' }).getByLabel('Point of issue').fill('the north gate');
  await page.keyboard.press('Enter');
  const block = text.locator('[data-node-view-wrapper]');
  await expect(block).toContainText('Please save water. It is handed out at the north gate.');
  await page.getByRole('button', { name: 'Done', exact: true }).click();
  await expect(page.getByText('Fixed text from the snippet').first()).toBeVisible();
  await page.getByRole('button', { name: 'Choose recipients' }).click();
  await page.getByRole('tab', { name: 'People' }).click();
  await page.getByRole('searchbox', { name: 'Search people' }).fill('Reader');
  await page.getByRole('checkbox', { name: /Reader/ }).check();
  await page.getByRole('button', { name: 'Add these' }).click();
  await page.getByRole('switch', { name: 'Ask for an answer' }).click();
}

async function send(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Next: send' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Next: send' })).toHaveCount(0); // it is out
}

// words that no English text holds
const german =
  /[äöüß]|\b(und|oder|nicht|bitte|Sie|Ihre?|Ihnen|diese[rs]?|Antwort\w*|Nachricht|Meldung|komme|Später|Minuten|Uhr|ÜBUNG)\b/i;

for (const [width, height] of inFull([[390, 844]] as const, [[1280, 800]] as const)) {
  test(`an English reader gets mail, choices and answer page of snippets in English (${width})`, async ({
    page,
    browser,
  }) => {
    await page.setViewportSize({ width, height });
    const ask = sure((await askAs(page.request)).ask);
    const { person, end } = await prepare(ask);
    const { systemSettings } = await ask(organisation);
    const names: string[] = systemSettings.edges
      .filter(({ node }: { node: { valueKey: string } }) => /_name$/.test(node.valueKey))
      .flatMap(({ node }: { node: { valueStr: string | null } }) => node.valueStr ?? []);
    const expectEnglish = (text: string) => {
      const rest = names.reduce((left, name) => left.replaceAll(name, ''), text);
      expect(german.exec(rest)?.[0], rest).toBeUndefined();
    };
    try {
      const editor = await signInAs(page, 'editor');
      await editor('mutation { changeLanguage(language: "en") { id } }');
      await page.addInitScript(() => localStorage.setItem('i18nextLng', 'en'));
      await write(page);
      await atOnce(ask, () => send(page));

      const newest = async () => (await ask(mailbox, { person })).exerciseMessages.edges[0]?.node;
      await expect.poll(newest, { timeout: 60_000 }).toBeTruthy();
      const { subject, text, html, answerUrl } = await newest();
      expect(subject).toContain('No water in the house');
      expect(text).toContain('Please save water. It is handed out at the north gate.');
      for (const choice of ['I am coming', 'I am not coming', 'Later / not sure']) expect(html).toContain(choice);
      for (const part of [subject, text]) expectEnglish(part);
      expect(html).not.toContain('data-snippet');

      const reader = await (await browser.newContext({ viewport: { width, height }, locale: 'en' })).newPage();
      await reader.setContent(html);
      expectEnglish(await reader.locator('body').innerText());
      await reader.goto(answerUrl);
      await expect(reader.getByRole('heading', { name: 'No water in the house' })).toBeVisible();
      expectEnglish(await reader.locator('main').innerText());
      await expectAccessible(reader);
      await reader.getByRole('button', { name: 'I am not coming', exact: true }).click();
      await expect(reader.getByRole('status')).toContainText('I am not coming');
      expectEnglish(await reader.locator('main').innerText());
      await reader.context().close();
    } finally {
      await end();
    }
  });
}

test('an alarm goes to each person in their language; its author sees and adds versions', async ({ page }) => {
  const author = await signInAs(page, 'crisis_manager');
  await author('mutation { changeLanguage(language: "en") { id } }');
  await page.addInitScript(() => localStorage.setItem('i18nextLng', 'en'));
  await page.goto('/#/activation?mode=EXERCISE');
  await page.getByRole('button', { name: /^Fire/ }).click();
  await expect(page.getByText('ALARM: Brand – Hauptgebäude').first()).toBeVisible();
  await expect(page.getByText('Languages: German, English', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'View English' }).click();
  const version = page.getByRole('group', { name: 'Version in English' });
  await expect(version.getByRole('textbox', { name: 'Title in English' })).toHaveValue('ALARM: Fire – Hauptgebäude');
  await version.getByRole('button', { name: 'Cancel' }).click();
  // both languages contain the details
  await page.getByRole('textbox', { name: 'Details' }).fill('Only smoke');
  await expect(page.getByText('Only smoke').first()).toBeVisible();
  // a changed text goes out alone until the other version is added; open fields are stored on the way to sending
  await page.getByRole('button', { name: 'Edit text' }).click();
  await page.getByRole('textbox', { name: 'Heading' }).fill('Rauch im Keller');
  await page.getByRole('button', { name: 'Done', exact: true }).click();
  await expect(page.getByText('Language: German only', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Add English' }).click();
  await version.getByRole('textbox', { name: 'Title in English' }).fill('Smoke in the cellar');
  await page.getByRole('button', { name: 'Next: send' }).click();
  await expect(page.getByRole('dialog').getByText('Languages: German, English', { exact: true })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'No', exact: true }).click();
  await page.getByRole('button', { name: 'Discard the draft' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes', exact: true }).click();
});
