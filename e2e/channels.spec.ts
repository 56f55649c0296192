import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { type Exchange, startExchange } from '#testing/fakes/exchange.ts';
import { type ImapServer, startImapServer } from '#testing/fakes/imap-server.ts';
import { type Mastodon, mastodonToken, startMastodon } from '#testing/fakes/mastodon.ts';
import { type PushService, startPushService } from '#testing/fakes/push-service.ts';
import { type FakeSmsc, startSmsc } from '#testing/fakes/smsc.ts';
import { twilioAccount } from '#testing/fakes/twilio.ts';
import { remember } from './journey.ts';
import { type MailPeer, startMailPeer } from './mail-peer.ts';
import { deliverPush, lendPushService, watchNotifications } from './push-browser.ts';
import { askAs, type RunOperation, signInAs } from './roles.ts';
import { signIn } from './sign-in.ts';

// Providers next to the server: mail, SMS, calls, push, and a social network.
interface Peers {
  mail: MailPeer;
  mailbox: ImapServer;
  smsc: FakeSmsc;
  exchange: Exchange;
  push: PushService;
  mastodon: Mastodon;
}

test.describe.configure({ mode: 'serial' }); // the second journey goes over the channels of the first

let peers: Peers;
let api: RunOperation;
let channels: Channels;
let clean = async () => {};
test.beforeAll(async ({ playwright }, { project }) => {
  const [mail, mailbox, smsc] = await Promise.all([startMailPeer(), startImapServer(), startSmsc()]);
  const [exchange, push, mastodon] = await Promise.all([startExchange(), startPushService(), startMastodon()]);
  peers = { mail, mailbox, smsc, exchange, push, mastodon };
  const request = await playwright.request.newContext({ baseURL: project.use.baseURL! });
  api = (await askAs(request)).ask;
  clean = await remember(api);
});
test.afterAll(async () => {
  try {
    await clean();
    await change('ChannelType', { id: await idOf('channelTypes', 'voice'), isActive: false });
  } finally {
    await Promise.all(Object.values(peers).map((peer) => peer.stop()));
  }
});

/** Asks as the owner; nothing may be refused. */
async function ask(query: string, variables: Record<string, unknown> = {}) {
  const { data, refusals } = await api(query, variables);
  expect(refusals).toEqual([]);
  return data;
}

const change = (entity: string, input: Record<string, unknown>) =>
  ask(`mutation ($input: Update${entity}Input!) { update${entity}(input: $input) { id } }`, { input });

async function create(entity: string, input: Record<string, unknown>): Promise<string> {
  const data = await ask(`mutation ($input: Create${entity}Input!) { create${entity}(input: $input) { id } }`, {
    input,
  });
  return data[`create${entity}`].id;
}

async function idOf(list: 'channelTypes' | 'reportTypes', identifier: string): Promise<string> {
  const data = await ask(`{ ${list}(first: 100) { edges { node { id identifier } } } }`);
  return data[list].edges.find(({ node }: { node: { identifier: string } }) => node.identifier === identifier).node.id;
}

async function createChannel(
  type: string,
  name: string,
  settings: Record<string, unknown>,
  more = {},
): Promise<string> {
  return create('Channel', { name, channelType: await idOf('channelTypes', type), settings, ...more });
}

/** Mail both ways, as an administrator sets it up on the screen and tries it. */
async function setUpMail(page: Page): Promise<void> {
  await page.goto('/#/administration/channels');
  await page.getByRole('button', { name: 'Kanal anlegen' }).click();
  const form = page.getByRole('form', { name: 'Kanal' });
  await page.getByRole('button', { name: 'E-Mail über SMTP' }).click();
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Hausmail');
  const sent = {
    Server: '127.0.0.1',
    Port: peers.mail.port,
  };
  const read = {
    Server: '127.0.0.1',
    Port: peers.mailbox.port,
    Benutzername: peers.mailbox.user,
    Antwortadresse: 'antwort@example.org',
  };
  const [server, sender, mailbox] = ['Mailserver', 'Absender', 'Postfach für Antworten (IMAP)'].map((name) =>
    form.getByRole('group', { name, exact: true }),
  ) as [Locator, Locator, Locator];
  for (const [part, fields] of [
    [server, sent],
    [mailbox, read],
  ] as const) {
    for (const [name, text] of Object.entries(fields)) {
      await part.getByRole('textbox', { name, exact: true }).fill(String(text));
    }
    await part.getByRole('combobox', { name: 'Verschlüsselung' }).selectOption('Keine (nur im eigenen Netz)');
  }
  await sender.getByRole('textbox', { name: 'Absender' }).fill('Krisenstab <alarm@example.org>');
  await mailbox.getByLabel('Passwort', { exact: true }).fill(peers.mailbox.password);
  await form.getByRole('button', { name: 'Anlegen' }).click();
  await page.getByRole('textbox', { name: 'E-Mail-Adresse' }).fill('probe@example.org');
  await page.getByRole('button', { name: 'Testnachricht senden' }).click();
  await expect(page.getByText('Der Anbieter hat die Testnachricht angenommen.')).toBeVisible();
  expect(peers.mail.mails.map(({ to }) => to)).toEqual(['probe@example.org']);
  await page.keyboard.press('Escape');
}

interface Channels {
  mail: string;
  sms: string;
  voice: string;
  push: string;
}

/** The other channels, over the API. */
async function setUpTheRest(): Promise<Channels> {
  await change('ChannelType', { id: await idOf('channelTypes', 'voice'), isActive: true });
  const { channels } = await ask('{ channels(first: 200) { edges { node { id name } } } }');
  const mail = channels.edges.find(({ node }: { node: { name: string } }) => node.name === 'Hausmail').node.id;
  const { smsc, exchange, push } = peers;
  const host = { hosts: `127.0.0.1:${smsc.port}`, secure: 'none', systemId: 'meldekette', password: 'geheim' };
  const telephone = { ...twilioAccount, from: '+4930123', baseUrl: exchange.url, ownNetwork: true };
  return {
    mail,
    sms: await createChannel('sms', 'Kurznachricht', { provider: 'smpp', ...host }),
    voice: await createChannel('voice', 'Anruf', { provider: 'voice-twilio', ...telephone }),
    push: await createChannel('webpush', 'Push', {
      provider: 'webpush',
      contact: 'stab@example.org',
      services: push.origin,
    }),
  };
}

// the fields of contact data that are sent to
const fields = { email: '1', mobile: '5', phone: '8' };

function createPerson(firstName: string, lastName: string, data: Partial<typeof fields>, more = {}): Promise<string> {
  const personData = Object.entries(data).map(([name, valueStr]) => ({
    keyField: fields[name as keyof typeof fields],
    valueStr,
  }));
  return create('Person', { firstName, lastName, personData, ...more });
}

/** A person with notifications on a phone. */
async function withNotifications(browser: Browser, baseURL: string, email: string) {
  const person = await createPerson('Paul', 'Push', { email }, { sendRegistrationMail: true });
  const link = () => /https?:\S+\/p\/[\w-]{22}/.exec(peers.mail.mails.find(({ to }) => to === email)?.text ?? '')?.[0];
  await expect.poll(link, { timeout: 30_000 }).toBeTruthy();
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, serviceWorkers: 'allow' });
  await context.grantPermissions(['notifications'], { origin: baseURL });
  await lendPushService(context, peers.push);
  const page = await context.newPage();
  await page.goto(link()!);
  await page.getByRole('button', { name: 'Mitteilungen auf diesem Gerät einschalten' }).click();
  await expect(page.getByRole('status')).toContainText('Mitteilungen sind auf diesem Gerät eingeschaltet.');
  return { person, page };
}

/** A report of an event with its messages, one on each channel; for these people where it goes to people. */
async function prepare(event: string, type: string, texts: Text, over: Prepared[]): Promise<string> {
  const report = await create('Report', { event, reportType: await idOf('reportTypes', type), ...texts });
  const { addReportChannels } = await ask(
    `mutation ($report: ID!, $channels: [ID!]!) { addReportChannels(report: $report, channels: $channels) {
      messages { edges { node { id channel { id } } } } } }`,
    { report, channels: over.map(({ channel }) => channel) },
  );
  for (const { channel, people, ...own } of over) {
    const { id } = addReportChannels.messages.edges.find(
      ({ node }: { node: { channel: { id: string } } }) => node.channel.id === channel,
    ).node;
    await change('Message', { id, ...own });
    if (people) {
      await ask('mutation ($id: ID!, $people: [ID!]) { setMessageRecipients(message: $id, people: $people) { id } }', {
        id,
        people,
      });
    }
  }
  return report;
}

type Text = { title: string; content: string };
type Prepared = Partial<Text> & {
  channel: string;
  people?: string[];
  requestAnswer?: boolean;
  feedValues?: Record<string, string>;
};

async function openReport(page: Page, report: string): Promise<void> {
  const data = await ask('query ($id: ID!) { report(id: $id) { _id event { _id } } }', { id: report });
  await page.goto(`/#/event/${data.report.event._id}/report/${data.report._id}`);
}

async function send(page: Page, report: string): Promise<void> {
  await openReport(page, report);
  await page.getByRole('button', { name: 'Weiter: Senden' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ja', exact: true }).click();
}

/** One person's line on the board. */
async function lineOf(page: Page, name: string): Promise<Locator> {
  const link = page.getByRole('link', { name, exact: true });
  const line = page.getByRole('listitem').filter({ has: link }).filter({ hasText: 'Zustellung' });
  await expect(line).toHaveCount(1);
  return line;
}

const soon = { timeout: 30_000 }; // the time to take a launch back is over first

/** The parts of the text that a number gets, once the SMS centre has all of them. */
async function textAt(number: string) {
  const parts = () => peers.smsc.taken.filter(({ to }) => to === number);
  await expect.poll(() => parts().length > 0 && parts().length === (parts()[0]!.part?.[1] ?? 1), soon).toBe(true);
  return parts();
}

test('an alarm reaches five people on their channels; each answers, and one board shows it', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, 'de');
  await setUpMail(page);
  channels = await setUpTheRest();
  const { mail, mailbox, smsc, exchange, push } = peers;
  const numbers = { sms: '+4915155500001', lost: '+4915155500002', phone: '+493055500003' };
  exchange.fates.set(numbers.phone, [['1', '20']]).set(numbers.lost, [['2']]);
  const paul = await withNotifications(browser, baseURL!, 'paul.push@example.org');
  const people = [
    paul.person,
    await createPerson('Sina', 'Simser', { mobile: numbers.sms }),
    await createPerson('Karl', 'Ruf', { phone: numbers.phone }),
    await createPerson('Mara', 'Mail', { email: 'mara.mail@example.org' }),
    await createPerson('Frida', 'Fall', { mobile: numbers.lost }),
  ];
  // push and SMS at once; mail and call a minute later, or at once without them
  const eventType = await create('EventType', { name: 'Stromausfall Haupthaus', alarmSteps: { email: 60, voice: 60 } });
  const event = await create('Event', { name: 'Stromausfall', mode: 'LIVE', isRunning: true, eventType });
  const text = { title: 'Bitte in den Stabsraum', content: 'Im Haupthaus ist der Strom ausgefallen.' };
  const over = Object.values(channels).map((channel) => ({ channel, people, requestAnswer: true }));
  const report = await prepare(event, 'activation', text, over);
  await send(page, report);

  await test.step('SMS: the reply comes from the SMS centre', async () => {
    for (const { id } of await textAt(numbers.sms)) expect(await smsc.report(id, 'DELIVRD')).toEqual([0]);
    expect(await smsc.write(numbers.sms, '1')).toEqual([0]);
    await expect(await lineOf(page, 'Sina Simser')).toContainText('Ich komme');
  });
  await test.step('push: the button is pressed', async () => {
    await expect.poll(() => push.got.length, soon).toBe(1);
    const { press } = await watchNotifications(paul.page.context());
    await deliverPush(paul.page, push.got[0]!.payload);
    await press('2');
    await expect(await lineOf(page, 'Paul Push')).toContainText('Ich komme nicht');
  });
  await test.step('call: keys are pressed', async () => {
    await expect(await lineOf(page, 'Karl Ruf')).toContainText(/in (20|19) min/);
  });
  await test.step('mail: the reply is in the mailbox', async () => {
    const arrived = () => mail.mails.find(({ to }) => to === 'mara.mail@example.org');
    await expect.poll(arrived, soon).toBeTruthy();
    const { replyTo, messageId, subject } = arrived()!;
    const head = `From: Mara Mail <mara.mail@example.org>\nTo: ${replyTo}\nMessage-ID: <reply-1@example.org>`;
    mailbox.deliver(`${head}\nIn-Reply-To: ${messageId}\nSubject: Re: ${subject}\n\n1\n\n> ${text.content}\n`);
    await expect(await lineOf(page, 'Mara Mail')).toContainText('Ich komme');
  });
  await test.step('an undelivered SMS: the call comes at once', async () => {
    const [lost] = await textAt(numbers.lost);
    expect(exchange.calls.filter(({ to }) => to === numbers.lost)).toEqual([]);
    expect(await smsc.report(lost!.id, 'UNDELIV')).toEqual([0]);
    await expect(await lineOf(page, 'Frida Fall')).toContainText('Ich komme nicht', soon);
  });
  const attempt = async (name: string, channel: string) =>
    (await lineOf(page, name)).locator('span').filter({ has: page.getByRole('img', { name: channel, exact: true }) });
  await expect(await attempt('Sina Simser', 'Kurznachricht')).toContainText('Zugestellt');
  await expect(await attempt('Sina Simser', 'Anruf')).toContainText(/Nicht mehr angerufen.*hat schon geantwortet/s);
  await expect(await attempt('Paul Push', 'Push')).toContainText('Gelesen');
  await expect(await attempt('Paul Push', 'Hausmail')).toContainText('hat schon geantwortet');
  await expect(await attempt('Karl Ruf', 'Anruf')).toContainText('Angenommen');
  await expect(await attempt('Mara Mail', 'Hausmail')).toContainText('Übergeben');
  await expect(await attempt('Frida Fall', 'Kurznachricht')).toContainText('Nicht zugestellt');
  await expect(await attempt('Frida Fall', 'Anruf')).toContainText('Angenommen');
  // distinguishes people who had answered or have no number
  const call = page.getByText(/^2 von 2 übergeben .* 2 ohne Versand/);
  await expect(call).toContainText('1 nicht mehr nötig');
  await expect(page.getByRole('progressbar', { name: 'Fortschritt über Anruf' })).toHaveAttribute(
    'aria-valuenow',
    '100',
  );
  await expect(await lineOf(page, 'Karl Ruf')).toContainText('Taste 1, dann 20');
  await expect(await lineOf(page, 'Frida Fall')).toContainText('Taste 2');
  for (const count of ['3 kommen', '2 kommen nicht', '0 ohne Antwort']) {
    await expect(page.getByRole('button', { name: count, exact: true })).toBeVisible();
  }
  expect(exchange.calls.map(({ to }) => to).sort((a, b) => a.localeCompare(b))).toEqual([numbers.lost, numbers.phone]);
  await page.getByRole('link', { name: 'Anruf', exact: true }).click();
  await expect(page.getByRole('term').filter({ hasText: 'angenommen' })).toHaveCount(1);
});

test('a communication fits three channels after a release; a correction answers the first post', async ({
  page,
  browser,
}) => {
  const { mail, mastodon } = peers;
  const [address, number] = ['nora.nachricht@example.org', '+4915155500009'];
  const nora = await createPerson('Nora', 'Nachricht', { email: address, mobile: number });
  const settings = { provider: 'mastodon', server: mastodon.url, accessToken: mastodonToken, ownNetwork: true };
  const post = await createChannel('social_media', 'Mastodon', settings, { requiresRelease: true });
  const event = await create('Event', { name: 'Wasserschaden', mode: 'LIVE', isRunning: true });
  const text = { title: 'Besuch heute nicht möglich', content: 'Im Bettenhaus A ist eine Leitung gebrochen.' };
  const short = { title: 'Kein Besuch', content: 'Heute bitte nicht kommen.' };
  const loud = { title: 'Bitte heute kein Besuch', content: 'Bettenhaus A ist gesperrt. #MusterstadtHilft' };
  const over = [
    { channel: channels.mail, people: [nora] },
    { channel: channels.sms, people: [nora], ...short },
    { channel: post, ...loud },
  ];
  await signIn(page, 'de');
  const report = await prepare(event, 'public_information', text, over);
  await openReport(page, report);
  await expect(page.getByText('Konto: Klinikum Nord')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Mastodon: Klinikum Nord' })).toBeVisible();
  await send(page, report);
  await expect.poll(() => mail.mails.find(({ to }) => to === address), soon).toBeTruthy();
  const read = mail.mails.find(({ to }) => to === address)!;
  expect(read.subject).toBe(text.title);
  expect(read.text).toBe(`${text.content}\n\n-- \nDiese Nachricht kommt von: Klinikum Musterstadt\n`);
  expect((await textAt(number)).map((part) => part.text)).toEqual([`${short.title}\n${short.content}`]);
  expect(mastodon.statuses).toEqual([]);

  const second = await browser.newContext();
  const releaser = await second.newPage();
  await signInAs(releaser, 'crisis_manager', (to) => mail.mails.find((one) => one.to === to)?.text);
  await releaser.goto(page.url());
  await releaser.getByRole('button', { name: 'Freigeben' }).click();
  const question = releaser.getByRole('dialog');
  await expect(question).toContainText('ohne weitere Prüfung'); // it can be taken back for some seconds
  await expect(question).not.toContainText('sofort');
  await question.getByRole('button', { name: 'Ja', exact: true }).click();
  await expect
    .poll(() => mastodon.statuses.map(({ text: said }) => said), soon)
    .toEqual([`${loud.title}\n\n${loud.content}`]);
  await second.close();

  const better = { title: 'Berichtigung', content: 'Gesperrt ist Bettenhaus B, nicht A.' };
  await change('Channel', { id: post, requiresRelease: false });
  const follow = await prepare(event, 'public_information', better, [{ channel: post }]);
  await openReport(page, follow);
  await page.getByRole('button', { name: 'Angaben', exact: true }).click();
  await page.getByLabel('Frühere Beiträge zum Ereignis').selectOption('update');
  // it is stored while the fields still have the focus
  await expect
    .poll(async () => {
      const stored = 'query ($id: ID!) { report(id: $id) { messages { edges { node { feedValues } } } } }';
      return (await ask(stored, { id: follow })).report.messages.edges[0].node.feedValues?.relation;
    })
    .toBe('update');
  await send(page, follow);
  await expect.poll(() => mastodon.statuses.length, soon).toBe(2);
  const [first, correction] = mastodon.statuses;
  expect([correction!.text, correction!.inReplyTo]).toEqual([`${better.title}\n\n${better.content}`, first!.id]);
});
