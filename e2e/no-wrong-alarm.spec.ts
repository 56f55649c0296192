import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { askAsOwner } from './roles.ts';
import { signIn } from './sign-in.ts';

/** A live event of this kind that is running. */
async function runEvent(page: Page, kind: string, name: string): Promise<number> {
  const ask = await askAsOwner(page.request);
  const { eventTypes } = await ask('{ eventTypes(first: 50) { edges { node { id identifier } } } }');
  const type = eventTypes.edges.find(({ node }: { node: { identifier: string } }) => node.identifier === kind).node.id;
  const { createEvent } = await ask('mutation ($input: CreateEventInput!) { createEvent(input: $input) { _id } }', {
    input: { name, eventType: type, isRunning: true },
  });
  return createEvent._id;
}

// live events cause questions in later tests
test.afterEach(async ({ page }) => {
  const ask = await askAsOwner(page.request);
  const { events } = await ask('{ events(first: 50, isRunning: true) { edges { node { id mode } } } }');
  for (const { node } of events.edges) {
    if (node.mode === 'LIVE') await ask('mutation ($id: ID!) { finishEvent(id: $id) { id } }', { id: node.id });
  }
});

test('a tile of another kind asks first; title, text and place match it and include typed words', async ({ page }) => {
  await signIn(page, 'de');
  const event = await runEvent(page, 'mass_casualty', 'Busunfall B 10');
  await page.getByRole('link', { name: /^Alarmieren/ }).click();
  await page.getByRole('button', { name: /^Stromausfall Ausfall/ }).click();
  const question = page.getByRole('dialog', { name: 'Stromausfall: neues Ereignis?' });
  await expect(question.getByRole('button', { name: 'Neues Ereignis „Stromausfall“ (empfohlen)' })).toBeFocused();
  const belongs = question.getByRole('button', { name: 'Gehört zu „Busunfall B 10“' });
  await expect(belongs).toHaveText(/^Gehört zu „Busunfall B 10“ Massenanfall von Verletzten( · .+)? · seit \d\d:\d\d$/);
  await belongs.click();

  await expect(page.getByText('ALARM: Stromausfall – Hauptgebäude', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('Treffpunkt: Lagezentrum').first()).toBeVisible();
  await expect(page.getByText('Dieser Alarm hat einen anderen Ereignistyp')).toBeVisible();
  await expect(page.getByText('Vorgeschlagen: der übliche Ort.')).toBeVisible();
  const where = page.getByRole('combobox', { name: 'Wo?' });
  await expect(where).toHaveValue('Hauptgebäude');
  await where.fill('Parkhaus Süd, Ebene 2');
  await expect(page.getByText('ALARM: Stromausfall – Parkhaus Süd, Ebene 2').first()).toBeVisible();
  await page.getByRole('textbox', { name: 'Genaueres' }).fill('Kabel durchtrennt');
  await expect(page.getByText('Kabel durchtrennt').first()).toBeVisible();
  await expect(page.getByText('Vorgeschlagen: der übliche Ort.')).toHaveCount(0);

  // nothing of it is true of the event before it is sent
  await page.goto(`/#/event/${event}`);
  await expect(page.getByText('Massenanfall von Verletzten').first()).toBeVisible();
  await expect(page.getByText('Aktivierung als Stromausfall')).toHaveCount(0);
  await page.getByRole('link', { name: 'Aktivierung prüfen und senden' }).click();
  await page.getByRole('button', { name: 'Weiter: Senden' }).click();
  const dialog = page.getByRole('dialog', { name: 'Niemand wird benachrichtigt. Nur ins Übungspostfach senden?' });
  await dialog.getByRole('button', { name: 'Ja', exact: true }).click();

  await expect(
    page.getByText('Niemand wurde benachrichtigt: Diese Aktivierung liegt nur im Übungspostfach.'),
  ).toBeVisible();
  await expect(page.getByText(/^Nur zur Probe: \d+ im Übungspostfach · \d\d:\d\d · \d+ in Reserve$/)).toBeVisible();
  await expect(page.getByText('Wartet auf Antworten').first()).toBeVisible();
  await page.getByText('Text ansehen').click();
  await expect(page.getByText('ALARM: Stromausfall – Parkhaus Süd, Ebene 2').first()).toBeVisible();
  await page.getByRole('button', { name: 'Weitere alarmieren', exact: true }).click();
  const chooseGroup = async () => {
    await page.getByRole('dialog').getByRole('button', { name: 'Ganze Gruppe' }).click();
    await page.getByRole('checkbox', { name: /^Seelsorge/ }).check();
    await page.getByRole('button', { name: 'Übernehmen' }).click();
  };
  await chooseGroup();
  await expect(page.getByRole('heading', { name: 'Aktivierung prüfen' })).toBeVisible();
  await expect(page.getByText('Seelsorge').first()).toBeVisible();
  await page.getByRole('button', { name: 'Weiter: Senden' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ja', exact: true }).click();
  await page.getByRole('main').getByRole('button', { name: 'Weitere Aktionen' }).click();
  await page.getByRole('menuitem', { name: 'Nicht weiter nachfragen' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ja', exact: true }).click();
  await expect(page.getByText('Ab jetzt wird niemand mehr gefragt.')).toBeVisible();
  await expect(page.getByText(/^Nur zur Probe: \d+ im Übungspostfach · \d\d:\d\d$/)).toBeVisible();
  // the lost answer's draft is found, once
  let lost = 0;
  await page.route('**/api/graphql/', async (route) => {
    if (!route.request().postData()?.includes('mutation AddChannels') || lost++) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'Weitere alarmieren', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Für keine bestimmte Funktion' }).click();
  await expect(page.getByText('Wer zusagt, wird keiner der unbesetzten Funktionen zugeordnet.')).toBeVisible();
  await chooseGroup();
  const there = page.getByRole('dialog', { name: 'Es ist schon etwas vorbereitet' });
  await there.getByRole('button', { name: 'Prüfen und senden' }).click();
  await expect(page.getByRole('heading', { name: 'Aktivierung prüfen' })).toBeVisible();
  await expect(page.getByRole('button', { name: /entfernen$/ })).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Seelsorge entfernen' })).toBeVisible();
  expect(lost).toBe(1);
  await page.unroute('**/api/graphql/');

  await page.goto(`/#/event/${event}`);
  await expect(page.getByText('Niemand wurde benachrichtigt: Kein echter Kanal hat diese Aktivierung')).toBeVisible();
  await expect(page.getByText('Aktivierung als Stromausfall')).toBeVisible();
  // kind and place of the event stay what they were together
  await expect(page.getByText('Ereignistyp', { exact: true }).locator('..')).toContainText('Massenanfall');
  await expect(page.getByText('Zuletzt alarmiert:').locator('..')).toContainText('Stromausfall, Parkhaus Süd, Ebene 2');
  // an alarm of another kind does not move the event
  await expect(page.getByText('Parkhaus Süd, Ebene 2', { exact: true })).toHaveCount(0);
  await expect(page.getByText(/an \d+ Personen gesendet, \d+ in Reserve/)).toBeVisible();
  await expect(page.locator('time', { hasText: /\d\d:\d\d:\d\d$/ }).first()).toBeVisible();
  await page.goto('/#/');
  await expect(page.getByRole('link', { name: 'Kanäle einrichten' })).toBeVisible();
});

test('a tile of an already running kind offers that event first', async ({ page }) => {
  await signIn(page, 'de');
  const event = await runEvent(page, 'mass_casualty', 'Busunfall B 12');
  const tap = async () => {
    await page.goto('/#/activation');
    await page.getByRole('button', { name: /^Massenanfall/ }).click();
    return page.getByRole('dialog', { name: '„Massenanfall von Verletzten“ läuft schon' });
  };
  const question = await tap();
  const there = question.getByRole('button', { name: 'Zum laufenden Ereignis „Busunfall B 12“ (empfohlen)' });
  await expect(there).toBeFocused();
  await expect(there).toHaveText(/ · seit \d\d:\d\d$/);
  await expectAccessible(page);
  await there.click();
  await expect(page).toHaveURL(new RegExp(`/event/${event}$`));
  await expect(question).toHaveCount(0);
  await (await tap()).getByRole('button', { name: 'Noch ein Ereignis „Massenanfall von Verletzten“' }).click();
  await expect(page.getByRole('heading', { name: 'Aktivierung prüfen' })).toBeVisible();
});

test('a tile tapped before the running events are known waits and then asks', async ({ page }) => {
  await signIn(page, 'de');
  await runEvent(page, 'mass_casualty', 'Busunfall B 10');
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/graphql/', async (route) => {
    if (route.request().postData()?.includes('query OpenEvents')) await held;
    await route.continue();
  });
  await page.getByRole('link', { name: /^Alarmieren/ }).click();
  const tile = page.getByRole('button', { name: /^Stromausfall Ausfall/ });
  await tile.click();
  await expect(tile).toBeDisabled();
  answer();
  await expect(page.getByRole('dialog', { name: 'Stromausfall: neues Ereignis?' })).toBeVisible();
});

test("the open question shows a colleague's alarm before one's own is sent", async ({ page }) => {
  await runEvent(page, 'fire', 'Läuft: Brand');
  await signIn(page, 'de');
  await page.goto('/#/activation');
  await page.getByRole('button', { name: /^Stromausfall/ }).click();
  const question = page.getByRole('dialog');
  await expect(question.getByRole('button', { name: /^Neues Ereignis .* \(empfohlen\)$/ })).toBeVisible();
  await runEvent(page, 'power_outage', 'Läuft: Stromausfall');
  await expect(question.getByRole('button', { name: /^Zum laufenden Ereignis .*Läuft: Stromausfall/ })).toBeVisible();
  await question.getByRole('button', { name: /^Noch ein Ereignis/ }).click();
  await expect(page.getByText(/^Ein Ereignis dieser Art läuft schon\. Bitte prüfen Sie/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Weiter: Senden' }).click();
  await expect(question.getByText('Ein Ereignis dieser Art läuft schon: Ist es dasselbe?')).toBeVisible();
});

test('the open last question shows an event of the same kind begun by a colleague', async ({ page }) => {
  await signIn(page, 'de');
  await page.goto('/#/activation');
  await page.getByRole('button', { name: /^Stromausfall/ }).click();
  await page.getByRole('button', { name: 'Weiter: Senden' }).click();
  const told = page.getByRole('dialog').getByText('Ein Ereignis dieser Art läuft schon: Ist es dasselbe?');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Ja', exact: true })).toBeEnabled();
  await expect(told).toHaveCount(0);
  await runEvent(page, 'power_outage', 'Läuft: Stromausfall 2');
  await expect(told).toBeVisible();
});

test('an accidental double tap sends no unread alarm', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 664 });
  await signIn(page, 'de');
  await page.goto('/#/activation?mode=EXERCISE');
  await page.getByRole('button', { name: /^Brand/ }).click();
  const next = page.getByRole('button', { name: 'Weiter: Senden' });
  await expect(next).toBeEnabled();
  let launches = 0;
  await page.route('**/api/graphql/', (route) => {
    if (route.request().postData()?.includes('mutation SendReport')) launches++;
    return route.continue();
  });
  // the finger is where “Yes” comes up, and taps once more as soon as it is there
  await page.evaluate(() => {
    const taps = new MutationObserver(() => {
      const yes = [...document.querySelectorAll('[role="dialog"] button')].find((one) => one.textContent === 'Ja');
      if (!yes) return;
      taps.disconnect();
      const { left, top, width, height } = yes.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      hit?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
      document.body.dataset['tapped'] = '';
    });
    taps.observe(document.body, { childList: true, subtree: true });
  });
  await next.click();
  const yes = page.getByRole('dialog').getByRole('button', { name: 'Ja', exact: true });
  await expect(page.locator('body[data-tapped]')).toBeVisible();
  await page.waitForTimeout(1000);
  expect(launches).toBe(0);
  await yes.click();
  await expect(page.getByText(/^(Wird gesendet|Alarm raus)/).first()).toBeVisible();
});

test('asks before a new event when the running events are unknown', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'de');
  await runEvent(page, 'mass_casualty', 'Busunfall B 11');
  let isRefused = true;
  await page.route('**/api/graphql/', async (route) => {
    if (isRefused && route.request().postData()?.includes('query OpenEvents'))
      await route.fulfill({ json: { errors: [{ message: 'error_internal', extensions: { code: 'INTERNAL' } }] } });
    else await route.continue();
  });
  await page.getByRole('link', { name: /^Alarmieren/ }).click();
  await page.getByRole('button', { name: 'Stromausfall' }).click();
  const unknown = page.getByRole('dialog', { name: 'Läuft schon ein Ereignis?' });
  await expect(unknown.getByRole('button', { name: 'Als neues Ereignis weiter' })).toBeInViewport();
  const again = unknown.getByRole('button', { name: 'Noch einmal nachsehen' });
  await expect(again).toBeFocused();
  await expectAccessible(page);
  isRefused = false;
  await again.click();
  await expect(page.getByRole('dialog', { name: 'Stromausfall: neues Ereignis?' })).toBeVisible();
});

test('asks in the page when the running events are unknown and the dialog fails to load too', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.route(/\/assets\/UnknownEvents-[^/]+\.js$/, (route) => route.abort());
  await signIn(page, 'de');
  await page.route('**/api/graphql/', async (route) => {
    if (route.request().postData()?.includes('query OpenEvents'))
      await route.fulfill({ json: { errors: [{ message: 'error_internal', extensions: { code: 'INTERNAL' } }] } });
    else await route.continue();
  });
  await page.getByRole('link', { name: /^Alarmieren/ }).click();
  await page.getByRole('button', { name: /^Brand/ }).click(); // the message about the load covers the last tiles
  const onward = page.getByRole('main').getByRole('button', { name: 'Als neues Ereignis weiter' });
  await expect(onward).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Noch einmal nachsehen' })).toBeFocused();
  await expectAccessible(page);
  // looking again by itself after a change takes no button away
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/graphql/', async (route) => {
    if (route.request().postData()?.includes('query OpenEvents')) await held;
    await route.fallback();
  });
  const request = page.waitForRequest((one) => one.postData()?.includes('query OpenEvents') ?? false);
  await runEvent(page, 'mass_casualty', 'Busunfall B 12');
  await request;
  await expect(page.getByRole('button', { name: 'Noch einmal nachsehen' })).toBeFocused();
  answer();
  await onward.click();
  await expect(page.getByRole('heading', { name: 'Aktivierung prüfen' })).toBeVisible();
});

test('a small telephone shows missing place and text and, above “Yes”, a missing answer', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 664 });
  await signIn(page, 'de');
  await page.goto('/#/activation?mode=EXERCISE');
  await page.getByRole('button', { name: /^Etwas anderes/ }).click();
  await page.getByRole('button', { name: 'Weiter: Senden' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Es steht nicht dabei, wo und was.')).toBeVisible();
  let launches = 0;
  await page.route('**/api/graphql/', async (route) => {
    if (!route.request().postData()?.includes('mutation SendReport') || ++launches > 1) return route.continue();
    await route.abort();
  });
  await dialog.getByRole('button', { name: 'Ja', exact: true }).click();
  const lost = dialog.getByRole('alert').filter({ hasText: 'Tippen Sie noch einmal auf' });
  await expect(lost).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await dialog.getByRole('button', { name: 'Ja', exact: true }).click();
  await expect(page.getByText(/^Alarm raus/)).toBeInViewport();
});

test('the way to alarm appears soon without the running events or behind a proxy page', async ({ page }) => {
  await signIn(page, 'de');
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/graphql/', async (route) => {
    const asked = route.request().postData() ?? '';
    if (asked.includes('query Running')) await held;
    if (asked.includes('query Waiting')) await route.fulfill({ contentType: 'text/html', body: '<p>Wartung</p>' });
    else await route.continue();
  });
  await page.reload();
  const start = page.getByRole('link', { name: /^Alarmieren/ });
  await expect(start).toBeVisible();
  // running events appear at once
  const running = page.getByRole('heading', { name: 'Laufende Ereignisse' });
  await expect(running).toHaveCount(0);
  answer();
  await expect(running).toBeVisible();
  await expect(page.getByRole('article').first()).toBeVisible();
  await start.click();
  await expect(page.getByRole('button', { name: /^Brand/ })).toBeVisible();
});

test('an untouched draft is discarded and can be restored; an edited one stays', async ({ page }) => {
  await signIn(page, 'de');
  const draft = page.getByRole('heading', { name: 'Aktivierung prüfen' });
  await page.getByRole('link', { name: /^Alarmieren/ }).click();
  await page.getByRole('button', { name: /^Brand/ }).click();
  await expect(draft).toBeVisible();
  // both warnings, the worse one first
  const place = 'Ort nicht bestätigt: Hauptgebäude';
  await expect(page.getByRole('status').filter({ hasText: place })).toHaveText(/^Niemand wird benachrichtigt/);
  // declining changes nothing
  await page.getByRole('button', { name: 'Weiter: Senden' }).click();
  const question = page.getByRole('dialog', { name: 'Niemand wird benachrichtigt. Nur ins Übungspostfach senden?' });
  await expect(question.getByText(place, { exact: true })).toBeVisible();
  await question.getByRole('button', { name: 'Nein', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goBack();
  await expect(page.getByText('Der Entwurf war unverändert und ist verworfen.')).toBeVisible();
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await expect(draft).toBeVisible();
  const what = page.getByRole('textbox', { name: 'Genaueres' });
  const tiles = page.getByRole('heading', { name: 'Was ist passiert?' });
  await what.fill('Nur Rauch');
  await page.goBack(); // at once, although the input isn't stored yet
  await expect(tiles).toBeVisible();
  await page.goForward();
  await expect(what).toHaveValue('Nur Rauch');
  await page.goBack(); // nothing was typed this time, and still it was touched
  await expect(tiles).toBeVisible();
  await page.goForward();
  await expect(what).toHaveValue('Nur Rauch');
  await page.getByRole('button', { name: 'Ort stimmt' }).click();
  await expect(page.getByText(/^Ort nicht bestätigt/)).toHaveCount(0);
  await expect(page.getByText('Niemand wird benachrichtigt: Eingeschaltet ist nur')).toBeVisible();
  await page.getByRole('link', { name: 'Start' }).first().click();
  const waiting = page.getByRole('link', {
    name: /^Entwurf fertigstellen: ALARM: Brand – Hauptgebäude/,
  });
  await waiting.first().click();
  await page.getByRole('button', { name: 'Entwurf verwerfen' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ja', exact: true }).click();
});

test('a general alarm covers other cases, and its author enters event and place', async ({ page }) => {
  await signIn(page, 'de');
  await page.getByRole('link', { name: /^Alarmieren/ }).click();
  await page.getByRole('button', { name: /^Etwas anderes/ }).click();
  await expect(page.getByText('Es steht nicht dabei, wo und was.')).toBeVisible();
  await expect(page.getByText('Was geschehen ist, in einer Zeile (bitte eintragen)')).toBeVisible();
  await page.getByRole('textbox', { name: 'Genaueres' }).fill('Bombendrohung');
  await expect(page.getByText('Es steht nicht dabei, wo.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Wo?' }).fill('Haupteingang');
  await expect(page.getByText(/^Bitte kommen Sie sofort\.\s+Bombendrohung$/).first()).toBeVisible();
  await expect(page.getByText('Niemand wird benachrichtigt: Eingeschaltet ist nur')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Weiter: Senden' })).toBeEnabled();
  await page.getByRole('button', { name: 'Entwurf verwerfen' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ja', exact: true }).click();
});
