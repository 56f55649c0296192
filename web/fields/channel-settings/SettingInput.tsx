import { NumberInput, Select, Switch, TextInput } from '@mantine/core';
import { useLabel } from '#web/lib/label.ts';
import type { Setting } from './providers.ts';
import { SecretInput } from './SecretInput.tsx';

type Props = {
  setting: Setting;
  /** As the server shows it; of a secret only whether it is set. */
  stored: unknown;
  /** As it was entered; undefined while it was not touched. */
  entered: unknown;
  error: unknown;
  onChange: (value: unknown) => void;
};

/** The input of one setting of a provider. */
export function SettingInput({ setting, stored, entered, error, onChange }: Props) {
  const words = useLabel();
  const frame = {
    name: setting.name,
    label: words(setting.label),
    description: setting.hint && words(setting.hint),
    error: error as string | undefined,
    required: setting.required === true,
  };
  if (setting.secret) return <SecretInput {...frame} isSet={stored === true} entered={entered} onChange={onChange} />;
  const value = entered === undefined ? (stored ?? setting.default ?? null) : entered;
  switch (setting.kind) {
    case 'toggle':
      return (
        <Switch
          {...frame}
          size="md"
          checked={value === true}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
      );
    case 'number':
      return (
        <NumberInput
          {...frame}
          {...(setting.minimum === undefined ? {} : { min: setting.minimum })}
          {...(setting.maximum === undefined ? {} : { max: setting.maximum })}
          allowDecimal={false}
          clampBehavior="none"
          value={value === null ? '' : Number(value)}
          onChange={(to) => onChange(to === '' ? null : to)}
        />
      );
    case 'select':
      return (
        <Select
          {...frame}
          clearable={!setting.required}
          data={(setting.options ?? []).map((option) => ({ value: option.value, label: words(option.label) }))}
          value={value === null ? null : String(value)}
          onChange={onChange}
        />
      );
    default:
      return (
        <TextInput
          {...frame}
          autoComplete="off"
          value={value === null ? '' : String(value)}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      );
  }
}
