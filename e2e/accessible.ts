import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const longestChange = 10_000;

/** What stands on the page can be used by everyone, as far as axe can tell, once colours that change have changed. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const end = performance.now() + longestChange; ; await page.waitForTimeout(500)) {
    const { violations } = await new AxeBuilder({ page }).exclude('.Toastify').analyze();
    if (violations.length > 0 && performance.now() < end) continue;
    expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.target}`)).toEqual([]);
    return;
  }
}
