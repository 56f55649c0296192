import { Checkbox, NativeSelect, NumberInput, Stack, Switch, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { chosenOptions, type Setting, type SettingName } from '#shared/settings.ts';
import { PictureInput } from '#web/fields/PictureInput.tsx';
import { decimalSeparator } from '#web/lib/format.ts';
import { CountryInput, TimeZoneInput } from './PlaceInputs.tsx';
import type { SettingValue } from './setting-value.ts';
import { useSettingWords } from './useSettingWords.ts';

/** What every input shows around itself. */
export type Frame = { label: string; description: string; error: string | undefined };

type Props = {
  setting: Setting;
  frame: Frame;
  name: SettingName;
  value: SettingValue;
  onChange: (value: SettingValue) => void;
};

/** The input of a setting, by its kind. */
export function SettingInput({ setting, frame, name, value, onChange }: Props) {
  const { t } = useTranslation('administration');
  const words = useSettingWords();
  if (setting.kind === 'picture')
    return (
      <PictureInput
        frame={frame}
        picture={typeof value === 'string' ? null : value}
        grounds={setting.ground === 'light' ? ['light', 'dark'] : ['dark', 'light']}
        onChange={onChange}
      />
    );
  const text = typeof value === 'string' ? value : '';
  const required = setting.required === true;
  switch (setting.kind) {
    case 'toggle':
      return (
        <Switch
          {...frame}
          size="md"
          checked={text === 'true'}
          onChange={({ currentTarget }) => onChange(String(currentTarget.checked))}
        />
      );
    case 'number':
      return (
        <NumberInput
          {...frame}
          required={required}
          value={text === '' ? '' : Number(text)}
          onChange={(number) => onChange(String(number))}
          suffix={` ${t(`setup.unit.${setting.unit}`)}`}
          min={setting.minimum}
          max={setting.maximum}
          clampBehavior="none"
          allowDecimal={false}
          allowNegative={false}
          hideControls
          inputMode="numeric"
        />
      );
    case 'amount':
      return (
        <NumberInput
          {...frame}
          value={text === '' ? '' : Number(text)}
          onChange={(amount) => onChange(amount === '' ? '' : Number(amount).toFixed(2))}
          decimalSeparator={decimalSeparator()}
          decimalScale={2}
          allowNegative={false}
          hideControls
          inputMode="decimal"
        />
      );
    case 'select':
      return (
        <NativeSelect
          {...frame}
          value={text}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          data={setting.options.map((option) => ({ value: option, label: words(name, option) }))}
        />
      );
    case 'selectMany':
      return (
        <Checkbox.Group
          {...frame}
          value={chosenOptions(text)}
          onChange={(chosen) => onChange(setting.options.filter((option) => chosen.includes(option)).join(','))}
        >
          <Stack gap="xs" mt="xs">
            {setting.options.map((option) => (
              <Checkbox key={option} size="md" value={option} label={words(name, option)} />
            ))}
          </Stack>
        </Checkbox.Group>
      );
    case 'timeZone':
      return <TimeZoneInput frame={frame} value={text} onChange={onChange} />;
    case 'country':
      return <CountryInput frame={frame} value={text} onChange={onChange} />;
    case 'text':
    case 'address':
      return (
        <TextInput
          {...frame}
          required={required}
          value={text}
          maxLength={setting.kind === 'text' ? setting.maximum : 2000}
          inputMode={setting.kind === 'address' ? 'url' : 'text'}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      );
  }
}
