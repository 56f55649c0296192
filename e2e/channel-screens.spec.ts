import { expect } from '@playwright/test';
import { startSmsc } from '#server/testing/peers/smsc.ts';
import { expectAccessible } from './accessible.ts';
import { sendReport } from './board-alarm.ts';
import { test } from './journey.ts';
import { type Ask, askAs } from './roles.ts';
import { signIn } from './sign-in.ts';

/** Asks as the owner; nothing may be refused. */
async function asker(request: Parameters<typeof askAs>[0]) {
  const { ask } = await askAs(request);
  return async (...given: Parameters<Ask>) => {
    const { data, refusals } = await ask(...given);
    expect(refusals).toEqual([]);
    return data;
  };
}

test('a new channel says at once all that is missing, what hardly anybody needs is folded, and its trouble stands on top', async ({
  page,
}) => {
  const away = await startSmsc();
  await away.stop();
  await signIn(page, 'de');
  await page.goto('/#/administration/channels');
  await page.getByRole('button', { name: 'Kanal anlegen' }).click();
  const form = page.getByRole('form', { name: 'Kanal' });
  const field = (name: string) => form.getByRole('textbox', { name, exact: true });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'SMS über seven' }).click();
  await expect(field('Name')).toHaveValue('SMS über seven');
  await page.getByRole('button', { name: 'Andere Art wählen' }).click();
  await page.getByRole('button', { name: 'SMS über SMPP' }).click();
  const settings = form.getByRole('group', { name: 'Einstellungen' });
  await settings.getByLabel('Passwort', { exact: true }).fill('geheim'); // also of a provider that was chosen just now
  const codes = settings.getByRole('textbox', { name: 'Eigene command_status' });
  await expect(codes).toBeHidden();
  await settings.getByText('Erweitert', { exact: true }).click();
  await codes.fill('alle');
  await settings.getByText('Erweitert', { exact: true }).click();
  await form.getByRole('button', { name: 'Anlegen' }).click();
  const wanted = [field('SMSC'), field('system_id'), codes];
  for (const input of wanted) await expect(input).toHaveAttribute('aria-invalid', 'true');
  await expect(field('SMSC')).toBeFocused();
  await field('Name').fill('SMSC im Keller');
  await field('SMSC').fill(`127.0.0.1:${away.port}`);
  await field('system_id').fill('meldekette');
  await codes.fill('');
  await settings.getByRole('combobox', { name: 'Verschlüsselung' }).selectOption('Keine (nur über VPN)');
  await form.getByRole('button', { name: 'Anlegen' }).click();
  const trouble = page.getByRole('alert').filter({ hasText: 'Über diesen Kanal kann zurzeit nicht gesendet werden' });
  await expect(trouble).toContainText('der Anbieter ist nicht erreichbar');
  await expect(trouble).toContainText('Seit');
  const top = async (what: typeof trouble) => (await what.boundingBox())!.y;
  const test = page.getByRole('button', { name: 'Testnachricht senden' });
  expect(await top(trouble)).toBeLessThan(await top(test));
  expect(await top(test)).toBeLessThan(await top(field('Name')));
  await field('Name').fill('SMSC unter dem Dach');
  const number = page.getByRole('textbox', { name: 'Mobilnummer' });
  await number.fill('');
  await form.getByRole('button', { name: 'Speichern und testen' }).click();
  await expect(number).toBeFocused();
  await number.fill('+4915112345678');
  await form.getByRole('button', { name: 'Speichern und testen' }).click();
  await expect(page.getByText('Die Testnachricht konnte nicht gesendet werden')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('row', { name: /SMSC unter dem Dach/ })).toContainText('Störung seit');
});

test('a channel that reaches nobody says so after the report went out without it, and is thrown away', async ({
  page,
}) => {
  const ask = await asker(page.request);
  const { channels, channelTypes, reportTypes, people } = await ask(`{
    channels(first: 200) { edges { node { id identifier } } } channelTypes(first: 50) { edges { node { id identifier } } }
    reportTypes(first: 50) { edges { node { id identifier } } } people(first: 2, isActive: true) { edges { node { id } } } }`);
  const idOf = (list: { edges: { node: { id: string; identifier: string } }[] }, wanted: string) =>
    list.edges.find(({ node }) => node.identifier === wanted)!.node.id;
  const { createChannel: push } = await ask('mutation ($i: CreateChannelInput!) { createChannel(input: $i) { id } }', {
    i: {
      name: 'Mitteilungen',
      channelType: idOf(channelTypes, 'webpush'),
      settings: { provider: 'webpush', contact: 'stab@example.org' },
    },
  });
  const { createEvent: event } = await ask(
    'mutation { createEvent(input: { name: "Niemand hat ein Gerät", mode: LIVE, isRunning: true }) { id _id } }',
  );
  const { createReport: report } = await ask(
    'mutation ($i: CreateReportInput!) { createReport(input: $i) { id _id } }',
    { i: { event: event.id, reportType: idOf(reportTypes, 'staff_information'), title: 'Probe', content: 'Text' } },
  );
  const { addReportChannels } = await ask(
    'mutation ($r: ID!, $c: [ID!]!) { addReportChannels(report: $r, channels: $c) { messages { edges { node { id } } } } }',
    { r: report.id, c: [idOf(channels, 'exercise'), push.id] },
  );
  const to = people.edges.map(({ node }: { node: { id: string } }) => node.id);
  for (const { node } of addReportChannels.messages.edges) {
    await ask('mutation ($m: ID!, $p: [ID!]) { setMessageRecipients(message: $m, people: $p) { id } }', {
      m: node.id,
      p: to,
    });
  }
  await signIn(page, 'de');
  await sendReport(ask, report.id);
  await page.goto(`/#/event/${event._id}/report/${report._id}`);
  const note = page.getByRole('alert').filter({ hasText: '„Mitteilungen“ erreicht niemanden' });
  await expect(note).toBeVisible();
  await expect(page.getByText('2 von 2 im Übungspostfach')).toBeVisible({ timeout: 40_000 });
  await page.goto(`/#/event/${event._id}`);
  const card = page.getByRole('article').filter({ has: page.getByRole('link', { name: 'Probe', exact: true }) });
  const leftOut = card.getByRole('listitem').filter({ hasText: 'Mitteilungen' });
  await expect(leftOut).toContainText('Nicht gesendet');
  await expect(card).not.toContainText('Entwurf');
  await page.goBack();
  await note.getByRole('button', { name: 'Verwerfen' }).click();
  await expect(note).toBeHidden();
  await expect(page.getByRole('button', { name: 'Auf weiterem Kanal senden' })).toBeVisible();
});
