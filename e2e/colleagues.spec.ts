import { expect, test } from '@playwright/test';
import { type Sure, sure } from './board-alarm.ts';
import { askAs, signInAs } from './roles.ts';
import { signIn } from './sign-in.ts';

type Edge = { node: { id: string; identifier: string } };

/** An exercise that runs, and drafts of an information in it: as many messages as are wanted, each to one person. */
async function draft(ask: Sure, event: string, title: string, messages: number) {
  const found = await ask(`{ reportTypes(first: 100) { edges { node { id identifier } } }
    channels { edges { node { id identifier } } } people(first: 1, isActive: true) { edges { node { id } } } }`);
  const withIdentifier = (of: string, identifier: string): string =>
    found[of].edges.find(({ node }: Edge) => node.identifier === identifier).node.id;
  const reportType = withIdentifier('reportTypes', 'staff_information');
  const input = { event, reportType, title, content: 'Bitte lesen.' };
  const { createReport } = await ask(
    'mutation ($input: CreateReportInput!) { createReport(input: $input) { id _id event { _id } } }',
    { input },
  );
  const channels = Array.from({ length: messages }, () => withIdentifier('channels', 'exercise'));
  const made: string[] = [];
  for (const channel of channels) {
    const { addReportChannels } = await ask(
      'mutation ($r: ID!, $c: [ID!]!) { addReportChannels(report: $r, channels: $c) { messages { edges { node { id } } } } }',
      { r: createReport.id, c: [channel] },
    );
    made.splice(0, made.length, ...addReportChannels.messages.edges.map(({ node }: Edge) => node.id));
  }
  for (const id of made) {
    await ask('mutation ($id: ID!, $p: [ID!]) { setMessageRecipients(message: $id, people: $p) { id } }', {
      id,
      p: [found['people'].edges[0].node.id],
    });
  }
  return { path: `/event/${createReport.event._id}/report/${createReport._id}`, messages: made };
}

test('what others prepare stands apart, and what somebody prepares stays in their hands while a part of it is sent', async ({
  page,
  browser,
}) => {
  const ask = sure((await askAs(page.request)).ask);
  const { createEvent } = await ask(
    'mutation { createEvent(input: { name: "Gemeinsam", mode: EXERCISE, isRunning: true }) { id _id } }',
  );
  const others = await browser.newContext();
  try {
    const editor = sure(await signInAs(await others.newPage(), 'editor'));
    await draft(editor, createEvent.id, 'Von der Redaktion begonnen', 1);
    const own = await draft(ask, createEvent.id, 'Selbst begonnen', 2);
    await signIn(page, 'de');
    await page.goto(`/#/event/${createEvent._id}`);
    await expect(page.getByRole('link', { name: 'Selbst begonnen' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Von der Redaktion begonnen' })).toHaveCount(0);
    await page.getByText('1 Entwurf von jemand anderem').click();
    await expect(page.getByRole('link', { name: 'Von der Redaktion begonnen' })).toBeVisible();

    await page.goto(`/#${own.path}`);
    await page.getByRole('button', { name: 'Weiter: Senden' }).click();
    const later = page.getByRole('dialog').getByRole('checkbox', { name: 'Später senden' });
    await later.check();
    await ask('mutation ($id: ID!, $key: String!) { sendMessage(id: $id, launchKey: $key) { id } }', {
      id: own.messages[0],
      key: own.messages[0],
    });
    // the text is bound from now on: the news has come
    await expect(page.getByRole('button', { name: 'Text ändern', includeHidden: true })).toHaveCount(0);
    await expect(later).toBeChecked();
    await page.getByRole('dialog').getByRole('button', { name: 'Nein', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Weiter: Senden' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('link', { name: 'Prüfen und senden' })).toBeVisible();
  } finally {
    await ask('mutation ($id: ID!) { finishEvent(id: $id) { id } }', { id: createEvent.id });
    await others.close();
  }
});

/** An exercise that runs, and what ends it. */
async function exercise(ask: Sure, name: string) {
  const { createEvent } = await ask(
    'mutation ($n: String!) { createEvent(input: { name: $n, mode: EXERCISE, isRunning: true }) { id } }',
    { n: name },
  );
  const id: string = createEvent.id;
  return { id, end: () => ask('mutation ($id: ID!) { finishEvent(id: $id) { id } }', { id }) };
}

test('what somebody was writing when a colleague sent it is not lost', async ({ page }) => {
  const ask = sure((await askAs(page.request)).ask);
  const event = await exercise(ask, 'Überholt');
  try {
    const own = await draft(ask, event.id, 'Selbst begonnen', 1);
    await signIn(page, 'de');
    await page.goto(`/#${own.path}`);
    await page.getByRole('button', { name: 'Text ändern' }).click();
    await page.getByRole('textbox', { name: 'Überschrift' }).fill('Neu formuliert');
    await ask('mutation ($id: ID!, $key: String!) { sendMessage(id: $id, launchKey: $key) { id } }', {
      id: own.messages[0],
      key: own.messages[0],
    });
    const overtaken = page.getByRole('alert').filter({ hasText: 'Ihr Text ist nicht gespeichert' });
    await expect(overtaken).toContainText('Neu formuliert');
    await expect(page.getByRole('heading', { level: 1, name: 'Selbst begonnen' })).toBeVisible();
    await overtaken.getByRole('button', { name: 'Verwerfen' }).click();
    await expect(overtaken).toHaveCount(0);
  } finally {
    await event.end();
  }
});

test('what is left of a report that follows another waits for its author once its text begins to be changed', async ({
  page,
}) => {
  const ask = sure((await askAs(page.request)).ask);
  const event = await exercise(ask, 'Zurückgenommen');
  const send = (id: string) =>
    ask('mutation ($id: ID!, $key: String!) { sendReport(id: $id, launchKey: $key) { id } }', { id, key: id });
  try {
    const first = await draft(ask, event.id, 'Zuerst', 1);
    const { message } = await ask('query ($id: ID!) { message(id: $id) { report { id } } }', { id: first.messages[0] });
    await send(message.report.id);
    const reached = 'query ($id: ID!) { message(id: $id) { messageResult { sent } } }';
    await expect
      .poll(async () => (await ask(reached, { id: first.messages[0] }))['message'].messageResult.sent, {
        timeout: 60_000,
      })
      .toBe(1);
    const { createFollowUp } = await ask(
      `mutation ($r: ID!) { createFollowUp(report: $r, kind: CORRECTION) {
        id _id event { _id } messages { edges { node { channel { id } } } } } }`,
      { r: message.report.id },
    );
    await send(createFollowUp.id);
    await ask('mutation ($r: ID!, $c: [ID!]!) { addReportChannels(report: $r, channels: $c) { id } }', {
      r: createFollowUp.id,
      c: [createFollowUp.messages.edges[0].node.channel.id],
    });
    await signIn(page, 'de');
    await page.goto(`/#/event/${createFollowUp.event._id}/report/${createFollowUp._id}?view=draft`);
    const held = page.waitForRequest((request) => {
      const { query, variables } = request.postDataJSON() ?? {};
      return query?.includes('mutation UpdateMessage') && Object.keys(variables.input).join() === 'id';
    });
    await page.getByRole('switch', { name: 'Eigener Text' }).click();
    await held;
  } finally {
    await event.end();
  }
});

test('what a colleague changed unseen is not sent: it says so, and is looked over again', async ({ page }) => {
  const ask = sure((await askAs(page.request)).ask);
  const { id, end } = await exercise(ask, 'Ungesehen');
  try {
    const own = await draft(ask, id, 'Bitte lesen', 1);
    await page.route('**/api/graphql/stream', (route) => route.abort()); // news of colleagues do not come through
    await signIn(page, 'de');
    await page.goto(`/#${own.path}`);
    await page.getByRole('button', { name: 'Weiter: Senden' }).click();
    const dialog = page.getByRole('dialog');
    const yes = dialog.getByRole('button', { name: 'Ja', exact: true });
    await expect(yes).toBeEnabled();
    await ask('mutation ($i: UpdateMessageInput!) { updateMessage(input: $i) { id } }', {
      i: { id: own.messages[0], content: 'Nicht lesen.' },
    });
    await yes.click();
    await expect(page.getByText('Jemand hat diesen Entwurf gerade geändert.')).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await page.getByRole('button', { name: 'Weiter: Senden' }).click();
    await yes.click();
    await expect(page.getByRole('button', { name: 'Weiter: Senden' })).toHaveCount(0);
    const { message } = await ask('query ($id: ID!) { message(id: $id) { status content } }', { id: own.messages[0] });
    expect(message.status).not.toBe('DRAFT');
    expect(message.content).toContain('Nicht lesen.');
  } finally {
    await end();
  }
});
