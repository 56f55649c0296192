import { useTranslation } from 'react-i18next';
import { isRole, roleNames } from '#shared/role-names.ts';
import { chosenOptions, isSetting, type Setting, settings } from '#shared/settings.ts';
import { useLabel } from '#web/lib/label.ts';

/** Says the stored text of a setting in words: yes or no, with its unit, the names of what was chosen. */
export function useSettingWords(): (name: string, text: string) => string {
  const { t, i18n } = useTranslation(['administration', 'common']);
  const label = useLabel();
  return (name, text) => {
    const setting: Setting | undefined = isSetting(name) ? settings[name] : undefined;
    switch (setting?.kind) {
      case 'toggle':
        return t(text === 'true' ? 'common:yes' : 'common:no');
      case 'number':
        return `${text} ${t(`setup.unit.${setting.unit}`)}`;
      case 'select':
        return t(`setup.option.${name}.${text}`);
      case 'selectMany':
        return chosenOptions(text)
          .map((role) => (isRole(role) ? label(roleNames[role]) : role))
          .join(', ');
      case 'country':
        return new Intl.DisplayNames(i18n.language, { type: 'region' }).of(text) ?? text;
      default:
        return text;
    }
  };
}
