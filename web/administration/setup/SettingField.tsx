import { Alert, Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Setting, type SettingName, settings } from '#shared/settings.ts';
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
  outcome: Outcome | undefined;
  onChange: (value: SettingValue) => void;
};

/** One setting: what it is, what it does, its input, the way back to how it was delivered, and whether saving worked. */
export function SettingField({ name, value, storedValue, outcome, onChange }: Props) {
  const { t } = useTranslation('administration');
  const words = useSettingWords();
  const setting: Setting = settings[name];
  const standard = setting.default;
  const error = outcome && 'error' in outcome ? outcome.error : undefined;
  return (
    <div data-setting={name}>
      <SettingInput
        setting={setting}
        frame={{ label: t(`setup.key.${name}`), description: t(`setup.help.${name}`), error }}
        name={name}
        value={value}
        onChange={onChange}
      />
      {name === 'server_type' && value !== storedValue && (
        <Alert color="yellow" mt="sm" icon={<Icon name="info" />}>
          {t(value === 'production' ? 'setup.becomesProduction' : 'setup.becomesTest')}
        </Alert>
      )}
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
