import { type PasswordInputProps, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PasswordField } from '#web/ui/PasswordField.tsx';
import { passwordStrength, SHORTEST_PASSWORD } from './password-rule.ts';

const COLORS = { empty: 'gray.6', short: 'red.6', weak: 'yellow.8', good: 'green.8', strong: 'green.8' };

/** A new password, with feedback on its length and variety. */
export function NewPasswordField({ value = '', ...props }: Omit<PasswordInputProps, 'value'> & { value?: string }) {
  const { t } = useTranslation('auth');
  const strength = passwordStrength(value);
  const missing = SHORTEST_PASSWORD - [...value].length;
  return (
    <div>
      <PasswordField
        autoComplete="new-password"
        description={t('passwordRule', { count: SHORTEST_PASSWORD })}
        value={value}
        {...props}
      />
      <Text fz="sm" mt={4} mih="1.5em" c={COLORS[strength]} role="status">
        {strength !== 'empty' && t(`strength.${strength}`, { count: missing })}
      </Text>
    </div>
  );
}
