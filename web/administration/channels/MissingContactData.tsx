import { Alert, Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isDeviceKind } from '#shared/device-kinds.ts';
import { useLabel } from '#web/lib/label.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { kindLabel } from './address-kinds.ts';
import type { ChannelHealth } from './queries.ts';

/** Warns that people can't have an address for the channel, because no contact data of its kind exists. */
export function MissingContactData({ channel, kept }: { channel: ChannelHealth; kept: readonly string[] }) {
  const { t } = useTranslation('administration');
  const words = useLabel();
  const kinds = channel.addressKinds ?? [];
  const label = kindLabel(kinds[0] ?? '');
  if (!label || kinds.some((kind) => isDeviceKind(kind) || kept.includes(kind))) return null;
  return (
    <Alert color="yellow" icon={<Icon name="info" />} title={t('channel.noContactData')}>
      {t('channel.noContactDataText', { kind: words(label) })}{' '}
      <Anchor component={Link} to="/administration/persondatatypes">
        {t('channel.toContactData')}
      </Anchor>
    </Alert>
  );
}
