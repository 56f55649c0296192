import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { type Setting, useProviders } from '#web/fields/channel-settings/providers.ts';
import { useLabel } from '#web/lib/label.ts';
import type { CellProps } from './cell.ts';
import classes from './fields.module.css';

/** What a channel is set up with, in words; a secret only says whether it is set. */
export function SettingsCell({ value }: CellProps) {
  const { t } = useTranslation(['fields', 'common']);
  const words = useLabel();
  const { providers = [] } = useProviders();
  const settings = value as Record<string, unknown>;
  const provider = providers.find(({ identifier }) => identifier === settings['provider']);
  const shown = (provider?.fields ?? []).filter(({ name }) => (settings[name] ?? null) !== null);
  if (!provider) return <span>–</span>;
  const text = ({ name, secret, options }: Setting) => {
    const set = settings[name];
    if (secret) return t(set ? 'channel.set' : 'channel.unset');
    if (typeof set === 'boolean') return t(set ? 'common:yes' : 'common:no');
    const option = options?.find((one) => one.value === set);
    return option ? words(option.label) : String(set);
  };
  return (
    <dl className={classes['settings']}>
      <div>
        <dt>{t('channel.provider')}</dt>
        <dd>{words(provider.label)}</dd>
      </div>
      {shown.map((setting) => (
        <div key={setting.name}>
          <dt>{words(setting.label)}</dt>
          <dd>{text(setting)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What the provider of a channel asks for. */
export const SettingsInput = lazy(async () => ({
  default: (await import('#web/fields/channel-settings/ChannelSettingsInput.tsx')).ChannelSettingsInput,
}));
