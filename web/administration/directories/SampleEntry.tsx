import { Alert, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from '#web/administration/administration.module.css';
import { Icon } from '#web/ui/Icon.tsx';
import type { DirectorySample } from './queries.ts';

/** The entry that a check of the connection found. */
export function SampleEntry({ sample }: { sample: DirectorySample }) {
  const { t } = useTranslation('directories');
  const { dn, identifier, isDisabled, attributes, groups } = sample;
  return (
    <Alert
      color={identifier ? 'green' : 'yellow'}
      role="status"
      icon={<Icon name={identifier ? 'checkCircle' : 'info'} />}
      title={t(identifier ? 'checked' : 'withoutIdentifier')}
    >
      <Stack gap={4}>
        <Text inherit className={classes['address']}>
          {dn}
          {isDisabled && ` (${t('disabled')})`}
        </Text>
        <Text inherit>
          {t('sampleCounts', { attributes: attributes.length })} {t('sampleGroups', { count: groups.length })}
        </Text>
      </Stack>
    </Alert>
  );
}
