import { Alert, Anchor, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { EntityRow } from '#web/fields/frame.ts';
import { useData } from '#web/lib/data.ts';
import { apiMessage } from '#web/lib/i18n.ts';
import { useSystemLive } from '#web/lib/system.tsx';
import { DateTime } from '#web/ui/DateTime.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { QueryView } from '#web/ui/states.tsx';
import { IncomingAddress } from './IncomingAddress.tsx';
import { type IncomingSourceState, IncomingSourceStateQuery } from './queries.ts';

/** Below a source's form: secret address, last message, and the reason of its last refusal. */
export function IncomingDetails({ row }: { row: EntityRow }) {
  const state = useData(IncomingSourceStateQuery, { id: row.id });
  useSystemLive(state.refetch);
  return (
    <QueryView state={state}>
      {({ incomingSource: source }) =>
        source && (
          <Stack gap="lg">
            <SourceHealth source={source} />
            <IncomingAddress source={source} onReplaced={state.refetch} />
          </Stack>
        )
      }
    </QueryView>
  );
}

function SourceHealth({ source }: { source: IncomingSourceState }) {
  const { t } = useTranslation('incoming');
  const { receivedAt, refusedAt, refusal, group } = source;
  return (
    <Stack gap="sm">
      {!group && <Alert color="yellow">{t('source.noGroup')}</Alert>}
      {refusal && refusedAt && (
        <Alert color="red" icon={<Icon name="crossCircle" />}>
          {t('source.refused')} <DateTime value={refusedAt} />: {apiMessage(refusal)}
        </Alert>
      )}
      <Text c="gray.6">
        {receivedAt ? (
          <>
            {t('source.received')} <DateTime value={receivedAt} />
          </>
        ) : (
          t('source.nothingYet')
        )}
      </Text>
      <Anchor component={Link} to="/incoming">
        {t('source.toItems')}
      </Anchor>
    </Stack>
  );
}
