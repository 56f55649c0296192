import { expect } from '@playwright/test';
import { startTwilio, type Twilio, twilioAccount } from '#testing/fakes/twilio.ts';
import { expectAccessible } from './accessible.ts';
import { sendAllMessages } from './board-alarm.ts';
import { test } from './journey.ts';
import { askAs } from './roles.ts';
import { signIn } from './sign-in.ts';

let twilio: Twilio;
test.beforeEach(async () => {
  twilio = await startTwilio();
});
test.afterEach(() => twilio.stop());

test('an unmatched reply becomes an answer with two clicks; an SMS opt-out is reverted', async ({ page }) => {
  const api = await askAs(page.request);
  const ask = async (query: string, variables: Record<string, unknown> = {}) => {
    const { data, refusals } = await api.ask(query, variables);
    expect(refusals).toEqual([]);
    return data;
  };
  const lists = await ask(`{
    channelTypes(first: 50) { edges { node { id identifier } } } reportTypes(first: 50) { edges { node { id identifier } } }
    personDataTypes(first: 50) { edges { node { id identifier } } } }`);
  const idOf = (list: string, wanted: string): string =>
    lists[list].edges.find(({ node }: { node: { identifier: string } }) => node.identifier === wanted).node.id;
  const create = async (entity: string, fields: string, input: Record<string, unknown>) =>
    (await ask(`mutation ($i: Create${entity}Input!) { create${entity}(input: $i) { id ${fields} } }`, { i: input }))[
      `create${entity}`
    ];
  const channel = await create('Channel', 'callbackUrl', {
    name: 'SMS der Rückmeldung',
    channelType: idOf('channelTypes', 'sms'),
    settings: { provider: 'sms-twilio', ...twilioAccount, from: '+4930123', baseUrl: twilio.url, ownNetwork: true },
  });
  const mobile = '+4915199000123';
  const person = await create('Person', '_id', {
    firstName: 'Petra',
    lastName: 'Rückmeldung',
    personData: [{ keyField: idOf('personDataTypes', 'mobile_business'), valueStr: mobile }],
  });
  const event = await create('Event', '_id', { name: 'Nachtschicht gesucht', isRunning: true });
  // two open questions to one number: which one a reply answers, only a person can say
  for (const title of ['Wer übernimmt heute?', 'Wer übernimmt morgen?']) {
    const report = await create('Report', '', {
      event: event.id,
      reportType: idOf('reportTypes', 'staff_information'),
      title,
      content: title,
    });
    const { addReportChannels } = await ask(
      'mutation ($r: ID!, $c: [ID!]!) { addReportChannels(report: $r, channels: $c) { messages(last: 1) { edges { node { id } } } } }',
      { r: report.id, c: [channel.id] },
    );
    const message = addReportChannels.messages.edges[0].node.id;
    await ask('mutation ($m: ID!, $p: [ID!]) { setMessageRecipients(message: $m, people: $p) { id } }', {
      m: message,
      p: [person.id],
    });
    await ask('mutation ($i: UpdateMessageInput!) { updateMessage(input: $i) { id } }', {
      i: { id: message, requestAnswer: true },
    });
    await sendAllMessages(ask, report.id);
  }
  const write = async (MessageSid: string, Body: string) => {
    const told = await twilio.tell(channel.callbackUrl, { MessageSid, From: mobile, To: '+4930123', Body });
    expect(told.status).toBe(200);
  };
  await signIn(page, 'de', `/event/${event._id}`);
  await expect(page.getByText('Keine Antwort wartet')).toBeVisible();
  await expect.poll(() => twilio.taken.length, { timeout: 60_000 }).toBe(2);
  await write('SMreply1', 'Ja, in 25 min – stehe noch im Stau');
  const reply = page.getByRole('listitem').filter({ hasText: 'stehe noch im Stau' });
  await expect(reply.getByRole('link', { name: 'Petra Rückmeldung' })).toBeVisible();
  await reply.getByRole('button', { name: 'Zuordnen' }).click(); // it came by itself
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('radio', { name: 'Ich komme', exact: true })).toBeChecked();
  await expect(dialog.getByLabel('In wie vielen Minuten?')).toHaveValue('25');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Als Antwort eintragen' }).click();
  await expect(page.getByText('Keine Antwort wartet')).toBeVisible();
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await reply.getByRole('button', { name: 'Ablegen' }).click();
  await page.getByText('Erledigt', { exact: true }).click();
  await expect(reply.getByText('Abgelegt von')).toBeVisible();
  await reply.getByRole('button', { name: 'Wieder öffnen' }).click();
  await expect(page.getByText('1 wartet')).toBeVisible();

  await write('SMreply2', 'STOP');
  await page.goto('/#/replies?show=done');
  await expect(page.getByText('Möchte keine Informationen mehr')).toBeVisible();
  await page.goto(`/#/person/${person._id}`);
  await expect(page.getByText('schrieb ein Abmeldewort')).toBeVisible();
  await page.getByRole('button', { name: 'Aufheben' }).click();
  await expect(page.getByText('schrieb ein Abmeldewort')).toBeHidden();
});
