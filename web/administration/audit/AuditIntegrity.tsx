import { Alert, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from 'urql';
import { formatDateTime } from '#web/lib/format.ts';
import type { ResultOf } from '#web/lib/gql.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { AuditIntactQuery } from './queries.ts';

type State = 'unchecked' | 'checking' | 'intact' | 'unsealed' | 'broken';
type Seal = ResultOf<typeof AuditIntactQuery>['auditSeal'];
const looks = {
  unchecked: { color: 'gray', icon: 'lock' },
  checking: { color: 'gray', icon: 'clock' },
  intact: { color: 'green', icon: 'checkCircle' },
  unsealed: { color: 'yellow', icon: 'lock' },
  broken: { color: 'red', icon: 'crossCircle' },
} as const;

const states = { INTACT: 'intact', UNSEALED: 'unsealed', BROKEN: 'broken' } as const;

/** Explains how the log is protected, and verifies all entries on request. */
export function AuditIntegrity() {
  const { t } = useTranslation('administration');
  const client = useClient();
  const [state, setState] = useState<State>('unchecked');
  const [seal, setSeal] = useState<Seal | null>(null);
  const check = async () => {
    setState('checking');
    const { data } = await client.query(AuditIntactQuery, {}).toPromise();
    setSeal(data?.auditSeal ?? null);
    setState(data ? states[data.auditSeal.state] : 'unchecked');
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
        <span>
          {t(`audit.integrity.${state}Text`)}
          {state === 'intact' && seal && <SealedPart seal={seal} />}
        </span>
        <Button variant="default" loading={state === 'checking'} onClick={() => void check()}>
          {t('audit.integrity.check')}
        </Button>
      </Group>
    </Alert>
  );
}

function SealedPart({ seal }: { seal: Seal }) {
  const { t } = useTranslation('administration');
  const { entries, sealedEntries, sealedAt, entriesBeforeFirstSeal, firstSealedAt } = seal;
  const after = entries - sealedEntries;
  return (
    <>
      {sealedAt && ` ${t('audit.integrity.sealed', { count: sealedEntries, at: formatDateTime(sealedAt) })}`}
      {after > 0 && ` ${t('audit.integrity.after', { count: after })}`}
      {firstSealedAt &&
        ` ${t('audit.integrity.before', { count: entriesBeforeFirstSeal, at: formatDateTime(firstSealedAt) })}`}
    </>
  );
}
