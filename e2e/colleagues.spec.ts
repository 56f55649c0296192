import { expect, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { createReadyActivation, sure } from './board-alarm.ts';
import { deafen, draft, during, exercise, lookedOver } from './looked-over.ts';
import { askAs, signInAs } from './roles.ts';
import { signIn } from './sign-in.ts';

test('separates drafts of others, and a draft stays with its author while a part is sent', async ({
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
    for (const path of ['/#/', '/#/events']) {
      await page.goto(path);
      const card = page.getByRole('article').filter({ has: page.locator(`a[href$="/event/${createEvent._id}"]`) });
      await expect(card).toContainText('Noch niemand alarmiert');
      // an information isn't an alarm
      await expect(card.getByRole('link', { name: 'Krisenstab alarmieren' })).toHaveAttribute(
        'href',
        `#/activation?event=${createEvent._id}&mode=EXERCISE`,
      );
    }
    await page.goto(`/#/event/${createEvent._id}`);
    await expect(page.getByText('Noch niemand alarmiert')).toBeVisible();
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

test('a begun alarm is one tap away on the card of its event', async ({ page }) => {
  const ask = sure((await askAs(page.request)).ask);
  const { createMailingList } = await ask('mutation { createMailingList(input: { name: "Begonnen" }) { id } }');
  const { eventId, path } = await createReadyActivation(ask, 'Begonnen', createMailingList.id);
  try {
    await signIn(page, 'de');
    for (const at of ['/#/', '/#/events']) {
      await page.goto(at);
      const card = page.getByRole('article').filter({ has: page.locator(`a[href$="${path.split('/report/')[0]}"]`) });
      await expect(card).toContainText('Noch niemand alarmiert');
      await expect(card.getByRole('link', { name: 'Prüfen und senden' })).toHaveAttribute('href', `#${path}`);
    }
  } finally {
    await ask('mutation ($id: ID!) { finishEvent(id: $id) { id } }', { id: eventId });
    await ask('mutation ($id: ID!) { deleteMailingList(id: $id) { __typename } }', { id: createMailingList.id });
  }
});

test('keeps the text of a draft that a colleague sends', async ({ page }) => {
  const ask = sure((await askAs(page.request)).ask);
  const event = await exercise(ask, 'Überholt');
  try {
    const own = await draft(ask, event.id, 'Selbst begonnen', 1);
    await signIn(page, 'de', own.path);
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

test('the rest of a follow-up report waits for its author once its text is edited', async ({ page }) => {
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
    await signIn(page, 'de', `/event/${createFollowUp.event._id}/report/${createFollowUp._id}?view=draft`);
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

test('shows an unseen change of a colleague first, before any question', async ({ page }) => {
  await during(page, 'Ungesehen', async (ask, event) => {
    const { deaf, hear, quiet } = await deafen(page);
    const { next, dialog, yes, told, text, colleague, sent } = await lookedOver(page, ask, event);
    await expect(next).toBeEnabled();
    await deaf();
    await colleague();
    await next.click();
    await expect(told).toBeVisible();
    await expect(page.getByText('Jemand hat den Entwurf gerade geändert.')).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await expect(text).toHaveCount(0);
    hear();
    await expect(text).toBeVisible();
    await quiet();
    await next.click();
    await yes.click();
    await expect(next).toHaveCount(0);
    expect((await sent()).content).toContain('Nicht lesen.');
  });
});

for (const [when, failing, says] of [
  ['while the question is open', '', undefined],
  ['and the last look is not possible', 'query Preflight(', /Die Zahl der Personen ist nicht neu geprüft\. Hat jemand/],
] as const) {
  test(`does not send an unseen change of a colleague, ${when}`, async ({ page }) => {
    await during(page, 'Ungehört', async (ask, event) => {
      const { deaf, hear, quiet } = await deafen(page);
      const { next, dialog, yes, told, text, colleague, sent } = await lookedOver(page, ask, event);
      await expect(next).toBeEnabled();
      await deaf(failing);
      await next.click();
      await expect(yes).toBeEnabled();
      if (says) await expect(dialog.getByText(says)).toBeVisible();
      await colleague();
      await yes.click();
      await expect(told).toBeVisible();
      await expect(dialog).toHaveCount(0);
      expect((await sent()).status).toBe('draft');
      hear();
      await expect(text).toBeVisible();
      await quiet();
      // a late change closes the question again
      await expect(async () => {
        if ((await next.count()) === 0) return; // sent
        if ((await dialog.count()) === 0) await next.click({ timeout: 5000 });
        await yes.click({ timeout: 5000 });
        await expect(next).toHaveCount(0, { timeout: 5000 });
      }).toPass({ timeout: 60_000 });
      expect((await sent()).content).toContain('Nicht lesen.');
    });
  });
}

test("the open question shows a colleague's change at once and leads back", async ({ page }) => {
  await during(page, 'Mitgehört', async (ask, event) => {
    const { next, dialog, yes, text, colleague, sent } = await lookedOver(page, ask, event);
    await next.click();
    await expect(yes).toBeEnabled();
    await colleague();
    await expect(dialog.getByRole('alert')).toContainText(
      'Jemand hat den Entwurf geändert, während diese Frage offen war.',
    );
    await expect(yes).toHaveCount(0);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Ansehen' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(text).toBeVisible();
    await next.click();
    await yes.click();
    await expect(next).toHaveCount(0);
    expect((await sent()).content).toContain('Nicht lesen.');
  });
});

test('unsent parts and own changes do not block sending', async ({ page }) => {
  await during(page, 'Unbehelligt', async (ask, event) => {
    const { report, next, dialog, yes, told, sent } = await lookedOver(page, ask, event);
    await page.getByRole('button', { name: 'Text ändern' }).click();
    await page.getByRole('textbox', { name: 'Überschrift' }).fill('Selbst geändert');
    // the page hears of its own change late
    await page.route('**/api/graphql/', async (route) => {
      if (/query (Report|Seen)\b/.test(route.request().postDataJSON()?.query ?? '')) await page.waitForTimeout(700);
      await route.continue();
    });
    await page.getByRole('button', { name: 'Fertig' }).click();
    await next.click();
    await expect(yes).toBeEnabled();
    await ask('mutation ($r: ID!) { setStandDown(report: $r, on: true) { id } }', { r: report });
    await ask('mutation ($i: UpdateEventInput!) { updateEvent(input: $i) { id } }', {
      i: { id: event, name: 'Umbenannt' },
    });
    await yes.click();
    await expect(next).toHaveCount(0);
    await expect(dialog).toHaveCount(0);
    await expect(told).toHaveCount(0);
    expect((await sent()).status).not.toBe('draft');
  });
});
