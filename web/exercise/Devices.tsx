import { Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useUrlState } from '#web/lib/url-state.ts';
import { Icon } from '#web/ui/Icon.tsx';
import classes from './Devices.module.css';
import { Mailbox } from './Mailbox.tsx';
import { Phone } from './Phone.tsx';

type Props = { person: string | null; version: number; tabs: boolean };

/** A person's phone and mailbox, side by side or one at a time; without a person, all messages. */
export function Devices({ person, version, tabs }: Props) {
  const { t } = useTranslation('exercise');
  const [device, setDevice] = useUrlState('device', 'mail');
  if (!tabs)
    return (
      <div className={classes['devices']}>
        <Phone person={person} version={version} titled />
        <Mailbox person={person} version={version} titled />
      </div>
    );
  return (
    <Tabs value={device} onChange={(value) => setDevice(value ?? 'mail')} keepMounted={false}>
      <Tabs.List grow mb="md">
        <Tabs.Tab value="phone" leftSection={<Icon name="phone" size={20} />} className={classes['tab'] ?? ''}>
          {t('phone')}
        </Tabs.Tab>
        <Tabs.Tab value="mail" leftSection={<Icon name="mail" size={20} />} className={classes['tab'] ?? ''}>
          {t('mailbox')}
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="phone">
        <Phone person={person} version={version} titled={false} />
      </Tabs.Panel>
      <Tabs.Panel value="mail">
        <Mailbox person={person} version={version} titled={false} />
      </Tabs.Panel>
    </Tabs>
  );
}
