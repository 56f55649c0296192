import { expect, type Page, type Route } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { alarmFunctions, sure } from './board-alarm.ts';
import { inFull, onlyInFull } from './in-full.ts';
import { test } from './journey.ts';
import { askAs } from './roles.ts';
import { signIn } from './sign-in.ts';

const TOTAL = 5000;

/** Answers what a report's page asks for as if its report had gone to a whole town: its first person, again and again. */
async function townOf(page: Page, size = TOTAL): Promise<{ asked: Set<number>; orders: Set<string> }> {
  const [asked, orders] = [new Set<number>(), new Set<string>()];
  // kept waiting: a stream that breaks would show a banner, which moves what is looked at
  await page.route('**/api/graphql/stream**', () => {});
  const people = async (route: Route) => {
    const { offset, first, order } = route.request().postDataJSON().variables;
    asked.add(offset);
    orders.add(order);
    const answer = await route.fetch({
      postData: {
        ...route.request().postDataJSON(),
        variables: { ...route.request().postDataJSON().variables, offset: 0 },
      },
    });
    const body = await answer.json();
    const [{ node }] = body.data.report.people.edges;
    body.data.report.people.totalCount = size;
    body.data.report.people.edges = Array.from({ length: Math.min(first, size - offset) }, (_, index) => ({
      node: {
        ...node,
        person: { ...node.person, id: `/people/${offset + index}`, lastName: `Nummer ${offset + index + 1}` },
      },
    }));
    await route.fulfill({ response: answer, json: body });
  };
  const report = async (route: Route) => {
    const answer = await route.fetch();
    const body = await answer.text();
    await route.fulfill({ response: answer, body: body.replace(/("messageResult":\{"total":)\d+/g, `$1${size}`) });
  };
  await page.route('**/api/graphql/', (route) => {
    const query: string = route.request().postDataJSON()?.query ?? '';
    if (query.includes('query ReportPeople')) return people(route);
    return query.includes('query Report(') ? report(route) : route.fallback();
  });
  return { asked, orders };
}

for (const width of inFull([390], [1280])) {
  test(`scrolls through five thousand people and renders only some (${width})`, async ({ page }) => {
    const ask = sure((await askAs(page.request)).ask);
    const alarm = await alarmFunctions(ask, `Großalarm ${width}`, [
      { name: `Stadt ${width}`, people: [{ lastName: `Stadt${width}`, phones: [] }] },
    ]);
    try {
      await page.setViewportSize({ width, height: width === 390 ? 844 : 800 });
      await signIn(page, 'de');
      const { asked, orders } = await townOf(page);
      await page.goto(`/#${alarm.path}`);
      const rows = page.locator('li[aria-posinset]');
      await expect(page.getByText('5.000 Personen', { exact: true })).toBeVisible();
      await expect(rows.first()).toHaveAttribute('aria-setsize', String(TOTAL));
      await expect(page.getByRole('combobox', { name: 'Reihenfolge' })).toHaveValue('unreached');
      expect([...orders]).toEqual(['unreached']);
      await expectAccessible(page);

      await page.keyboard.press('End');
      await expect(page.getByRole('link', { name: 'Nummer 5000' })).toBeVisible();
      expect(await rows.count()).toBeLessThanOrEqual(250);
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2));
      const place = page.getByText(/^\d\.\d{3} bis \d\.\d{3} von 5\.000$/);
      await expect(place.first()).toBeVisible();
      await expect.poll(() => rows.count()).toBeLessThanOrEqual(250);
      expect(asked.size).toBeLessThan(20);
      await expect(page.getByRole('link', { name: 'Nummer 5000' })).toHaveCount(0); // the end is not drawn any more

      // the focus stays while scrolling
      const link = rows.nth(55).getByRole('link').first();
      const name = await link.evaluate((element: HTMLElement) => {
        element.focus(); // in one step, because arriving parts change which row is the 55th
        return element.textContent;
      });
      await page.evaluate(() => window.scrollTo(0, 0));
      await expect(page.getByRole('link', { name: 'Tafel Nummer 1', exact: true })).toBeVisible();
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(name);
    } finally {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await alarm.end();
    }
  });
}

onlyInFull(test)(
  '“Drucken” and Ctrl-P print all people of a long report, and a label states the total count',
  async ({ page }) => {
    const ask = sure((await askAs(page.request)).ask);
    const alarm = await alarmFunctions(ask, 'Papier', [
      { name: 'Papierstadt', people: [{ lastName: 'Papierstadt', phones: [] }] },
    ]);
    try {
      await page.addInitScript(() => {
        const printed: number[] = [];
        const print = () => printed.push(document.querySelectorAll('li[aria-posinset]').length);
        Object.assign(window, { print, printed });
      });
      await signIn(page, 'de');
      await townOf(page, 300);
      await page.goto(`/#${alarm.path}`);
      await expect(page.getByText('300 Personen', { exact: true })).toBeVisible();
      const note = page.getByText(/^Hier stehen \d+ von 300 Personen/);
      await expect(note).toBeHidden();
      await page.emulateMedia({ media: 'print' });
      await expect(note).toBeVisible();
      await page.emulateMedia({ media: 'screen' });
      await page.getByRole('main').getByRole('button', { name: 'Weitere Aktionen' }).click();
      await page.getByRole('menuitem', { name: 'Drucken' }).click();
      const printed = () => page.evaluate(() => (window as unknown as { printed: number[] }).printed);
      await expect.poll(printed).toEqual([300]);
      await expect(note).toHaveCount(0);
      await page.evaluate(() => dispatchEvent(new Event('afterprint')));
      await expect.poll(() => page.locator('li[aria-posinset]').count()).toBeLessThan(300);
      await printByKeys(page, printed);
    } finally {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await alarm.end();
    }
  },
);

/** The keys of the browser make the same sheet; pressed again while it is prepared, the browser's own. */
async function printByKeys(page: Page, printed: () => Promise<number[]>): Promise<void> {
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  const people = '**/api/graphql/';
  await page.route(people, async (route) => {
    if (route.request().postData()?.includes('query ReportPeople')) await held;
    await route.fallback();
  });
  await page.evaluate(() => {
    const pressed: boolean[] = [];
    Object.assign(window, { pressed });
    addEventListener('keydown', (event) => event.key === 'p' && setTimeout(() => pressed.push(event.defaultPrevented)));
  });
  const preparing = page.getByText('Der Ausdruck wird vorbereitet …');
  await page.keyboard.press('ControlOrMeta+p');
  await expect(preparing).toBeVisible();
  await page.keyboard.press('ControlOrMeta+p');
  answer();
  await expect.poll(printed).toEqual([300, 300]);
  await expect(preparing).toHaveCount(0);
  expect(await page.evaluate(() => (window as unknown as { pressed: boolean[] }).pressed)).toEqual([true, false]);
}

test('notifies only requesting users of an unreachable goal and of a filled one', async ({ page }) => {
  const ask = sure((await askAs(page.request)).ask);
  await page.context().grantPermissions(['notifications']);
  await page.addInitScript(() => {
    const told: string[] = [];
    class Told extends EventTarget {
      static permission = 'granted';
      static requestPermission = async () => 'granted';
      constructor(title: string, options: { body: string }) {
        super();
        told.push(`${title} | ${options.body}`);
      }
    }
    Object.assign(window, { Notification: Told, told });
  });
  const told = () => page.evaluate(() => (window as unknown as { told: string[] }).told);
  const record = 'mutation ($r: ID!, $o: String!) { recordAnswer(recipient: $r, option: $o) { id } }';
  const alarm = await alarmFunctions(ask, 'Rufprobe', [
    { name: 'Ruf Lage', people: [{ lastName: 'Ruflage', phones: [] }] },
    { name: 'Ruf Personal', people: [{ lastName: 'Rufpersonal', phones: [] }] },
  ]);
  const [first, second] = alarm.people;
  const card = page.getByRole('article').filter({ hasText: 'Rufprobe' });
  const shout = card.getByRole('alert');
  try {
    await signIn(page, 'de');
    await expect(card).toContainText('2 ohne Antwort');
    await ask(record, { r: first!.recipient, o: '2' });
    await expect(shout).toContainText('1 von 2 Funktionen bleibt unbesetzt');
    expect(await told()).toEqual([]);
    await page.getByRole('switch', { name: /^Ton und Hinweis/ }).click();
    await expect(page.getByText('Dieser Browser meldet sich ab jetzt', { exact: false })).toBeVisible();
    await ask(record, { r: second!.recipient, o: '2' });
    await expect(shout).toContainText('2 von 2 Funktionen bleiben unbesetzt');
    await expect.poll(told).toEqual(['Unbesetzt: Rufprobe | 2 von 2 Funktionen bleiben unbesetzt']);
    for (const { recipient } of alarm.people) await ask(record, { r: recipient, o: '1' });
    await expect(shout).toHaveCount(0);
    await expect.poll(told).toContain('Alle besetzt: Rufprobe | Alle Funktionen sind besetzt.');
  } finally {
    await alarm.end();
  }
});

for (const [language, said, left] of inFull(
  [['de', '2 von 2 Funktionen bleiben unbesetzt', /niemand mehr zu fragen/]] as const,
  [['en', '2 of 2 functions remain unfilled', /no one left to ask/]] as const,
)) {
  test(`functions remain unfilled without further requests, and no exhausted list (${language})`, async ({ page }) => {
    const ask = sure((await askAs(page.request)).ask);
    const name = `Genug gefragt ${language}`;
    const alarm = await alarmFunctions(ask, name, [
      {
        name: `Genug Lage ${language}`,
        people: ['Eins', 'Zwei'].map((one) => ({ lastName: `Genug${one}${language}`, phones: [] })),
      },
      {
        name: `Genug Personal ${language}`,
        people: ['Drei', 'Vier'].map((one) => ({ lastName: `Genug${one}${language}`, phones: [] })),
      },
    ]);
    try {
      await signIn(page, language);
      const home = page.url();
      await page.setViewportSize({ width: 390, height: 664 });
      await page.goto(`/#${alarm.path}`);
      const more = page.getByRole('main').getByRole('button', { name: /^(Weitere Aktionen|More actions)$/ });
      await more.click();
      await page.getByRole('menuitem', { name: /^(Nicht weiter nachfragen|Stop asking)$/ }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^(Ja|Yes)$/ })
        .click();
      await expect(
        page.getByText(/^(Ab jetzt wird niemand mehr gefragt|From now on, no one else is asked)/),
      ).toBeVisible();
      // the head shows the state
      await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
      await page.setViewportSize({ width: 1280, height: 720 });
      await page.goto(home);
      const card = page.getByRole('article').filter({ hasText: name });
      const shout = card.getByRole('alert');
      await expect(shout).toContainText(said);
      for (const place of [shout, card]) await expect(place).not.toContainText(left);
      await page.goto('/#/offline');
      const kept = page.getByRole('article').filter({ hasText: name });
      await expect(kept).toContainText(said, { timeout: 30_000 });
      await expect(kept).not.toContainText(left);
    } finally {
      await alarm.end();
    }
  });
}

test('a board of 63 people takes at most 3,500 pixels on a phone, each person 44, and folds again', async ({
  page,
}) => {
  const ask = sure((await askAs(page.request)).ask);
  const functions = Array.from({ length: 9 }, (_, at) => ({
    name: `Funktion ${at + 1} mit langem Namen`,
    people: Array.from({ length: 7 }, (_, one) => ({ lastName: `Viele${at}${one}`, phones: ['+4915155500'] })),
    needed: 7,
  }));
  const alarm = await alarmFunctions(ask, 'Dreiundsechzig', functions);
  const record =
    'mutation ($r: ID!, $o: String!, $m: Int) { recordAnswer(recipient: $r, option: $o, minutes: $m) { id } }';
  try {
    for (const { recipient } of alarm.people.slice(0, 9)) await ask(record, { r: recipient, o: '1', m: 12 });
    for (const { recipient } of alarm.people.slice(9, 12)) await ask(record, { r: recipient, o: '2' });
    for (const { recipient } of alarm.people.slice(14, 17)) await ask(record, { r: recipient, o: '1' });
    await page.setViewportSize({ width: 390, height: 844 });
    await signIn(page, 'de', alarm.path);
    const further = page.getByRole('button', { name: '13 weitere Personen' });
    await expect(further).toHaveAttribute('aria-expanded', 'false');
    const rows = page.locator('li[aria-posinset]');
    await expect(rows).toHaveCount(50);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(3500);
    const heights = await rows.evaluateAll((all) => all.map((row) => Math.round(row.getBoundingClientRect().height)));
    expect(new Set(heights)).toEqual(new Set([44]));
    const open = rows.filter({ hasText: 'kommt, Zeit offen' });
    await expect(open).toHaveCount(3);
    const ways = await open.first().getByText('Zustellung', { exact: true }).locator('..').boundingBox();
    expect(ways!.height, 'leaves the line to the arrival').toBe(1);
    const shortened = await page
      .locator('li strong', { hasText: /^Funktion \d mit langem Namen$/ })
      .evaluateAll((all) => all.filter((name) => name.scrollHeight > name.clientHeight + 1).length);
    expect(shortened, 'names of functions').toBe(0);
    const cut = await rows.filter({ has: page.getByText(/Zeit offen|, in \d+ min/) }).evaluateAll((all) =>
      all
        .map((row) => row.querySelector('a')!)
        .filter((name) => name.scrollWidth > name.clientWidth)
        .map((name) => name.textContent),
    );
    expect(cut, 'names of people who come').toEqual([]);
    const head = page.getByRole('region', { name: 'Überblick' });
    await rows.nth(40).scrollIntoViewIfNeeded();
    await expect(head).toBeInViewport();
    await further.click();
    await expect(rows).toHaveCount(63);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(3600); // with the button that folds again
    // folded again by the button, or by Escape anywhere in the further rows, and the focus is on the button
    await expect(further).toHaveAttribute('aria-expanded', 'true');
    await expect(further).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(rows).toHaveCount(50);
    await expect(further).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(rows).toHaveCount(63);
    await rows.nth(60).getByRole('link').first().focus();
    await page.keyboard.press('Escape');
    await expect(rows).toHaveCount(50);
    await expect(further).toBeFocused();
  } finally {
    await alarm.end();
  }
});
