import { expect, type Page } from '@playwright/test';
import { type AxeLook, foundByAxe } from './engines.ts';

const longestChange = 10_000;

/**
 * What stands on the page can be used by everyone, as far as axe can tell, once colours that change have changed. Mails on it are
 * looked at by themselves: in their frames no script runs, and axe would wait there for half a minute. Of a page behind a dialog
 * nothing can be used, so that only the dialog is looked at.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const dialog = '[role=dialog][aria-modal=true]';
  await expectNoViolations(page, (await page.locator(dialog).count()) > 0 ? { within: [dialog] } : {});
  const mails = await page.locator('iframe').evaluateAll((all) => all.map((one) => (one as HTMLIFrameElement).srcdoc));
  for (const mail of new Set(mails.filter(Boolean))) {
    const letter = await page.context().newPage();
    await letter.setContent(mail);
    await expectNoViolations(letter, { tags: ['wcag2a', 'wcag2aa', 'wcag21aa'] });
    await letter.close();
  }
}

async function expectNoViolations(page: Page, options: AxeLook): Promise<void> {
  const look = async () => expect(await foundByAxe(page, options)).toEqual([]);
  await expect(look).toPass({ timeout: longestChange });
}
