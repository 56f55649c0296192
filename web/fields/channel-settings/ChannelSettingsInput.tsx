import { Alert, Fieldset, Select, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { badLimitLine } from '#shared/call-limits.ts';
import { type ChannelSetting, folded, type SettingSection } from '#shared/channel-setting.ts';
import type { Label } from '#shared/label.ts';
import { Advanced } from '#web/fields/advanced/Advanced.tsx';
import type { FieldOf, InputProps } from '#web/fields/frame.ts';
import { Input } from '#web/fields/Input.tsx';
import { useLabel } from '#web/lib/label.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { QueryView } from '#web/ui/states.tsx';
import { freshSettings } from './fresh-settings.ts';
import { type Provider, useProviders } from './providers.ts';
import { SecretInput } from './SecretInput.tsx';

type Settings = Record<string, unknown>;

/** The settings that a channel's provider requires; of a secret, only whether it is set. */
export function ChannelSettingsInput({
  name: field,
  label,
  value,
  onChange,
  row,
  values,
  errors = {},
}: InputProps<FieldOf<'channelSettings'>>) {
  const { t } = useTranslation('fields');
  const { state, servingType } = useProviders();
  const stored = (row?.['settings'] ?? {}) as Settings;
  const entered = (value ?? {}) as Settings;
  return (
    <Fieldset legend={label} aria-label={label}>
      <QueryView state={state}>
        {() => {
          const offered = servingType(values?.['channelType'] ?? typeOf(row));
          if (!offered?.length) return <Nothing text={t(offered ? 'channel.noProvider' : 'channel.chooseType')} />;
          const wanted = entered['provider'] ?? stored['provider'];
          const provider = offered.find(({ identifier }) => identifier === wanted) ?? offered[0]!;
          const isSame = stored['provider'] === provider.identifier;
          const change = (name: string, to: unknown) =>
            onChange({ ...withoutShownSecrets(entered, provider), provider: provider.identifier, [name]: to });
          const faultOf = ({ name }: ChannelSetting) => errors[`${field}.${name}`];
          const section = ({ section: heading, settings }: SettingSection) => (
            <Headed key={`${provider.identifier}.${settings[0]!.name}`} label={heading}>
              {settings.map((setting) => (
                <One
                  key={setting.name}
                  setting={setting}
                  stored={isSame ? stored[setting.name] : setting.preset}
                  entered={entered[setting.name]}
                  error={faultOf(setting)}
                  onChange={(to) => change(setting.name, to)}
                />
              ))}
            </Headed>
          );
          const { first, advanced } = folded(provider.fields);
          return (
            <Stack gap="md">
              <ProviderChoice {...{ offered, provider }} onChoose={(chosen) => onChange(freshSettings(chosen))} />
              {provider.fields.length === 0 && <Text c="gray.6">{t('channel.nothingToSet')}</Text>}
              {first.map(section)}
              {advanced.length > 0 && (
                <Advanced isOpen={advanced.some(({ settings }) => settings.some(faultOf))}>
                  <Stack gap="md">{advanced.map(section)}</Stack>
                </Advanced>
              )}
            </Stack>
          );
        }}
      </QueryView>
    </Fieldset>
  );
}

/** Settings with their heading, which is part of their accessible names. */
function Headed({ label, children }: { label: Label | null; children: ReactNode }) {
  const id = useId();
  const words = useLabel();
  if (!label) return children;
  return (
    <Stack gap="md" role="group" aria-labelledby={id}>
      <Title order={4} mt="sm" id={id}>
        {words(label)}
      </Title>
      {children}
    </Stack>
  );
}

type OneProps = {
  setting: ChannelSetting;
  /** The server's value; of a secret, only whether it is set. */
  stored: unknown;
  /** The input; undefined if untouched. */
  entered: unknown;
  error: unknown;
  onChange: (value: unknown) => void;
};

function One({ setting, stored, entered, ...rest }: OneProps) {
  const words = useLabel();
  const { t } = useTranslation('fields');
  const { name, hint, required = false } = setting;
  const value = entered === undefined ? (stored ?? setting.default ?? null) : entered;
  const bad = rest.error && setting.lines ? badLimitLine(String(value ?? '')) : null;
  const error = bad ? `${t('channel.badLine', bad)} ${rest.error}` : (rest.error as string | undefined);
  const frame = { name, label: words(setting.label), error, onChange: rest.onChange };
  if (setting.secret) {
    const description = hint && words(hint);
    return <SecretInput {...frame} {...{ description, required, entered }} isSet={stored === true} />;
  }
  return <Input {...frame} field={setting} value={value} />;
}

const typeOf = (row: InputProps['row']) => (row?.['channelType'] as { _id: number } | undefined)?._id;

/** Removes untouched secrets, whose values are only whether they are set. */
const withoutShownSecrets = (settings: Settings, { fields }: Provider): Settings =>
  Object.fromEntries(
    Object.entries(settings).filter(
      ([name, set]) => typeof set !== 'boolean' || !fields.some((field) => field.name === name && field.secret),
    ),
  );

function Nothing({ text }: { text: string }) {
  return (
    <Alert color="gray" icon={<Icon name="info" />}>
      {text}
    </Alert>
  );
}

type ChoiceProps = { offered: Provider[]; provider: Provider; onChoose: (provider: Provider) => void };

function ProviderChoice({ offered, provider, onChoose }: ChoiceProps) {
  const { t } = useTranslation('fields');
  const words = useLabel();
  if (offered.length === 1) return <Text fw={600}>{words(provider.label)}</Text>;
  return (
    <Select
      label={t('channel.provider')}
      allowDeselect={false}
      data={offered.map(({ identifier, label }) => ({ value: identifier, label: words(label) }))}
      value={provider.identifier}
      onChange={(chosen) => onChoose(offered.find(({ identifier }) => identifier === chosen)!)}
    />
  );
}
