import { Alert, Fieldset, Select, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '#web/fields/input.ts';
import { useLabel } from '#web/lib/label.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { QueryView } from '#web/ui/states.tsx';
import { type Provider, useProviders } from './providers.ts';
import { SettingInput } from './SettingInput.tsx';

type Settings = Record<string, unknown>;

/** What the provider of a channel asks for; a secret that is set shows only that it is. */
export function ChannelSettingsInput({ label, value, onChange, row, values, errors = {} }: InputProps) {
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
          return (
            <Stack gap="md">
              <ProviderChoice {...{ offered, provider }} onChoose={(chosen) => onChange(freshSettings(chosen))} />
              {provider.fields.length === 0 && <Text c="gray.6">{t('channel.nothingToSet')}</Text>}
              {provider.fields.map((setting) => (
                <SettingInput
                  key={`${provider.identifier}.${setting.name}`}
                  setting={setting}
                  stored={isSame ? stored[setting.name] : undefined}
                  entered={entered[setting.name]}
                  error={errors[setting.name]}
                  onChange={(to) => change(setting.name, to)}
                />
              ))}
            </Stack>
          );
        }}
      </QueryView>
    </Fieldset>
  );
}

const typeOf = (row: InputProps['row']) => (row?.['channelType'] as { _id: number } | undefined)?._id;

/** A secret that was not touched stands there as whether it is set; that is nothing to send. */
const withoutShownSecrets = (settings: Settings, { fields }: Provider): Settings =>
  Object.fromEntries(
    Object.entries(settings).filter(
      ([name, set]) => typeof set !== 'boolean' || !fields.some((field) => field.name === name && field.secret),
    ),
  );

/** Everything named, so that nothing of the provider before stays behind. */
const freshSettings = ({ identifier, fields }: Provider): Settings => ({
  provider: identifier,
  ...Object.fromEntries(fields.map((setting) => [setting.name, setting.default ?? null])),
});

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
