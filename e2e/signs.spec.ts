import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { sure } from './board-alarm.ts';
import { inFull, onlyInFull } from './in-full.ts';
import { askAs } from './roles.ts';
import { signIn } from './sign-in.ts';

// the demo hospital: event 5 is a running exercise with an activation (12)
const looks = `{ message(id: "14") { channel { name channelType { color secondaryIcon { contentUrl } } }
  report { reportType { name whiteIcon { contentUrl } } } } }`;

const shown = (page: Page, url: string) => page.locator(`main img[src="${url}"]`).first();

onlyInFull(test)(
  'shows channels and kinds of reports with the pictures and colours that the data define',
  async ({ page }) => {
    const ask = sure((await askAs(page.request)).ask);
    const { message } = await ask(looks);
    const { color, secondaryIcon } = message.channel.channelType;
    const { whiteIcon } = message.report.reportType;
    const ground = `rgb(${[1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)).join(', ')})`;
    await signIn(page, 'de');
    for (const path of ['/event/5', '/event/5/reports', '/event/5/report/12', '/event/5/report/12/message/14']) {
      await page.goto(`/#${path}`);
      const sign = shown(page, secondaryIcon.contentUrl);
      await expect(sign, path).toBeVisible();
      await expect(sign.locator('..'), path).toHaveCSS('background-color', ground);
      if (path.endsWith('report/12')) await expect(shown(page, whiteIcon.contentUrl)).toBeVisible();
    }
  },
);

for (const [language, width, height] of inFull([['en', 390, 844]] as const, [['de', 1280, 800]] as const)) {
  const words = {
    de: { way: /^Weg dorthin/, map: /^Karte: /, coordinates: /^Koordinaten / },
    en: { way: /^How to get there/, map: /^Map: /, coordinates: /^Coordinates / },
  }[language];
  test(`the place of an event has directions and a map only with drawable streets (${width})`, async ({
    page,
    baseURL,
  }) => {
    await page.setViewportSize({ width, height });
    const ask = sure((await askAs(page.request)).ask);
    const { event, locations } = await ask(
      '{ event(id: "5") { location { id } } locations(first: 100) { edges { node { id name address coordinates } } } }',
    );
    type Place = { id: string; name: string; address: string; coordinates: string };
    const place: Place = locations.edges
      .map(({ node }: { node: Place }) => node)
      .find(({ address, coordinates }: Place) => address && coordinates);
    const happensAt = (location: string | null) =>
      ask('mutation ($input: UpdateEventInput!) { updateEvent(input: $input) { id } }', {
        input: { id: '5', location },
      });
    const setTiles = (to: string | null) =>
      ask('mutation ($to: String) { updateSystemSetting(valueKey: "map_style_url", valueStr: $to) { id } }', { to });
    const setWay = (to: string | null) =>
      ask('mutation ($to: String) { updateSystemSetting(valueKey: "directions_url", valueStr: $to) { id } }', { to });
    const strangers: string[] = [];
    page.on('request', (request) => {
      if (/^https?:/.test(request.url()) && !request.url().startsWith(baseURL!)) strangers.push(request.url());
    });
    await happensAt(place.id);
    try {
      await signIn(page, language, '/event/5');
      await expect(page.getByText(place.address)).toBeVisible();
      await expect(page.getByText(words.coordinates)).toContainText(place.coordinates);
      const map = page.getByRole('img', { name: words.map });
      await expect(map).toHaveCount(0); // the outline of the world would show nothing of the place
      await setTiles(`${baseURL}/icon.svg?{z}-{x}-{y}`);
      await expect(map.locator('img').first()).toBeAttached();
      const way = page.getByRole('link', { name: words.way });
      const to = encodeURIComponent(place.coordinates);
      await expect(way).toHaveAttribute('href', `https://www.openstreetmap.org/directions?to=${to}`);
      await expect(way).toHaveAttribute('rel', /noreferrer/);
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      await setWay('https://karten.example.org/weg?nach={to}');
      await expect(way).toHaveAttribute('href', `https://karten.example.org/weg?nach=${to}`);
      await setWay(null);
      await expect(way).toHaveCount(0);
      expect(strangers).toEqual([]);
    } finally {
      await setTiles(null);
      await setWay('https://www.openstreetmap.org/directions?to={to}');
      await happensAt(event.location?.id ?? null);
    }
  });
}
