import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';
import { alarmFunctions, sure } from './board-alarm.ts';
import { test } from './journey.ts';
import { askAsNew, askAsOwner } from './roles.ts';
import { signIn } from './sign-in.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } }); // what fades or unfolds could move something too

/** In the page, before anything of it: adds up what moves by itself, and names what moved most. */
function addUpShifts(): void {
  const seen = { sum: 0, shifts: [] as string[] };
  Object.assign(globalThis, { seen });
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Shift[]) {
      if (entry.hadRecentInput) continue;
      seen.sum += entry.value;
      seen.shifts.push(`${entry.value.toFixed(3)} ${entry.sources.map(({ node }) => node?.textContent?.slice(0, 40))}`);
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Opens a page on a slow line in a browser that knows nothing yet. */
async function expectStill(page: Page, path: string, last: Locator): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const throughput = 1_600_000 / 8;
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
  await session.send('Network.clearBrowserCache');
  await page.goto('about:blank');
  await page.goto(path);
  await expect(last).toBeVisible();
  await page.evaluate(async () => {
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  });
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: { sum: number; shifts: string[] } }).seen);
  expect(seen.sum, seen.shifts.join('\n')).toBeLessThan(0.02);
  await session.detach();
}

/** A mail server that no system owner knows: a banner on all their pages asks them to confirm it. */
async function addMailServer(request: APIRequestContext): Promise<string> {
  const ask = sure((await askAsNew(request, 'administrator')).ask);
  const { channelTypes } = await ask('{ channelTypes(first: 50) { edges { node { id identifier } } } }');
  const isMail = ({ node }: { node: { identifier: string } }) => node.identifier === 'email';
  const channelType = channelTypes.edges.find(isMail).node.id;
  const settings = { host: '127.0.0.1', port: 9, secure: 'none', from: 'Stab <stab@example.org>' };
  const input = {
    name: 'Unbestätigt',
    identifier: `unbestaetigt_${Date.now()}`,
    channelType,
    settings,
    isActive: true,
  };
  const create = 'mutation ($input: CreateChannelInput!) { createChannel(input: $input) { id } }';
  return (await ask(create, { input })).createChannel.id;
}

test('the start page and step 1 load next to running events and a banner without layout shift', async ({ page }) => {
  const ask = await askAsOwner(page.request);
  const { eventTypes } = await ask('{ eventTypes(first: 50) { edges { node { id identifier } } } }');
  type Type = { node: { id: string; identifier: string } };
  const typeOf = (wanted: string) => eventTypes.edges.find(({ node }: Type) => node.identifier === wanted).node.id;
  const begin = (name: string, kind: string) =>
    ask('mutation ($input: CreateEventInput!) { createEvent(input: $input) { id } }', {
      input: { name, eventType: typeOf(kind), isRunning: true },
    });
  const id = await addMailServer(page.request);
  const { createIncomingSource: source } = await ask(
    'mutation { createIncomingSource(input: { name: "Leitstelle", kind: "alertmanager" }) { id } }',
  );
  const { replaceIncomingAddress: incoming } = await ask(
    'mutation ($id: ID!) { replaceIncomingAddress(id: $id) { url } }',
    { id: source.id },
  );
  const run = Date.now();
  /** Reports a disk, or that it works again, which closes the item. */
  const report = (status: 'firing' | 'resolved') =>
    page.request.post(new URL(incoming.url).pathname, {
      data: {
        groupKey: `still-${run}`,
        alerts: [{ status, labels: { alertname: `Ruhige Platte ${run}` }, startsAt: new Date(run).toISOString() }],
      },
    });
  await report('firing');
  const off = () => ask('mutation ($id: ID!) { updateChannel(input: { id: $id, isActive: false }) { id } }', { id });
  try {
    await signIn(page, 'de');
    const banner = page.getByRole('status').filter({ hasText: 'Mailserver bestätigen' });
    await expect(banner).toBeVisible();
    await page.addInitScript(addUpShifts);
    const { createEvent: busCrash } = await begin('Läuft: Busunfall B 10', 'mass_casualty');
    const addDeadline = () =>
      ask('mutation ($e: ID!, $d: DateTime!) { addDeadline(event: $e, dueAt: $d, name: "Erstmeldung") { id } }', {
        e: busCrash.id,
        d: new Date(Date.now() + 86_400_000).toISOString(),
      });
    for (const [width, height, name] of [
      [390, 844, 'Läuft: Stromausfall Nord'],
      [1280, 800, 'Läuft: Stromausfall Süd'],
    ] as const) {
      await begin(name, 'power_outage');
      if (width === 1280) await addDeadline(); // its code would load as long as the incoming items
      await page.setViewportSize({ width, height });
      await expectStill(page, '/#/', page.getByText(/^Bereit für den Ernstfall/));
      if (width === 1280) await expect(page.getByRole('link', { name: /^Erstmeldung/ }).first()).toBeVisible();
      await expect(page.getByRole('link', { name: `Ruhige Platte ${run}` })).toBeVisible();
      await expect(banner).toBeVisible();
      await expectStill(page, '/#/activation', page.getByRole('button', { name: /^Etwas anderes/ }));
      await expect(banner).toBeVisible();
    }
    // all usual tiles stand on the first screen
    await off();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    await expect(banner).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^Etwas anderes/ })).toBeInViewport({ ratio: 1 });
  } finally {
    await off();
    await report('resolved');
  }
});

test('the sign-in page loads without layout shift', async ({ page }) => {
  await page.addInitScript(addUpShifts);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectStill(page, '/#/login', page.getByRole('checkbox'));
});

test('the board of an alarm loads without layout shift', async ({ page }) => {
  const people = Array.from({ length: 9 }, (_, at) => ({ lastName: `Ruhig${at}`, phones: [] }));
  const alarm = await alarmFunctions(await askAsOwner(page.request), 'Ruhige Tafel', [
    { name: 'Ruhige Lage', people, needed: 8 },
  ]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, 'de');
  await page.addInitScript(addUpShifts);
  await expectStill(page, `/#${alarm.path}`, page.getByRole('link', { name: /^Tafel Ruhig/ }).last());
});

test('a tap just after a shift sends no alarm; a later one and any key work', async ({ page }) => {
  await page.clock.install();
  await signIn(page, 'de');
  const start = page.getByRole('link', { name: /^Alarmieren/ });
  await expect(start).not.toHaveAttribute('data-moved');
  await page.clock.pauseAt(Date.now() + 60_000);
  const shift = async () => {
    await page.evaluate(() => {
      const strip = document.createElement('div');
      strip.style.height = '120px';
      document.querySelector('main')!.prepend(strip);
    });
    await page.clock.runFor(100);
  };
  const tap = async () => {
    const { x, y, width, height } = (await start.boundingBox())!;
    await page.mouse.click(x + width / 2, y + height / 2);
  };
  await shift();
  await tap();
  await start.focus();
  await expect(start).toBeFocused();
  await expect(page).toHaveURL(/#\/$/);
  await page.clock.runFor(400);
  await tap();
  await expect(page).toHaveURL(/#\/activation$/);

  await page.clock.resume();
  await page.goBack();
  await expect(start).not.toHaveAttribute('data-moved');
  await page.clock.pauseAt(Date.now() + 120_000);
  await shift();
  await start.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/activation$/);
  await page.clock.resume();
});
