import { type HotkeyItem, useHotkeys } from '@mantine/hooks';

/** Keys that do something on the page, not while a dialog stands before it; by default not while somebody types either. */
export function usePageKeys(keys: HotkeyItem[], tagsToIgnore?: string[]): void {
  const onPage = keys.map<HotkeyItem>(([key, run]) => [key, (event) => isUncovered() && run(event)]);
  useHotkeys(onPage, tagsToIgnore);
}

const isUncovered = (): boolean => document.querySelector('[aria-modal=true]') === null;
