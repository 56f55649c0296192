import { type HotkeyItem, useHotkeys } from '@mantine/hooks';

/** Keyboard shortcuts, inactive behind a dialog and, by default, while typing. */
export function usePageKeys(keys: HotkeyItem[], tagsToIgnore?: string[]): void {
  const onPage = keys.map<HotkeyItem>(([key, run]) => [key, (event) => isUncovered() && run(event)]);
  useHotkeys(onPage, tagsToIgnore);
}

const isUncovered = (): boolean => document.querySelector('[aria-modal=true]') === null;
