import { expect, type Page, type Route } from '@playwright/test';
import { alarmFunctions, createReadyActivation, sendAllMessages, sure } from './board-alarm.ts';
import { onlyInFull } from './in-full.ts';
import { test } from './journey.ts';
import { startMailPeer } from './mail-peer.ts';
import { askAs } from './roles.ts';
import { signIn } from './sign-in.ts';

const look = (page: Page, words: string) =>
  page
    .locator('.mantine-Badge-root', { hasText: words })
    .first()
    .evaluate((badge) => {
      const { backgroundColor, backgroundImage } = getComputedStyle(badge);
      return { backgroundColor, isHatched: backgroundImage.includes('repeating-linear-gradient') };
    });

test('distinguishes live events, exercises and prepared ones by colour and pattern', async ({ page }) => {
  const ask = sure((await askAs(page.request)).ask);
  const create = 'mutation ($input: CreateEventInput!) { createEvent(input: $input) { id _id name } }';
  const make = async (input: object) => (await ask(create, { input }))['createEvent'];
  const live = await make({ name: 'Ernst', mode: 'LIVE', isRunning: true });
  const exercise = await make({ name: 'Probe', mode: 'EXERCISE', isRunning: true });
  const draft = await make({ name: 'Später', mode: 'LIVE' });
  try {
    await signIn(page, 'de');
    const badges: Awaited<ReturnType<typeof look>>[] = [];
    for (const [event, words] of [
      [live, 'Laufend'],
      [exercise, 'Laufend'],
      [draft, 'Entwurf'],
    ] as const) {
      await page.goto(`/#/event/${event._id}`);
      await expect(page.getByRole('heading', { level: 1, name: event.name })).toBeVisible();
      await expect(page.getByText('ÜBUNG', { exact: true })).toHaveCount(event === exercise ? 1 : 0);
      badges.push(await look(page, words));
    }
    expect(badges.map(({ isHatched }) => isHatched)).toEqual([false, true, false]);
    expect(new Set(badges.map(({ backgroundColor }) => backgroundColor)).size).toBe(3);
  } finally {
    for (const { id } of [live, exercise]) await ask('mutation ($id: ID!) { finishEvent(id: $id) { id } }', { id });
    for (const { id } of [live, exercise]) await ask('mutation ($id: ID!) { archiveEvent(id: $id) { id } }', { id });
  }
});

test('one strip on the start page names all events without any notified person', async ({ page }) => {
  const ask = sure((await askAs(page.request)).ask);
  const { mailingLists } = await ask('{ mailingLists(first: 1, isActive: true) { edges { node { id } } } }');
  const alarm = async (name: string) => {
    const { report } = await createReadyActivation(ask, name, mailingLists.edges[0].node.id, { mode: 'LIVE' });
    await sendAllMessages(ask, report);
  };
  const running = '{ events(first: 50, isRunning: true) { edges { node { id name mode } } } }';
  for (const { node } of (await ask(running))['events'].edges)
    if (node.mode === 'LIVE') await ask('mutation ($id: ID!) { finishEvent(id: $id) { id } }', { id: node.id });
  await alarm('Innen Eins');
  await signIn(page, 'de');
  const strip = page.getByRole('alert').filter({ hasText: 'Niemand wurde benachrichtigt' });
  await expect(strip).toContainText('Innen Eins');
  await expect(strip).toContainText('diese Aktivierung bisher');
  await alarm('Innen Zwei');
  await expect(strip).toContainText('Innen Zwei');
  await expect(strip).toHaveCount(1);
  await expect(strip).toContainText('Innen Eins');
  await expect(strip).toContainText('diese Aktivierungen bisher');
  const { edges } = (await ask(running))['events'];
  const first = edges.find(({ node }: { node: { name: string } }) => node.name === 'Innen Eins');
  await ask('mutation ($id: ID!) { finishEvent(id: $id) { id } }', { id: first.node.id });
  await expect(strip).not.toContainText('Innen Eins');
  await expect(strip).toContainText('diese Aktivierung bisher');
});

test('an alarm whose only channel is unavailable is not shown as out before its delivery', async ({ page }) => {
  test.setTimeout(120_000);
  const ask = sure((await askAs(page.request)).ask);
  const { mailingLists, channelTypes } = await ask(
    '{ mailingLists(first: 1, isActive: true) { edges { node { id } } } channelTypes(first: 50) { edges { node { id identifier } } } }',
  );
  type Type = { node: { id: string; identifier: string } };
  const mail = channelTypes.edges.find(({ node }: Type) => node.identifier === 'email').node.id;
  const settings = (port: number) => ({
    provider: 'smtp',
    host: '127.0.0.1',
    port,
    secure: 'none',
    from: 'stab@example.org',
  });
  const { createChannel } = await ask(
    'mutation ($input: CreateChannelInput!) { createChannel(input: $input) { id } }',
    { input: { channelType: mail, name: 'Tote Post', settings: settings(1) } },
  );
  const peer = await startMailPeer();
  try {
    const list = mailingLists.edges[0].node.id;
    const alarm = await createReadyActivation(ask, 'Tote Leitung', list, { mode: 'LIVE', channel: createChannel.id });
    await sendAllMessages(ask, alarm.report);
    await signIn(page, 'de');
    const strip = page.getByRole('alert').filter({ hasText: 'Niemand wurde benachrichtigt' });
    await expect(strip.getByRole('link', { name: 'Tote Leitung' })).toBeVisible({ timeout: 30_000 });
    await page.goto(`/#${alarm.path}`);
    await expect(page.getByText(/^Nicht zugestellt: .* sollten gefragt werden · versucht/)).toBeVisible();
    await expect(page.getByText(/^Alarm raus/)).toHaveCount(0);
    await strip.getByRole('button', { name: 'Jetzt anrufen' }).click();
    await expect(page).toHaveURL(/show=unanswered/);
    const change = (input: Record<string, unknown>) =>
      ask('mutation ($input: UpdateChannelInput!) { updateChannel(input: $input) { id } }', {
        input: { id: createChannel.id, ...input },
      });
    await change({ settings: settings(peer.port) });
    await expect(page.getByText(/^Alarm raus/)).toBeVisible({ timeout: 60_000 });
    await expect(strip).toHaveCount(0);
    expect(peer.mails.length).toBeGreaterThan(0);
    // the next one reaches some before its channel is switched off, and another one is stopped before it reaches anybody
    const second = await createReadyActivation(ask, 'Stumme Leitung', list, {
      mode: 'LIVE',
      channel: createChannel.id,
    });
    peer.most = peer.mails.length + 20;
    await sendAllMessages(ask, second.report);
    await page.goto(`/#${second.path}`);
    await expect(page.getByText(/^Alarm raus/)).toBeVisible();
    await change({ isActive: false });
    await expect(page.getByText('Der Kanal ist ausgeschaltet. Es geht weiter, sobald')).toBeVisible();
    await expect(page.getByText(/gefragt · \d+ noch nicht erreicht: Der Kanal sendet nicht/)).toBeVisible();
    await page.goto('/#/');
    await expect(page.getByRole('article').filter({ hasText: 'Stumme Leitung' })).toContainText('noch nicht erreicht');
    await change({ isActive: true, settings: settings(1) });
    const third = await createReadyActivation(ask, 'Gestoppte Leitung', list, {
      mode: 'LIVE',
      channel: createChannel.id,
    });
    await sendAllMessages(ask, third.report);
    await expect(strip.getByRole('link', { name: 'Jetzt anrufen' })).toBeVisible({ timeout: 30_000 });
    await page.goto(`/#${third.path}`);
    await page.getByRole('button', { name: 'Stoppen' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Ja', exact: true }).click();
    await expect(page.getByText('Niemand wurde benachrichtigt: Der Versand wurde gestoppt')).toBeVisible();
    await page.goto('/#/');
    await expect(strip).toContainText('Diese Aktivierung wurde gestoppt, bevor jemand sie bekommen hat.');
    for (const { eventId } of [alarm, second, third])
      await ask('mutation ($id: ID!) { finishEvent(id: $id) { id } }', { id: eventId });
  } finally {
    await peer.stop();
  }
});

test('people have the mark of the crisis team; groups and lists do not, as nearly all include it', async ({ page }) => {
  await signIn(page, 'de');
  for (const path of ['/groups', '/mailinglists']) {
    await page.goto(`/#${path}`);
    await expect(page.locator('main li').first()).toBeVisible();
    await expect(page.locator('main .mantine-Badge-root', { hasText: 'Krisenstab' })).toHaveCount(0);
  }
  await page.goto('/#/groups?view=people&crisis=1');
  await expect(page.locator('main .mantine-Badge-root', { hasText: 'Krisenstab' }).first()).toBeVisible();
});

test('asks for the event after the kind of message if none is chosen', async ({ page }) => {
  await signIn(page, 'de', '/communication');
  await page.getByRole('button', { name: /^Mitarbeiterinformation/ }).click();
  const question = page.getByRole('dialog', { name: 'Was ist passiert?' });
  await question.getByRole('button', { name: /^Stromausfall Ausfall/ }).click();
  await expect(page.getByRole('heading', { name: 'Mitarbeiterinformation prüfen' })).toBeVisible();
  await expect(page.getByText('Stromausfall').first()).toBeVisible();
  await page.getByRole('button', { name: 'Entwurf verwerfen' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ja', exact: true }).click();
});

onlyInFull(test)(
  'a person with a name of 200 letters takes two lines of an alarm’s list and widens nothing',
  async ({ page }) => {
    const ask = sure((await askAs(page.request)).ask);
    const [firstName, lastName] = ['Vorname'.repeat(14), 'Langername'.repeat(10)];
    const alarm = await alarmFunctions(ask, 'Langer Name', [
      { name: 'Namen', people: [{ lastName: 'Kurz', phones: ['+4930555009'] }] },
    ]);
    const rename = 'mutation ($input: UpdatePersonInput!) { updatePerson(input: $input) { id } }';
    try {
      await ask(rename, { input: { id: alarm.people[0]!.id, firstName, lastName } });
      await signIn(page, 'de', alarm.path);
      const name = page.getByRole('link', { name: `${firstName} ${lastName}` }).first();
      await expect(name).toBeVisible();
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 844 });
        const { lines, wider } = await name.evaluate((link) => ({
          lines: Math.round(link.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(link).lineHeight)),
          wider: document.documentElement.scrollWidth - innerWidth,
        }));
        expect(lines, `${width}`).toBeLessThanOrEqual(2);
        expect(wider, `${width}`).toBeLessThanOrEqual(0);
      }
    } finally {
      await alarm.end();
    }
  },
);

test('dialogs before an alarm return the focus, keep typed text, and cannot be closed while sending', async ({
  page,
}) => {
  await signIn(page, 'de', '/activation?mode=EXERCISE');
  await page.getByRole('button', { name: /^Brand/ }).click();
  const next = page.getByRole('button', { name: 'Weiter: Senden' });
  await expect(next).toBeEnabled();
  for (const close of [() => page.keyboard.press('Escape'), () => page.getByRole('button', { name: 'Nein' }).click()]) {
    await next.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Nein' })).toBeFocused();
    await close();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(next).toBeFocused();
  }

  const dialogs = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Antworten ändern' }).click();
  await page.getByLabel('Antwort 1 (Deutsch)').fill('Ich komme gleich');
  await page.mouse.click(5, 400);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByLabel('Antwort 1 (Deutsch)')).toHaveValue('Ich komme gleich');
  await expect(dialogs).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(dialogs).toHaveCount(0);
  await page.getByRole('button', { name: 'Entwurf verwerfen' }).click();
  await expect(dialogs.getByRole('button', { name: 'Nein' })).toBeVisible();
  await page.mouse.click(5, 400); // a question is answered with No by it
  await expect(dialogs).toHaveCount(0);

  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route('**/api/graphql/', async (route: Route) => {
    if (route.request().postData()?.includes('"operationName":"SendReport"')) await held;
    await route.fallback();
  });
  await page.getByRole('button', { name: 'Weiter: Senden' }).click();
  await dialogs.getByRole('button', { name: 'Ja', exact: true }).click();
  await expect(dialogs.getByRole('button', { name: 'Nein' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(dialogs.getByRole('button', { name: 'Schließen' })).toBeDisabled();
  go();
  await expect(page.getByText(/^Alarm raus/)).toBeVisible();
});

test('the user menu opens by keyboard with its button and returns the focus', async ({ page }) => {
  await signIn(page, 'de');
  const button = page.getByRole('button', { name: /^Benutzermenü/ });
  for (let time = 0; time < 2; time++) {
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Profil verwalten' })).toBeFocused();
    await expect(button).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(button).toBeFocused();
  }
});

test('names live events without an alert in one line on top, with the way to alarm in view', async ({ page }) => {
  const ask = sure((await askAs(page.request)).ask);
  const create = 'mutation ($input: CreateEventInput!) { createEvent(input: $input) { id } }';
  const events: string[] = [];
  for (const name of ['Erstes Hochwasser', 'Zweites Hochwasser', 'Drittes Hochwasser'])
    events.push((await ask(create, { input: { name, mode: 'LIVE', isRunning: true } }))['createEvent'].id);
  try {
    await page.setViewportSize({ width: 390, height: 664 });
    await signIn(page, 'de');
    const line = page.getByRole('main').getByRole('paragraph').filter({ hasText: 'Noch niemand alarmiert:' });
    await expect(line).toBeVisible();
    await expect(line).toContainText('weitere');
    await expect(page.getByRole('link', { name: /^Alarmieren/ })).toBeInViewport({ ratio: 0.8 });
    const names = await page.getByRole('article').getByRole('heading').allTextContents();
    expect(names.slice(0, 3).some((name) => name.includes('Hochwasser'))).toBe(true);
    await line.getByRole('link').first().click();
    await expect(page).toHaveURL(/\/event\/\d+$/);
  } finally {
    for (const id of events) {
      await ask('mutation ($id: ID!) { finishEvent(id: $id) { id } }', { id });
      await ask('mutation ($id: ID!) { archiveEvent(id: $id) { id } }', { id });
    }
  }
});
