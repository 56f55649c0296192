import { fromText } from '#shared/fields/kinds.ts';
import { isSetting, type Setting, settings } from '#shared/settings.ts';
import { useWords } from '#web/fields/useWords.ts';

/** Returns a setting's stored text in words: yes or no, with its unit, or the names of the chosen entries. */
export function useSettingWords(): (name: string, text: string) => string {
  const words = useWords();
  return (name, text) => {
    const setting: Setting | undefined = isSetting(name) ? settings[name] : undefined;
    return setting ? words(setting, fromText(setting, text)) : text;
  };
}
