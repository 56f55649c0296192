import { asText, fromText } from '#shared/fields/kinds.ts';
import type { Setting } from '#shared/settings.ts';
import { Input } from '#web/fields/Input.tsx';
import type { Picture } from '#web/fields/picture/PictureInput.tsx';
import type { SettingValue } from './setting-value.ts';

type Props = {
  setting: Setting;
  name: string;
  label: string;
  description: string;
  error: string | undefined;
  value: SettingValue;
  picture: Picture | null;
  onChange: (value: SettingValue) => void;
};

/** The input of a setting by kind; values are texts, for a picture its id. */
export function SettingInput({ setting, value, picture, onChange, ...frame }: Props) {
  const isPicture = setting.kind === 'image';
  return (
    <Input
      {...frame}
      field={setting}
      stored={picture}
      value={isPicture ? value : fromText(setting, value ?? '')}
      onChange={(entered) => onChange(isPicture ? (entered as string | null) : asText(setting, entered))}
    />
  );
}
