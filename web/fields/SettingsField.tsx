import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { bySection, type ChannelSetting } from '#shared/channel-setting.ts';
import { useProviders } from '#web/fields/channel-settings/providers.ts';
import { useLabel } from '#web/lib/label.ts';
import type { CellProps } from './cell.ts';
import classes from './fields.module.css';
import { useWords } from './useWords.ts';

/** A channel's settings in words; of a secret, only whether it is set. */
export function SettingsCell({ value }: CellProps) {
  const { t } = useTranslation('fields');
  const words = useLabel();
  const say = useWords();
  const { providers = [] } = useProviders();
  const settings = value as Record<string, unknown>;
  const provider = providers.find(({ identifier }) => identifier === settings['provider']);
  const shown = bySection(provider?.fields ?? []).map((part) => ({
    ...part,
    settings: part.settings.filter(({ name }) => (settings[name] ?? null) !== null),
  }));
  if (!provider) return <span>–</span>;
  const text = (setting: ChannelSetting) => {
    const set = settings[setting.name];
    if (setting.secret) return t(set ? 'channel.set' : 'channel.unset');
    return say(setting, set);
  };
  return (
    <dl className={classes['settings']}>
      <div>
        <dt>{t('channel.provider')}</dt>
        <dd>{words(provider.label)}</dd>
      </div>
      {shown.map(({ section, settings: some }) =>
        some.map((setting) => (
          <div key={setting.name}>
            <dt>{[section, setting.label].flatMap((one) => (one ? [words(one)] : [])).join(': ')}</dt>
            <dd>{text(setting)}</dd>
          </div>
        )),
      )}
    </dl>
  );
}

/** The settings that a channel's provider requires. */
export const SettingsInput = lazy(async () => ({
  default: (await import('#web/fields/channel-settings/ChannelSettingsInput.tsx')).ChannelSettingsInput,
}));
