import { expect } from '@playwright/test';
import { type Sure, sendAllMessages, sure } from './board-alarm.ts';
import { test } from './journey.ts';
import { askAs } from './roles.ts';
import { signIn } from './sign-in.ts';

type Node = { node: { id: string; identifier: string } };

/** Creates a report for the public on a new channel, unsent, in a new live event. */
async function publicReport(ask: Sure, name: string, channelType: string, settings: object) {
  const found = await ask(`{ channelTypes(first: 100) { edges { node { id identifier } } }
    reportTypes(first: 100) { edges { node { id identifier } } } }`);
  const idOf = (of: string, identifier: string): string =>
    found[of].edges.find(({ node }: Node) => node.identifier === identifier).node.id;
  const channel = await ask('mutation ($input: CreateChannelInput!) { createChannel(input: $input) { id } }', {
    input: { name, channelType: idOf('channelTypes', channelType), settings },
  });
  const { createEvent: event } = await ask(
    'mutation ($input: CreateEventInput!) { createEvent(input: $input) { id _id } }',
    { input: { name, mode: 'LIVE', isRunning: true } },
  );
  const { createReport: report } = await ask(
    'mutation ($input: CreateReportInput!) { createReport(input: $input) { id _id } }',
    {
      input: {
        ...{ event: event.id, reportType: idOf('reportTypes', 'public_information'), title: name },
        content: 'Bitte kochen Sie das Trinkwasser ab.',
      },
    },
  );
  await ask('mutation ($r: ID!, $c: [ID!]!) { addReportChannels(report: $r, channels: $c) { id } }', {
    ...{ r: report.id, c: [channel['createChannel'].id] },
  });
  return { event, report };
}

const finish = (ask: Sure, id: string) => ask('mutation ($id: ID!) { finishEvent(id: $id) { id } }', { id });

test('the fields of a warning are stored while the cursor stays in them', async ({ page }) => {
  const ask = sure((await askAs(page.request)).ask);
  const sender = { provider: 'cap', sender: 'warnung@klinikum.example' };
  const { event, report } = await publicReport(ask, 'Keime im Trinkwasser', 'cap', sender);
  const storedArea = async () => {
    const { report: stored } = await ask(
      'query ($id: ID!) { report(id: $id) { messages { edges { node { feedValues } } } } }',
      {
        id: report.id,
      },
    );
    return stored.messages.edges[0].node.feedValues?.areaDesc ?? null;
  };
  try {
    await signIn(page, 'de', `/event/${event._id}/report/${report._id}`);
    const area = page.getByRole('textbox', { name: 'Gebiet in Worten', exact: true });
    await area.fill('Nordstadt');
    await expect.poll(storedArea).toBe('Nordstadt');
    await expect(area).toBeFocused();
    await area.fill('Nordstadt und Hafen');
    await expect.poll(storedArea).toBe('Nordstadt und Hafen');
  } finally {
    await finish(ask, event.id);
  }
});

test('an event that only informs the public does not lack an alarm, and its report links to the public page', async ({
  page,
}) => {
  const ask = sure((await askAs(page.request)).ask);
  const { event, report } = await publicReport(ask, 'Besuchszeiten geändert', 'webfeed', {});
  const { createEvent: silent } = await ask(
    'mutation { createEvent(input: { name: "Stromausfall am Hafen", mode: LIVE, isRunning: true }) { id _id } }',
  );
  try {
    await sendAllMessages(ask, report.id);
    await signIn(page, 'de', `/event/${silent._id}`);
    await expect(page.getByRole('heading', { name: 'Stromausfall am Hafen' })).toBeVisible();
    await expect(page.getByText('Noch niemand alarmiert', { exact: true })).toBeVisible();
    await page.goto(`/#/event/${event._id}`);
    await expect(page.getByRole('heading', { name: 'Besuchszeiten geändert' }).first()).toBeVisible();
    await expect(page.getByText('Noch niemand alarmiert', { exact: true })).toHaveCount(0);
    await page.goto(`/#/event/${event._id}/report/${report._id}`);
    const link = page.getByRole('link', { name: /\/public\/\d+\/[\da-f-]{36}$/ });
    const shown = await page.request.get((await link.getAttribute('href'))!);
    expect(await shown.text()).toContain('Bitte kochen Sie das Trinkwasser ab.');
  } finally {
    for (const { id } of [event, silent]) await finish(ask, id);
  }
});
