import { expect, type Locator, type Page } from '@playwright/test';
import { type Sure, sure } from './board-alarm.ts';
import { languagesAndWidths } from './in-full.ts';
import { test } from './journey.ts';
import { askAs } from './roles.ts';
import { signIn } from './sign-in.ts';
import { type PageLanguage, words } from './words.ts';

const texts = {
  de: {
    out: /^Nur zur Probe: \d+ im Übungspostfach · \d\d:\d\d/,
    bar: 'Schnelle Schritte',
    call: /^Anrufen: \d+ ohne Antwort$/,
    which: 'Welche Personen',
    coming: 'Ich komme',
    kept: 'Festgehalten: Ich komme',
  },
  en: {
    out: /^For practice only: \d+ in the exercise mailbox · \d\d:\d\d/,
    bar: 'Quick steps',
    call: /^Call: \d+ no answer$/,
    which: 'Which people',
    coming: 'I am coming',
    kept: 'Recorded: I am coming',
  },
} as const;

// milliseconds to decide and to tap, when just woken
const DECISION = 300;
const TAP = 200;

/** Taps as soon as possible; counts taps and waits. */
function thumb() {
  const seen = { taps: 0, scrolls: 0, machine: 0 };
  const wait = async (ready: () => Promise<void>) => {
    const from = performance.now();
    await ready();
    seen.machine += performance.now() - from;
  };
  const tap = async (target: Locator) => {
    await wait(async () => {
      await expect(target).toBeVisible();
      await expect(target).toBeEnabled();
    });
    const isInSight = await target.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
    if (!isInSight) seen.scrolls++;
    await target.click();
    seen.taps++;
  };
  const total = () => Math.round(seen.machine + seen.taps * (DECISION + TAP));
  return { tap, wait, seen, total };
}

for (const [language, width] of languagesAndWidths('en', 390)) {
  test(`at night: four taps until the alarm is out, one to answer it (${language}, ${width})`, async ({
    page,
  }, info) => {
    const ask = sure((await askAs(page.request)).ask);
    await page.setViewportSize({ width, height: width === 390 ? 844 : 800 });
    await signIn(page, language);
    const { tap, wait, seen, total } = thumb();
    const text = words[language];
    await tap(page.getByRole('link', { name: text.activation }));
    await tap(page.getByRole('button', { name: text.outbreak }));
    await tap(page.getByRole('button', { name: text.next }));
    await tap(page.getByRole('dialog').getByRole('button', { name: text.yes, exact: true }));
    await wait(() => expect(page.getByText(texts[language].out)).toBeVisible());
    expect(seen.taps).toBeLessThanOrEqual(4);
    const description = `${seen.taps} taps, 0 fields, ${seen.scrolls} scrolls, ${total()} ms at a human pace`;
    info.annotations.push({ type: 'three in the morning', description });
    const [, report] = /event\/\d+\/report\/(\d+)/.exec(page.url())!;
    await steerByThumb(page, language, width);
    await answerWithOneTap(page, language, await linkOf(ask, report!));
  });
}

/** On a phone the next steps are within reach. */
async function steerByThumb(page: Page, language: PageLanguage, width: number): Promise<void> {
  const bar = page.getByRole('region', { name: texts[language].bar });
  await expect(bar).toBeVisible({ visible: width === 390 });
  if (width !== 390) return;
  await expect(bar).toBeInViewport({ ratio: 1 });
  await bar.getByRole('button', { name: texts[language].call }).click();
  await expect(page.getByRole('combobox', { name: texts[language].which })).toHaveValue('unanswered');
  await page.setViewportSize({ width, height: 500 }); // too low for both: then it belongs to the page
  await expect(bar).not.toBeInViewport();
  await page.setViewportSize({ width, height: 844 });
}

/** The link of a person asked at once. */
async function linkOf(ask: Sure, report: string): Promise<string> {
  const people = `query ($id: ID!) { report(id: $id) {
    people(first: 50) { edges { node { person { id } recipients { status message { id } } } } } } }`;
  type Row = { node: { person: { id: string }; recipients: { status: string; message: { id: string } }[] } };
  const asked = async (): Promise<Row['node'] | undefined> =>
    (await ask(people, { id: report }))['report'].people.edges
      .map(({ node }: Row) => node)
      .find(({ recipients }: Row['node']) => recipients.some(({ status }) => status === 'sent'));
  let found: Row['node'] | undefined;
  const look = async () => {
    found = await asked();
    return found !== undefined;
  };
  await expect.poll(look, { timeout: 60_000 }).toBe(true);
  const { person, recipients } = found!;
  const mails = `query ($p: ID) { exerciseMessages(person: $p, first: 5) {
    edges { node { answerUrl message { id } } } } }`;
  type Mail = { node: { answerUrl: string | null; message: { id: string } | null } };
  const { exerciseMessages } = await ask(mails, { p: person.id });
  const own = new Set(recipients.map(({ message }) => message.id));
  return exerciseMessages.edges.find(({ node }: Mail) => node.message && own.has(node.message.id)).node.answerUrl;
}

/** All answers are on the first screen; one tap answers. */
async function answerWithOneTap(page: Page, language: PageLanguage, url: string): Promise<void> {
  const context = await page
    .context()
    .browser()!
    .newContext({ viewport: { width: 390, height: 600 } });
  const telephone = await context.newPage();
  await telephone.goto(`${url}?lang=${language}`);
  const coming = telephone.getByRole('button', { name: texts[language].coming, exact: true });
  await expect(coming).toBeInViewport({ ratio: 1 });
  await coming.click();
  await expect(telephone.getByRole('status')).toContainText(texts[language].kept);
  await context.close();
}
