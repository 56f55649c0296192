import { expect, type Page, test } from '@playwright/test';
import { entities } from '#shared/administration/entities.ts';
import type { Entity } from '#shared/administration/entity.ts';
import { routeOf } from '#shared/administration/entity.ts';
import { type Sure, sure } from './board-alarm.ts';
import { pages } from './demo-pages.ts';
import { inFull, onlyInFull } from './in-full.ts';
import { owner } from './owner.ts';
import { askAs } from './roles.ts';
import { signIn } from './sign-in.ts';
import { expectFits } from './usable.ts';
import { words as texts } from './words.ts';

const lists = (entities as readonly Entity[]).map((entity) => routeOf(entity));

type Row = Record<string, string | null>;
type Words = { german: Set<string>; written: Set<string> };
type Edges = { edges: { node: Row }[] };

/** German-only texts of rows, and names with one language. */
async function germanWords(ask: Sure): Promise<Words> {
  const german = new Set<string>();
  for (const { plural, fields } of entities as readonly Entity[]) {
    const names = Object.keys(fields).filter((name) => fields[name]!.translated);
    if (!names.length) continue;
    const asked = names.map((name) => `${name}De ${name}En`).join(' ');
    const { list } = (await ask(`{ list: ${plural}(first: 500) { edges { node { ${asked} } } } }`)) as { list: Edges };
    for (const { node } of list.edges)
      for (const name of names) {
        const [de, en] = [node[`${name}De`], node[`${name}En`]];
        if (de && en && de !== en) german.add(de.trim());
      }
  }
  for (const word of ['Entwurf', 'Veröffentlicht', 'Archiviert', 'Ich komme', 'Ich komme nicht', 'Später / unklar'])
    german.add(word);
  const names = 'edges { node { name } }';
  const { groups, mailingLists, events } =
    await ask(`{ groups(first: 500) { ${names} } mailingLists(first: 500) { ${names} }
    events(first: 500) { edges { node { name reports(first: 100) { edges { node { name: title } } } } } } }`);
  type Named = { node: { name: string; reports?: { edges: Named[] } } };
  const rows: Named[] = [groups, mailingLists, events].flatMap(({ edges }) => edges);
  const named = [...rows, ...rows.flatMap(({ node }) => node.reports?.edges ?? [])];
  const written = new Set(named.map(({ node }) => node.name));
  german.delete('Start'); // in English a button that starts something
  return { german: german.difference(written), written };
}

const textsOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (walker.nextNode())
      if (!walker.currentNode.parentElement?.closest('code')) found.push(walker.currentNode.textContent ?? '');
    for (const named of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) found.push(named.getAttribute(name) ?? '');
    for (const box of document.querySelectorAll('option')) found.push(box.textContent ?? '');
    return found.map((text) => text.replace(/\s+/g, ' ').trim()).filter(Boolean);
  });

async function settled(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/** Texts that equal or begin with a word. */
const among = (texts: readonly string[], { german, written }: Words): string[] =>
  texts.filter((text) => !written.has(text) && (german.has(text) || german.has(text.split(/ ?[·(–]/)[0]!.trim())));

/** The form has both languages, and the log the input. */
const showsBothLanguages = (path: string): boolean => /\?id=|\/auditlog$/.test(path);

for (const [width, height] of inFull([[390, 844]] as const, [[1280, 800]] as const)) {
  test(`an English reader sees no German name with an English version; each page fits (${width})`, async ({ page }) => {
    test.setTimeout(300_000);
    await page.setViewportSize({ width, height });
    const ask = sure((await askAs(page.request)).ask);
    const words = await germanWords(ask);
    expect(words.german.size).toBeGreaterThan(60);
    await signIn(page, 'en');
    const found: Record<string, string[]> = {};
    for (const path of new Set([...pages, ...lists])) {
      await page.goto(`/#${path}`);
      await expectFits(page, path);
      if (showsBothLanguages(path)) {
        // it must be gone before the next page
        await page.goto('/#/');
        await expect(page.getByRole('heading', { name: texts.en.home })).toBeVisible();
        continue;
      }
      const german = [...new Set(among(await textsOn(page), words))];
      if (german.length) found[path] = german;
    }
    expect(found).toEqual({});
  });
}

test('a German reader sees German names, so the check finds its texts', async ({ page }) => {
  const words = await germanWords(sure((await askAs(page.request)).ask));
  await signIn(page, 'de');
  for (const path of ['/activation', '/event/5', '/administration/reporttypes']) {
    await page.goto(`/#${path}`);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await settled(page);
    expect(among(await textsOn(page), words).length, path).toBeGreaterThan(0);
  }
});

onlyInFull(test)(
  'a form has both languages side by side, stacked on a telephone; lists match either one',
  async ({ page }) => {
    const ask = sure((await askAs(page.request)).ask);
    await signIn(page, 'en', '/administration/grouptypes?id=new');
    const form = page.getByRole('form', { name: 'group type' });
    const [german, english] = [
      form.getByRole('textbox', { name: 'Name', exact: true }),
      form.getByRole('textbox', { name: 'Name (English)' }),
    ];
    await expect(german).toBeVisible();
    const order = async () => {
      const [one, other] = await Promise.all([german, english].map(async (input) => (await input.boundingBox())!));
      if (other!.y > one!.y + one!.height) return 'below';
      return Math.abs(one!.y - other!.y) < 2 && other!.x > one!.x + one!.width ? 'beside' : 'neither';
    };
    await expect.poll(order).toBe('beside');
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(order).toBe('below');
    await german.fill('Sondereinheit Deich');
    await english.fill('Dyke squad');
    await form.getByRole('button', { name: 'Create' }).click();
    try {
      await page.setViewportSize({ width: 1280, height: 800 });
      for (const word of ['sondereinheit', 'dyke']) {
        await page.goto(`/#/administration/grouptypes?search=${word}`);
        await expect(page.getByRole('button', { name: 'Dyke squad' })).toBeVisible();
      }
    } finally {
      const { list } = await ask('{ list: groupTypes(search: "Deich") { edges { node { id } } } }');
      for (const { node } of list.edges) await ask('mutation ($id: ID!) { deleteGroupType(id: $id) { id } }', node);
    }
  },
);

test('the language chosen on the sign-in page stays after the sign-in', async ({ page }) => {
  const ask = sure((await askAs(page.request)).ask);
  const change = 'mutation { changeLanguage(language: "de") { id } }';
  await ask(change);
  try {
    await page.goto('/#/login');
    await page.getByRole('radiogroup').getByText('EN', { exact: true }).click();
    await page.getByLabel(texts.en.email).fill(owner.email);
    await page.getByLabel(texts.en.password, { exact: true }).fill(owner.password);
    await page.getByRole('button', { name: texts.en.signIn, exact: true }).click();
    await expect(page.getByRole('heading', { name: texts.en.home })).toBeVisible();
    expect((await ask('{ currentUser { language } }'))['currentUser'].language).toBe('en');
  } finally {
    await ask(change);
  }
});
