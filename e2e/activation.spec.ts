import { expect, type Page } from '@playwright/test';
import { inFull } from './in-full.ts';
import { test } from './journey.ts';
import { askAsOwner } from './roles.ts';
import { signIn } from './sign-in.ts';
import { type PageLanguage, words } from './words.ts';

const telephone = { width: 390, height: 844 };

for (const language of inFull(['de'] as const, ['en'] as const)) {
  test(`goes from the start page to arrivals in three steps (${language})`, async ({ page }) => {
    await signIn(page, language);
    await activate(page, language);
    await answer(page, language, 'Claudia Ahrens');
    await refuse(page, language, 'Eisenlohr');
    await expectLimits(page, language);
    await finish(page, language);
    if (language === 'de') await prepareAllClear(page);
  });
}

async function activate(page: Page, language: PageLanguage): Promise<void> {
  const text = words[language];
  await page.getByRole('link', { name: text.activation }).click();
  await page.getByRole('button', { name: text.newEvent }).click();
  await page.getByRole('switch', { name: text.exercise }).check();
  await page.getByRole('button', { name: text.outbreak }).click();
  await expect(page.getByRole('heading', { name: text.check })).toBeVisible();
  await expect(page.getByRole('note')).toContainText(text.banner);
  await expect(page.getByText(text.ready)).toBeVisible();
  await page.getByRole('button', { name: text.next }).click();
  const dialog = page.getByRole('dialog', { name: text.question });
  await expect(dialog).toContainText(text.banner);
  await dialog.getByRole('button', { name: text.yes, exact: true }).click();
  await expect(page.getByRole('heading', { name: text.people, exact: true })).toBeVisible();
}

/** Answers by the link on a phone; the report shows it without a reload. */
async function answer(page: Page, language: PageLanguage, name: string): Promise<void> {
  const text = words[language];
  const mailbox = await page.context().newPage();
  await mailbox.setViewportSize(telephone);
  await mailbox.goto('/#/exercise-mailbox');
  await mailbox.getByRole('searchbox', { name: text.mailboxSearch }).fill(name);
  await mailbox.getByRole('button', { name }).click();
  await mailbox.getByRole('tab', { name: /E-Mail|E-mail/ }).click();
  await mailbox
    .getByRole('button', { name: new RegExp(`${text.banner}|ÜBUNG`) })
    .first()
    .click();
  const link = await mailbox.getByRole('link', { name: text.answerPage }).getAttribute('href');
  await mailbox.goto(`${link}?lang=${language}`);
  await mailbox.getByRole('button', { name: text.coming, exact: true }).click();
  await expect(mailbox.getByRole('status')).toContainText(text.coming);
  await mailbox.close();
  await expect(page.getByRole('button', { name: new RegExp(`^1 ${text.comingTile}$`) })).toBeVisible();
}

/** Another person declines by mail. */
async function refuse(page: Page, language: PageLanguage, name: string): Promise<void> {
  const text = words[language];
  const ask = await askAsOwner(page.request);
  const mailbox = `query ($name: String) { exerciseMessages(search: $name, first: 20) {
    edges { node { answerUrl message { report { _id } } } } } }`;
  type Mail = { node: { answerUrl: string | null; message: { report: { _id: number } } | null } };
  const link = async () => {
    const { edges }: { edges: Mail[] } = (await ask(mailbox, { name })).exerciseMessages;
    const mine = edges.find(({ node }) => page.url().split('?')[0]!.endsWith(`/report/${node.message?.report._id}`));
    return mine?.node.answerUrl ?? '';
  };
  await expect.poll(link).not.toBe('');
  const own = await page.context().newPage();
  await own.goto(`${await link()}?lang=${language}`);
  await own.getByRole('button', { name: text.notComing, exact: true }).click();
  await expect(own.getByRole('status')).toContainText(text.notComing);
  await own.close();
  await expect(page.getByRole('button', { name: new RegExp(`^1 ${text.notComingTile}$`) })).toBeVisible();
}

/** One group is filled; in the other, the next is asked. */
async function expectLimits(page: Page, language: PageLanguage): Promise<void> {
  const text = words[language];
  await expect(page.getByText(text.filled)).toBeVisible();
  await expect(page.getByRole('button', { name: /^S2 Lage/ })).toBeVisible();
  await expectStatus(page, language, 'Bormann', text.skipped);
  await expectStatus(page, language, 'Rademacher', text.asked);
}

async function expectStatus(page: Page, language: PageLanguage, lastName: string, status: string): Promise<void> {
  const search = page.getByRole('searchbox', { name: words[language].searchPeople });
  await search.fill(lastName);
  const entry = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: lastName }) });
  await expect(entry).toContainText(status);
  await search.fill('');
}

async function finish(page: Page, language: PageLanguage): Promise<void> {
  const text = words[language];
  await page.getByRole('link', { name: text.event }).click();
  await page.getByRole('button', { name: text.finish }).click();
  await page.getByRole('dialog').getByRole('button', { name: text.yes, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: text.no, exact: true }).click();
  await expect(page.getByText(text.finished, { exact: true }).first()).toBeVisible();
}

/** The all-clear goes to recipients of the activation only. */
async function prepareAllClear(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Entwarnung senden' }).click();
  await expect(page.getByRole('heading', { name: 'Entwarnung prüfen' })).toBeVisible();
  await expect(page.getByText('Alles bereit')).toBeVisible();
  await page.getByText('Alle Personen ansehen').click();
  await expect(page.getByText('Claudia Ahrens', { exact: true })).toBeVisible();
  await expect(page.getByText('Erik Bormann', { exact: true })).toHaveCount(0);
}
