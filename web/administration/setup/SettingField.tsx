import { Alert, Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isRole } from '#shared/role-names.ts';
import { type Setting, type SettingName, settings } from '#shared/settings.ts';
import type { Picture } from '#web/fields/picture/PictureInput.tsx';
import { useViewer } from '#web/lib/viewer.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { SettingInput } from './SettingInput.tsx';
import type { SettingValue } from './setting-value.ts';
import classes from './setup.module.css';
import type { Outcome } from './useSettingDrafts.ts';
import { useSettingWords } from './useSettingWords.ts';

type Props = {
  name: SettingName;
  value: SettingValue;
  storedValue: SettingValue;
  picture: Picture | null;
  outcome: Outcome | undefined;
  onChange: (value: SettingValue) => void;
};

/** One setting: label, description, input, reset to the default, and the result of saving. */
export function SettingField({ name, value, storedValue, picture, outcome, onChange }: Props) {
  const { t } = useTranslation('administration');
  const words = useSettingWords();
  const setting: Setting = settings[name];
  const standard = setting.default;
  const error = outcome && 'error' in outcome ? outcome.error : undefined;
  return (
    <div data-setting={name}>
      <SettingInput
        setting={setting}
        name={name}
        label={t(`setup.key.${name}`)}
        description={t(`setup.help.${name}`)}
        error={error}
        value={value}
        picture={picture}
        onChange={onChange}
      />
      <Consequence name={name} value={value} storedValue={storedValue} />
      <Group gap="sm" mt={4}>
        {standard !== undefined && value !== standard && (
          <Button size="compact-sm" variant="subtle" onClick={() => onChange(standard)}>
            {t('setup.reset', { value: words(name, standard) })}
          </Button>
        )}
        {outcome && 'saved' in outcome && (
          <Text role="status" c="green.8" fz="sm" className={classes['saved'] ?? ''}>
            <Icon name="check" size={18} /> {t('setup.savedHere')}
          </Text>
        )}
      </Group>
    </div>
  );
}

function Consequence({ name, value, storedValue }: Pick<Props, 'name' | 'value' | 'storedValue'>) {
  const { t } = useTranslation('administration');
  const { hasRole } = useViewer();
  if (value === storedValue) return null;
  const rolesIn = (setting: SettingValue) => (setting ?? '').split(',').filter(isRole);
  const added = rolesIn(value).filter((role) => !rolesIn(storedValue).includes(role));
  const text =
    (name === 'server_type' && t(value === 'production' ? 'setup.becomesProduction' : 'setup.becomesTest')) ||
    (name === 'totp_roles' && added.length > 0 && t(added.some(hasRole) ? 'setup.totpYouToo' : 'setup.totpOthers'));
  if (!text) return null;
  return (
    <Alert color="yellow" mt="sm" icon={<Icon name="info" />}>
      {text}
    </Alert>
  );
}
