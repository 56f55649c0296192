import { Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { FormValues } from '#web/administration/form-values.ts';
import { freshSettings } from '#web/fields/channel-settings/fresh-settings.ts';
import { type Provider, useProviders } from '#web/fields/channel-settings/providers.ts';
import { useLabel } from '#web/lib/label.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { QueryView } from '#web/ui/states.tsx';
import classes from './channels.module.css';

// the usual order of setup
const order = ['email', 'sms', 'voice', 'webpush', 'webfeed', 'cap', 'social_media', 'webhook', 'exercise'];
const rank = (identifier: string) => (order.includes(identifier) ? order.indexOf(identifier) : order.length);

const asked = ({ fields }: Provider): number => fields.filter(({ advanced }) => !advanced).length;

const easiestFirst = (providers: Provider[]): Provider[] =>
  [...providers].sort((one, other) => asked(one) - asked(other));

/** Chooses the provider of a new channel, by kind of channel. */
export function ChannelKinds({ onChosen }: { onChosen: (values: FormValues) => void }) {
  const { t } = useTranslation('administration');
  const words = useLabel();
  const { state, types, servingType } = useProviders();
  const choose = (channelType: string, provider: Provider) =>
    onChosen({
      channelType,
      name: provider.label.de,
      nameEn: provider.label.en,
      settings: freshSettings(provider),
    });
  return (
    <Stack gap="lg" component="section" aria-labelledby="channel-kinds">
      <Title order={3} id="channel-kinds">
        {t('channel.kind')}
      </Title>
      <QueryView state={state}>
        {() =>
          types
            .filter(({ id, isActive }) => isActive && servingType(id)?.length)
            .sort((one, other) => rank(one.identifier) - rank(other.identifier))
            .map(({ id, name }) => (
              <section key={id} aria-label={name}>
                <Title order={4} mb="xs">
                  {name}
                </Title>
                <ul className={classes['kinds']}>
                  {easiestFirst(servingType(id) ?? []).map((provider) => (
                    <li key={provider.identifier}>
                      <UnstyledButton className={classes['kind']} onClick={() => choose(id, provider)}>
                        {words(provider.label)}
                        <Icon name="chevronRight" size={18} />
                      </UnstyledButton>
                    </li>
                  ))}
                </ul>
              </section>
            ))
        }
      </QueryView>
      <Text c="gray.6">{t('channel.kindText')}</Text>
    </Stack>
  );
}
