import { expect, type Page } from '@playwright/test';
import { owner } from './owner.ts';
import { type Language, words } from './words.ts';

/** Signs the owner in by the form, with the interface in this language. */
export async function signIn(page: Page, language: Language): Promise<void> {
  const text = words[language];
  const { token } = await (await page.request.post('/api/auth', { data: owner })).json();
  const headers = { authorization: `Bearer ${token}` };
  const data = {
    query: 'mutation ($to: String!) { changeLanguage(language: $to) { id } }',
    variables: { to: language },
  };
  await page.request.post('/api/graphql/', { headers, data });
  await page.addInitScript((chosen) => localStorage.setItem('i18nextLng', chosen), language);
  await page.goto('/#/login');
  await page.getByLabel(text.email).fill(owner.email);
  await page.getByLabel(text.password, { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: text.signIn }).click();
  await expect(page.getByRole('heading', { name: text.home })).toBeVisible();
}
