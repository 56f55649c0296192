import { expect } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { test } from './journey.ts';
import { askAsOwner } from './roles.ts';
import { signIn } from './sign-in.ts';

type Edge = { node: { id: string; channel: { id: string } } };

test('each channel previews its message while typing, and its own text is switched on and off', async ({
  page,
  request,
}) => {
  await signIn(page, 'de');
  const ask = await askAsOwner(request);
  const { channelTypes, reportTypes, mailingLists } = await ask(`{
    channelTypes(first: 50) { edges { node { id identifier } } } reportTypes(first: 50) { edges { node { id identifier } } }
    mailingLists(first: 50) { edges { node { id name } } } event(id: "/api/v2/events/5") { id } }`);
  const idOf = (list: { edges: { node: { id: string; identifier?: string; name?: string } }[] }, name: string) =>
    list.edges.find(({ node }) => node.identifier === name || node.name === name)!.node.id;
  const channel = async (type: string, name: string, settings: object) =>
    (
      await ask('mutation ($input: CreateChannelInput!) { createChannel(input: $input) { id } }', {
        input: { channelType: idOf(channelTypes, type), name, settings },
      })
    ).createChannel.id as string;
  const sms = await channel('sms', 'Kurznachricht', { provider: 'smpp', hosts: '127.0.0.1:1', systemId: 'x' });
  const mail = await channel('email', 'Post', { provider: 'smtp', host: '127.0.0.1', from: 'stab@example.org' });
  const { eventTypes } = await ask('{ eventTypes(first: 1, isActive: true) { edges { node { id } } } }');
  const { createCommunication: report } = await ask(
    'mutation ($input: CreateActivationInput!) { createCommunication(input: $input) { id _id } }',
    {
      input: {
        event: '/api/v2/events/5',
        eventType: eventTypes.edges[0].node.id,
        reportType: idOf(reportTypes, 'staff_information'),
        channels: [sms, mail],
        lists: [idOf(mailingLists, 'Führungskräfte')],
        title: 'Treffpunkt',
        content: 'Bitte kommen Sie in den Hof.',
      },
    },
  );
  try {
    await page.goto(`/#/event/5/report/${report._id}`);
    const phone = page.getByRole('region', { name: 'Kurznachricht' });
    await expect(phone.getByText('ÜBUNG: Treffpunkt')).toBeVisible();
    await expect(phone.getByText('1 SMS', { exact: true })).toBeVisible();
    const letter = page.getByRole('region', { name: 'Post' });
    await expect(letter.frameLocator('iframe').getByText('Bitte kommen Sie in den Hof.')).toBeVisible();
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Text ändern' }).first().click();
    await page.getByLabel('Text', { exact: true }).fill(`Bitte kommen Sie – ş${'sofort '.repeat(12)}in den Hof.`);
    await expect(phone.getByText('2 SMS-Teile', { exact: true })).toBeVisible();
    await expect(phone.getByText('nur 70 statt 160 Zeichen wegen: –')).toBeVisible();
    await expect(letter.frameLocator('iframe').getByText('sofort sofort')).toBeVisible();
    await page.getByRole('button', { name: 'Fertig' }).click();

    await phone.getByRole('switch', { name: 'Eigener Text' }).click();
    const own = phone.getByLabel('Text', { exact: true });
    await expect(own).toContainText('sofort sofort'); // the editor starts with the common text
    await own.fill('Kommt in den Hof.');
    await phone.getByRole('button', { name: 'Fertig' }).click();
    await expect(phone.getByText('1 SMS', { exact: true })).toBeVisible();
    await expect(phone.getByRole('listitem').filter({ hasText: 'Kommt in den Hof.' })).toBeVisible();
    await expect(letter.frameLocator('iframe').getByText('sofort sofort')).toBeVisible();
    await phone.getByRole('switch', { name: 'Eigener Text' }).click();
    await page.getByRole('button', { name: 'Rückgängig' }).hover(); // it stays while the pointer is over it
    await expect(phone.getByText('2 SMS-Teile', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Rückgängig' }).click();
    await expect(phone.getByRole('listitem').filter({ hasText: 'Kommt in den Hof.' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Rückgängig' })).toHaveCount(0); // it leaves slowly
    await page.getByRole('switch', { name: 'Kurznachricht' }).click();
    await expect(phone).toBeHidden();
    await page.getByRole('button', { name: 'Rückgängig' }).click();
    await expect(phone.getByRole('listitem').filter({ hasText: 'Kommt in den Hof.' })).toBeVisible();

    // later text stays
    await expect(page.getByRole('button', { name: 'Rückgängig' })).toHaveCount(0);
    await phone.getByRole('switch', { name: 'Eigener Text' }).click();
    await page.getByRole('button', { name: 'Rückgängig' }).hover();
    const found = await ask(
      'query ($id: ID!) { report(id: $id) { messages { edges { node { id channel { id } } } } } }',
      {
        id: report.id,
      },
    );
    const { node } = found.report.messages.edges.find((edge: Edge) => edge.node.channel.id === sms)!;
    await ask('mutation ($i: UpdateMessageInput!) { updateMessage(input: $i) { id } }', {
      i: { id: node.id, content: 'Kommt in den Saal.' },
    });
    await page.getByRole('button', { name: 'Rückgängig' }).click();
    await expect(page.getByText('Das wurde inzwischen von jemand anderem geändert.')).toBeVisible();
    await expect(phone.getByRole('listitem').filter({ hasText: 'Kommt in den Saal.' })).toBeVisible();

    // a new message replaces the earlier one
    await page.getByRole('switch', { name: 'Kurznachricht' }).click();
    await expect(phone).toBeHidden();
    await expect(page.getByRole('button', { name: 'Rückgängig' })).toBeVisible();
    await page.getByRole('switch', { name: 'Kurznachricht' }).click();
    await expect(phone.getByRole('listitem').filter({ hasText: 'sofort sofort' }).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Rückgängig' })).toHaveCount(0);

    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('tab', { name: 'Post' }).click();
    await expect(letter.frameLocator('iframe').getByText('sofort sofort')).toBeVisible();
    await expect(phone).toBeHidden();
    await expectAccessible(page);
  } finally {
    await ask('mutation ($id: ID!) { deleteReport(id: $id) { id } }', { id: report.id });
    for (const id of [sms, mail])
      await ask('mutation ($input: UpdateChannelInput!) { updateChannel(input: $input) { id } }', {
        input: { id, isActive: false },
      });
  }
});
