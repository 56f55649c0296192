import { Alert, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from 'urql';
import { Icon } from '#web/ui/Icon.tsx';
import { AuditIntactQuery } from './queries.ts';

type State = 'unchecked' | 'checking' | 'intact' | 'broken';
const looks = {
  unchecked: { color: 'gray', icon: 'lock' },
  checking: { color: 'gray', icon: 'clock' },
  intact: { color: 'green', icon: 'checkCircle' },
  broken: { color: 'red', icon: 'crossCircle' },
} as const;

/** Says what protects the log, and checks on demand whether every entry is as it was written. */
export function AuditIntegrity() {
  const { t } = useTranslation('administration');
  const client = useClient();
  const [state, setState] = useState<State>('unchecked');
  const check = async () => {
    setState('checking');
    const { data } = await client.query(AuditIntactQuery, {}).toPromise();
    setState(data ? (data.auditIntact ? 'intact' : 'broken') : 'unchecked');
  };
  const { color, icon } = looks[state];
  return (
    <Alert
      color={color}
      role={state === 'broken' ? 'alert' : 'status'}
      icon={<Icon name={icon} />}
      title={t(`audit.integrity.${state}`)}
    >
      <Group justify="space-between" gap="sm">
        <span>{t(`audit.integrity.${state}Text`)}</span>
        <Button variant="default" loading={state === 'checking'} onClick={() => void check()}>
          {t('audit.integrity.check')}
        </Button>
      </Group>
    </Alert>
  );
}
