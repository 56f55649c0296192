import { expect } from '@playwright/test';
import { type PushService, startPushService } from '#testing/fakes/push-service.ts';
import { expectAccessible } from './accessible.ts';
import { atOnce } from './board-alarm.ts';
import { test } from './journey.ts';
import { deliverPush, lendPushService, moveSubscription, watchNotifications } from './push-browser.ts';
import { askAsOwner } from './roles.ts';
import { signIn } from './sign-in.ts';

test.use({ viewport: { width: 390, height: 844 }, serviceWorkers: 'allow' });

type Ask = Awaited<ReturnType<typeof askAsOwner>>;

const withIdentifier = (list: { edges: { node: { id: string; identifier: string } }[] }, identifier: string) =>
  list.edges.find(({ node }) => node.identifier === identifier)!.node.id;

/** A push channel over the service, as an administrator sets it up. */
async function createChannel(ask: Ask, { origin }: PushService): Promise<string> {
  const { channelTypes } = await ask('{ channelTypes(first: 50) { edges { node { id identifier } } } }');
  const { createChannel } = await ask(
    'mutation ($input: CreateChannelInput!) { createChannel(input: $input) { id } }',
    {
      input: {
        name: 'Push',
        channelType: withIdentifier(channelTypes, 'webpush'),
        settings: { provider: 'webpush', contact: 'stab@example.org', services: origin },
      },
    },
  );
  return createChannel.id;
}

async function invited(ask: Ask): Promise<{ id: string; url: string }> {
  const { createPerson } = await ask('mutation ($input: CreatePersonInput!) { createPerson(input: $input) { id } }', {
    input: {
      firstName: 'Paula',
      lastName: 'Push',
      sendRegistrationMail: true,
      personData: [{ keyField: '1', valueStr: `paula.${Date.now()}@example.org` }],
    },
  });
  const mailbox = 'query ($person: ID) { exerciseMessages(person: $person, first: 1) { edges { node { text } } } }';
  const link = async () => {
    const { exerciseMessages } = await ask(mailbox, { person: createPerson.id });
    return /https?:\S+\/p\/[\w-]{22}/.exec(exerciseMessages.edges[0]?.node.text ?? '')?.[0] ?? '';
  };
  await expect.poll(link, { timeout: 30_000 }).not.toBe('');
  return { id: createPerson.id, url: await link() };
}

/** An alarm over the channel, asking for an answer; its report. */
async function alarm(ask: Ask, channel: string, person: string): Promise<{ event: string; report: string }> {
  const event = (
    await ask('mutation { createEvent(input: { name: "Push-Probe", mode: LIVE, isRunning: true }) { id } }')
  ).createEvent.id;
  const { reportTypes } = await ask('{ reportTypes(first: 100) { edges { node { id identifier } } } }');
  const { createReport } = await ask('mutation ($input: CreateReportInput!) { createReport(input: $input) { id } }', {
    input: {
      event,
      reportType: withIdentifier(reportTypes, 'activation'),
      title: 'Bitte kommen Sie in den Stabsraum',
      content: 'Im Haupthaus ist der Strom ausgefallen.',
    },
  });
  const report = createReport.id;
  const { addReportChannels } = await ask(
    'mutation ($report: ID!, $channels: [ID!]!) { addReportChannels(report: $report, channels: $channels) { messages { edges { node { id } } } } }',
    { report, channels: [channel] },
  );
  const message = addReportChannels.messages.edges[0]!.node.id;
  await ask('mutation ($id: ID!) { updateMessage(input: { id: $id, requestAnswer: true }) { id } }', { id: message });
  await ask(
    'mutation ($id: ID!, $people: [ID!]) { setMessageRecipients(message: $id, people: $people, lists: [], groups: []) { id } }',
    { id: message, people: [person] },
  );
  const send = 'mutation ($id: ID!, $key: String!) { sendMessage(id: $id, launchKey: $key) { id } }';
  await atOnce(ask, () => ask(send, { id: message, key: message }));
  return { event, report };
}

let service: PushService;
test.beforeEach(async () => {
  service = await startPushService();
});
test.afterEach(() => service.stop());

test('a person enables notifications; the worker receives the alarm, and the board the answer', async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const ask = await askAsOwner(request);
  const channel = await createChannel(ask, service);
  await context.grantPermissions(['notifications'], { origin: baseURL! });
  const subscribed = await lendPushService(context, service);
  const person = await invited(ask);
  await page.goto(person.url);
  await page.getByRole('button', { name: 'Mitteilungen auf diesem Gerät einschalten' }).click();
  await expect(page.getByRole('status')).toContainText('Mitteilungen sind auf diesem Gerät eingeschaltet.');
  await expect(page.getByText('Chrome, Linux')).toBeVisible();
  await expectAccessible(page);

  const { event, report } = await alarm(ask, channel, person.id);
  await expect.poll(() => service.got.length, { timeout: 30_000 }).toBe(1);
  expect(service.faults).toEqual([]);
  const { shown, press } = await watchNotifications(context);
  await deliverPush(page, service.got[0]!.payload);
  await expect.poll(async () => (await shown()).length).toBe(1);
  expect((await shown())[0]).toMatchObject({
    title: 'Bitte kommen Sie in den Stabsraum',
    body: 'Im Haupthaus ist der Strom ausgefallen.',
    lang: 'de',
    requireInteraction: true,
    actions: [
      { action: '1', title: 'Ich komme' },
      { action: '2', title: 'Ich komme nicht' },
    ],
  });
  const people = async () =>
    (
      await ask(
        `query ($id: ID!) { report(id: $id) { people(first: 1) { edges { node { answer { option { label } } recipients { status } } } } } }`,
        { id: report },
      )
    ).report.people.edges[0]!.node;
  await expect.poll(people).toEqual({ answer: null, recipients: [{ status: 'delivered' }] });

  await press('1');
  await expect.poll(people).toEqual({ answer: { option: { label: 'Ich komme' } }, recipients: [{ status: 'read' }] });
  await expect.poll(async () => (await shown())[1]?.body).toBe('Ihre Antwort ist angekommen: Ich komme');

  const moved = service.subscribe((await ask('{ pushPublicKey }')).pushPublicKey);
  await moveSubscription(context, subscribed[0]!, moved);
  await page.goto(person.url);
  await page.getByRole('button', { name: 'Testbenachrichtigung an dieses Gerät' }).click();
  await expect.poll(() => service.got.at(-1)!.endpoint).toBe(moved.endpoint);

  await ask('mutation ($id: ID!) { finishEvent(id: $id) { id } }', { id: event });
  await signIn(page, 'de');
  await page.goto('/#/updateprofile');
  await page.getByRole('button', { name: 'Mitteilungen auf diesem Gerät einschalten' }).click();
  await expect(page.getByText('Mitteilungen sind auf diesem Gerät eingeschaltet.')).toBeVisible();
  await page.getByRole('button', { name: 'Testbenachrichtigung an dieses Gerät' }).click();
  await expect(page.getByText('Die Testbenachrichtigung ist unterwegs.')).toBeVisible();
  expect(JSON.parse(service.got.at(-1)!.payload).title).toBe('Testbenachrichtigung');
  const widths = () => page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  expect((await widths())[0], 'nothing is wider than the telephone').toBeLessThanOrEqual((await widths())[1]!);
  await page.getByRole('button', { name: 'Gerät entfernen: Chrome, Linux' }).click();
  await page.getByRole('button', { name: 'Ja' }).click();
  await expect(page.getByText('Noch kein Gerät empfängt Mitteilungen.')).toBeVisible();
});
