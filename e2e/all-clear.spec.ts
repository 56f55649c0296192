import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { type Alarmed, alarmFunctions, atOnce, type BoardAlarm, type Sure, sure } from './board-alarm.ts';
import { inFull, languagesAndWidths } from './in-full.ts';
import { test } from './journey.ts';
import { askAs } from './roles.ts';
import { signIn } from './sign-in.ts';
import { expectFits } from './usable.ts';

const texts = {
  de: {
    giveAllClear: 'Entwarnung senden',
    next: 'Weiter: Senden',
    yes: 'Ja',
    finish: 'Beenden',
    prepare: 'Entwarnung vorbereiten?',
    ends: 'Der Alarm endet für alle. 2 Personen in Reserve werden nicht mehr gefragt.',
    strip: /^Entwarnung \d\d:\d\d\. Es wird niemand mehr alarmiert\.$/,
    given: /Die Entwarnung wurde \d\d:\d\d gesendet\./,
    page: /^ENTWARNUNG \d\d:\d\d$/,
    noNeed: 'Sie müssen nicht kommen.',
    anyway: 'Trotzdem antworten',
    coming: 'Ich komme',
    more: 'Weitere alarmieren',
    unfilled: /unbesetzt/i,
    crossed: 'war bei der Entwarnung schon unterwegs und kam vielleicht erst danach an',
  },
  en: {
    giveAllClear: 'Send the all-clear',
    next: 'Next: send',
    yes: 'Yes',
    finish: 'Finish',
    prepare: 'Prepare an all-clear?',
    ends: 'The alarm ends for everyone. 2 people in reserve are no longer asked.',
    strip: /^All-clear \d\d:\d\d\. No one else is alerted\.$/,
    given: /The all-clear was sent at \d\d:\d\d\./,
    page: /^ALL-CLEAR \d\d:\d\d$/,
    noNeed: 'You do not have to come.',
    anyway: 'Answer anyway',
    coming: 'I am coming',
    more: 'Alert more people',
    unfilled: /unfilled/i,
    crossed: 'was already on its way at the all-clear and may have arrived after it',
  },
};

/** An exercise that asks one of three people, and the answer link of that person. */
async function raise(
  request: APIRequestContext,
  name: string,
): Promise<{ ask: Sure; alarm: BoardAlarm; link: string }> {
  const ask = sure((await askAs(request)).ask);
  const people = ['Erste', 'Zweite', 'Dritte'].map((first) => ({
    lastName: `${first}${name.replaceAll(' ', '')}`,
    phones: [],
  }));
  const alarm = await alarmFunctions(ask, name, [{ name: `Funktion ${name}`, people, needed: 1 }]);
  return { ask, alarm, link: await linkOf(ask, alarm.people) };
}

async function linkOf(ask: Sure, people: readonly Alarmed[]): Promise<string> {
  const mailbox =
    'query ($person: ID) { exerciseMessages(person: $person, first: 1) { edges { node { answerUrl } } } }';
  let link: string | undefined;
  await expect
    .poll(async () => {
      for (const { id } of people)
        link ??= (await ask(mailbox, { person: id })).exerciseMessages.edges[0]?.node.answerUrl;
      return link;
    })
    .toBeTruthy();
  return link!;
}

async function send(page: Page, ask: Sure, { next, yes }: { next: string; yes: string }): Promise<void> {
  await page.getByRole('button', { name: next }).click();
  await atOnce(ask, async () => {
    const answered = page.waitForResponse((response) => response.request().postData()?.includes('SendReport') ?? false);
    await page.getByRole('dialog').getByRole('button', { name: yes, exact: true }).click();
    await answered;
  });
}

/** The board names messages that were on their way at the all-clear; a journey can't time that, so the answer is changed. */
async function noteCrossing(page: Page, words: string): Promise<void> {
  await expect(page.getByText(words)).toHaveCount(0);
  await page.route('**/api/graphql/', async (route) => {
    if (!route.request().postData()?.includes('query ReportPeople')) return route.fallback();
    const answer = await route.fetch();
    const body = (await answer.text()).replaceAll('"crossedAllClear":false', '"crossedAllClear":true');
    await route.fulfill({ response: answer, body });
  });
  await page.reload();
  await expect(page.getByText(words).first()).toBeVisible();
  await expectFits(page, 'board');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}

for (const [language, width] of languagesAndWidths('de', 390))
  test(`an all-clear ends the alarm on all screens and links, ${language} ${width} px`, async ({
    page,
    request,
    browser,
  }) => {
    const words = texts[language];
    const { ask, alarm, link } = await raise(request, `Entwarnung ${language} ${width}`);
    const context = await browser.newContext({ viewport: { width: 390, height: 664 }, locale: language });
    const answer = await context.newPage();
    await answer.goto(`${link}?lang=${language}`);
    await expect(answer.getByRole('button', { name: words.coming, exact: true })).toBeVisible();

    await page.setViewportSize({ width, height: 800 });
    await signIn(page, language, alarm.path);
    const direct = page.getByRole('button', { name: words.giveAllClear });
    const menu = page.locator('[data-alone]').filter({ visible: true });
    await expect(direct.or(menu).first()).toBeVisible();
    if (await direct.isVisible()) await direct.click();
    else {
      await menu.first().click();
      await page.getByRole('menuitem', { name: words.giveAllClear }).click();
    }
    await page.getByRole('button', { name: words.next }).click();
    await expect(page.getByRole('dialog').getByText(words.ends)).toBeVisible();
    await page.keyboard.press('Escape');
    await send(page, ask, words);

    // the page that was open all the time looks by itself
    await expect(answer.getByText(words.page)).toBeVisible({ timeout: 30_000 });
    await expect(answer.getByText(words.noNeed)).toBeVisible();
    await expect(answer.getByRole('button', { name: words.coming, exact: true })).toBeHidden();
    await answer.getByText(words.anyway).click();
    await expect(answer.getByRole('button', { name: words.coming, exact: true })).toBeVisible();
    await expectFits(answer, 'answer page');
    await context.close();

    await page.goto(`/#${alarm.path}`);
    await expect(page.getByRole('status').filter({ hasText: words.strip })).toBeVisible();
    await expect(page.getByRole('button', { name: words.more })).toHaveCount(0);
    await expect(page.getByRole('main').getByText(words.unfilled)).toHaveCount(0);
    await expectFits(page, 'board');
    await noteCrossing(page, words.crossed);
    await page.goto(`/#${alarm.path.replace(/\/report.*/, '')}`);
    await expect(page.getByRole('status').filter({ hasText: words.strip })).toBeVisible();
    const finish = page.getByRole('button', { name: words.finish, exact: true });
    await expect(finish).toHaveAttribute('data-variant', 'filled');
    await finish.click();
    await page.getByRole('dialog').getByRole('button', { name: words.yes, exact: true }).click();
    await expect(page.getByText(words.given)).toBeVisible();
    await expect(page.getByRole('dialog', { name: words.prepare })).toHaveCount(0);
  });

for (const width of inFull([390], [1280]))
  test(`after a correction the answer page shows the new text and meeting point, ${width} px`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize({ width, height: 664 });
    const { ask, alarm, link } = await raise(request, `Berichtigung ${width}`);
    await page.goto(`${link}?lang=de`);
    await page.getByRole('button', { name: 'Ich komme', exact: true }).click();
    const { createFollowUp } = await ask(
      'mutation ($id: ID!) { createFollowUp(report: $id, kind: CORRECTION) { id messages { edges { node { id } } } } }',
      { id: alarm.path.split('/').at(-1) },
    );
    await ask('mutation ($input: UpdateReportInput!) { updateReport(input: $input) { id } }', {
      input: { id: createFollowUp.id, content: 'Bitte nicht ins Lagezentrum.\nTreffpunkt: Haus B' },
    });
    await atOnce(ask, () =>
      ask('mutation ($id: ID!, $key: String!) { sendReport(id: $id, launchKey: $key) { id } }', {
        id: createFollowUp.id,
        key: createFollowUp.id,
      }),
    );
    await page.goto(`${link}?lang=de`);
    const box = page.getByRole('status').filter({ hasText: /^Berichtigt \d\d:\d\d: / });
    await expect(box).toContainText('Treffpunkt: Haus B');
    await expect(page.locator('.where')).toHaveText('Treffpunkt: Haus B');
    await page.getByText('Frühere Meldung anzeigen').click();
    await expect(page.getByRole('button', { name: 'Ich komme', exact: true })).toBeVisible();
    await expectFits(page, 'answer page');
  });
