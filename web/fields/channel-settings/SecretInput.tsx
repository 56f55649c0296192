import { Checkbox, type InputWrapperProps, PasswordInput, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';

type Props = Pick<InputWrapperProps, 'label' | 'description' | 'error'> & {
  name: string;
  required: boolean;
  isSet: boolean;
  /** A text replaces the secret, an empty one keeps it, null clears it. */
  entered: unknown;
  onChange: (value: string | null) => void;
};

/** A secret, which can be replaced and cleared but never read. */
export function SecretInput({ isSet, entered, required, onChange, description, ...frame }: Props) {
  const { t } = useTranslation('fields');
  const isCleared = isSet && entered === null;
  return (
    <Stack gap="xs">
      <PasswordInput
        {...frame}
        required={required && !isSet}
        // if the server requires it again, keeping it isn't possible
        description={isSet && !frame.error ? t('channel.secretSet') : description}
        placeholder={isSet && !isCleared ? '••••••••' : ''}
        // the user's saved passwords don't belong here
        autoComplete="new-password"
        disabled={isCleared}
        visibilityToggleButtonProps={{ 'aria-label': t('channel.showSecret') }}
        value={typeof entered === 'string' ? entered : ''}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {isSet && !required && (
        <Checkbox
          label={t('channel.clearSecret', { name: frame.label })}
          checked={isCleared}
          onChange={({ currentTarget }) => onChange(currentTarget.checked ? null : '')}
        />
      )}
    </Stack>
  );
}
