import { expect, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { askAs } from './roles.ts';
import { signIn } from './sign-in.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of the API, read as they come
type Ask = (query: string, variables?: Record<string, unknown>) => Promise<Record<string, any>>;

/** An exercise that asks four people of the demo hospital, of whom two are needed; its report and recipients. */
async function launchAlarm(ask: Ask) {
  const { people } = await ask('{ people(first: 4, isActive: true) { edges { node { id lastName } } } }');
  const four = people.edges.map(({ node }: { node: { id: string; lastName: string } }) => node);
  const { createGroup } = await ask('mutation { createGroup(input: { name: "Bereitschaft Nacht" }) { id } }');
  const group = createGroup.id;
  await ask('mutation ($group: ID!, $p: [ID!]!) { addPeopleToGroup(group: $group, people: $p) { __typename } }', {
    group,
    p: four.map(({ id }: { id: string }) => id),
  });
  const { createMailingList } = await ask('mutation { createMailingList(input: { name: "Nachtalarm" }) { id } }');
  const list = createMailingList.id;
  await ask('mutation ($list: ID!, $group: ID!) { addToMailingList(list: $list, groups: [$group]) { id } }', {
    list,
    group,
  });
  await ask('mutation ($list: ID!, $group: ID!) { setStopLimit(list: $list, group: $group, stopLimit: 2) { id } }', {
    list,
    group,
  });
  const { createEvent } = await ask(
    'mutation { createEvent(input: { name: "Nachtprobe", mode: EXERCISE, isRunning: true }) { id } }',
  );
  const types = await ask(
    '{ reportTypes(first: 100) { edges { node { id identifier } } } channels { edges { node { id identifier } } } }',
  );
  const withIdentifier = (found: { edges: { node: { id: string; identifier: string } }[] }, identifier: string) =>
    found.edges.find(({ node }) => node.identifier === identifier)!.node.id;
  const input = {
    event: createEvent.id,
    reportType: withIdentifier(types['reportTypes'], 'activation'),
    title: 'Bitte in den Stabsraum kommen',
    content: 'Im Haupthaus ist der Strom ausgefallen.',
  };
  const made = await ask(
    'mutation ($input: CreateReportInput!) { createReport(input: $input) { id _id event { _id } } }',
    {
      input,
    },
  );
  const report = made['createReport'];
  const { addReportChannels } = await ask(
    'mutation ($report: ID!, $channels: [ID!]!) { addReportChannels(report: $report, channels: $channels) { messages { edges { node { id } } } } }',
    { report: report.id, channels: [withIdentifier(types['channels'], 'exercise')] },
  );
  const message = addReportChannels.messages.edges[0].node.id;
  await ask('mutation ($id: ID!) { updateMessage(input: { id: $id, requestAnswer: true }) { id } }', { id: message });
  await ask(
    'mutation ($id: ID!, $lists: [ID!]) { setMessageRecipients(message: $id, people: [], lists: $lists, groups: []) { id } }',
    { id: message, lists: [list] },
  );
  await ask('mutation ($id: ID!, $key: String!) { sendReport(id: $id, launchKey: $key) { id } }', {
    id: report.id,
    key: report.id,
  });
  const sent =
    'query ($id: ID!) { message(id: $id) { messageRecipients { edges { node { id status person { id lastName } } } } } }';
  const recipients = async () =>
    (await ask(sent, { id: message }))['message'].messageRecipients.edges.map(
      ({ node }: { node: { id: string; status: string; person: { lastName: string } } }) => node,
    );
  await expect
    .poll(async () => (await recipients()).filter(({ status }: { status: string }) => status === 'sent').length, {
      timeout: 60_000,
    })
    .toBe(2);
  return { report, recipients: await recipients(), group, list, event: createEvent.id };
}

test('two come: who is not needed is told, which can be taken back; who is there is ticked off', async ({ page }) => {
  const api = await askAs(page.request);
  const ask: Ask = async (query, variables = {}) => {
    const { data, refusals } = await api.ask(query, variables);
    expect(refusals).toEqual([]);
    return data;
  };
  const set = (valueStr: string) =>
    ask('mutation ($v: String!) { updateSystemSetting(valueKey: "stand_down_seconds", valueStr: $v) { id } }', {
      v: valueStr,
    });
  await set('300');
  const { report, recipients, group, list, event } = await launchAlarm(ask);
  try {
    const [a, b, c] = recipients;
    const answer = (recipient: { id: string }, minutes: number | null) =>
      ask('mutation ($r: ID!, $m: Int) { recordAnswer(recipient: $r, option: "1", minutes: $m) { id } }', {
        r: recipient.id,
        m: minutes,
      });
    await answer(a, 20);
    await signIn(page, 'de');
    await page.goto(`/#/event/${report.event._id}/report/${report._id}`);
    await expect(page.getByText(/^da um \d\d:\d\d, in (20|19) min$/)).toBeVisible();
    await answer(c, null); // by telephone, before it was their turn
    const banner = page.getByRole('status').filter({ hasText: 'Bescheid „nicht mehr gebraucht“ an 1 Person' });
    await expect(banner).toBeVisible();
    await page.getByRole('button', { name: `${a.person.lastName} ist da` }).click();
    await expect(page.getByText(/^da seit/)).toBeVisible();
    await expectAccessible(page);
    await banner.getByRole('button', { name: 'Rückgängig' }).click();
    await expect(banner).toBeHidden();
    await set('0');
    await page.getByRole('switch', { name: 'Wer nicht mehr gebraucht wird, bekommt Bescheid' }).click();
    const told = page.getByText('1 Person bekommt Bescheid, dass sie nicht mehr gebraucht wird (1 übergeben).');
    await expect(told).toBeVisible({ timeout: 30_000 });
    const mails = 'query ($p: ID) { exerciseMessages(person: $p, first: 1) { edges { node { subject } } } }';
    const { exerciseMessages } = await ask(mails, { p: b.person.id });
    expect(exerciseMessages.edges[0].node.subject).toBe('ÜBUNG: Nicht mehr gebraucht: Bitte in den Stabsraum kommen');
  } finally {
    await set('5');
    await ask('mutation ($id: ID!) { finishEvent(id: $id) { id } }', { id: event });
    await ask('mutation ($id: ID!) { deleteMailingList(id: $id) { __typename } }', { id: list });
    await ask('mutation ($id: ID!) { deleteGroup(id: $id) { __typename } }', { id: group });
  }
});
