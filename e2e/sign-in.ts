import { expect, type Page } from '@playwright/test';
import { owner } from './owner.ts';
import { askAs } from './roles.ts';
import { type PageLanguage, words } from './words.ts';

/** Opens a page as the owner, by default the start page. Another page first would cost a fifth of a short journey. */
export async function signIn(page: Page, language: PageLanguage, path = '/'): Promise<void> {
  const token = await chooseLanguage(page, language);
  await keepToken(page, token);
  if (page.url() !== 'about:blank') await page.goto('about:blank'); // an open page reads the token only when it loads
  await page.goto(`/#${path}`);
  if (path === '/') await expect(page.getByRole('heading', { name: words[language].home })).toBeVisible();
}

/** Signs in by the form, which also measures the clock. */
export async function signInByForm(page: Page): Promise<void> {
  const text = words.de;
  await chooseLanguage(page, 'de');
  await page.goto('/#/login');
  await page.getByLabel(text.email).fill(owner.email);
  await page.getByLabel(text.password, { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: text.signIn }).click();
  await expect(page.getByRole('heading', { name: text.home })).toBeVisible();
}

async function chooseLanguage(page: Page, language: PageLanguage): Promise<string> {
  const { ask, token } = await askAs(page.request);
  await ask('mutation ($to: String!) { changeLanguage(language: $to) { id } }', { to: language });
  await page.addInitScript((chosen) => {
    if (location.protocol !== 'about:') localStorage.setItem('i18nextLng', chosen);
  }, language);
  return token;
}

/** Signs in once, so that signing out lasts. */
async function keepToken(page: Page, token: string): Promise<void> {
  await page.addInitScript((value) => {
    if (location.protocol === 'about:') return; // has no storage
    const given = `given ${value}`;
    if (!sessionStorage.getItem(given)) localStorage.setItem('token', value);
    sessionStorage.setItem(given, 'yes');
  }, token);
}
