import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import classes from '#web/administration/administration.module.css';
import { useData } from '#web/lib/data.ts';
import { successToast } from '#web/lib/toasts.ts';
import { fullName } from '#web/lib/viewer.tsx';
import { useConfirm } from '#web/ui/confirm.tsx';
import { DateTime } from '#web/ui/DateTime.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { EmptyState, QueryView } from '#web/ui/states.tsx';
import { NewCodeDialog } from './NewCodeDialog.tsx';
import {
  CreateReleaseCodeMutation,
  type NewCode,
  type ReleaseCodeRow,
  ReleaseCodesQuery,
  RevokeReleaseCodeMutation,
} from './queries.ts';

/** Creates, lists and revokes the printed codes that release the other place. */
export function ReleaseCodesPanel({ onChange }: { onChange: () => void }) {
  const { t } = useTranslation('secondPlace');
  const [{ fetching }, create] = useMutation(CreateReleaseCodeMutation);
  const [made, setMade] = useState<NewCode>();
  const state = useData(ReleaseCodesQuery, {});
  const refresh = () => {
    state.refetch();
    onChange();
  };
  const make = async () => {
    const { data } = await create({});
    if (!data) return;
    setMade(data.createReleaseCode);
    refresh();
  };
  const button = (
    <Button leftSection={<Icon name="plus" />} loading={fetching} onClick={() => void make()}>
      {t('codes.create')}
    </Button>
  );
  return (
    <Panel title={t('codes.title')} actions={state.data?.releaseCodes.length ? button : null}>
      <Stack gap="lg">
        <Text maw={720}>{t('codes.intro')}</Text>
        <QueryView state={state}>
          {({ releaseCodes }) =>
            releaseCodes.length === 0 ? (
              <EmptyState icon="key" title={t('codes.none')} text={t('codes.noneText')} action={button} />
            ) : (
              <ul className={classes['entries']}>
                {releaseCodes.map((row) => (
                  <CodeItem key={row.id} row={row} onChange={refresh} />
                ))}
              </ul>
            )
          }
        </QueryView>
      </Stack>
      {made && <NewCodeDialog made={made} onClose={() => setMade(undefined)} />}
    </Panel>
  );
}

const tones = { used: 'warning', revoked: 'neutral', usable: 'good' } as const;

function CodeItem({ row, onChange }: { row: ReleaseCodeRow; onChange: () => void }) {
  const { t } = useTranslation('secondPlace');
  const confirm = useConfirm();
  const [{ fetching }, revoke] = useMutation(RevokeReleaseCodeMutation);
  const state = row.usedAt ? 'used' : row.revokedAt ? 'revoked' : 'usable';
  const number = row._id;
  const ask = async () => {
    const question = { title: t('codes.revokeTitle', { number }), text: t('codes.revokeText'), danger: true };
    if (!(await confirm(question))) return;
    const { error } = await revoke({ id: row.id });
    if (!error) successToast(t('codes.revoked', { number }));
    onChange();
  };
  return (
    <li className={classes['entry']}>
      <Group justify="space-between" gap="md" align="flex-start">
        <Stack gap={4} miw={0} flex="1 1 260px">
          <Group gap="sm">
            <Text fw={650}>{t('codes.number', { number })}</Text>
            <StatusBadge tone={tones[state]}>{t(`codes.state.${state}`)}</StatusBadge>
          </Group>
          <Text fz="sm" c="gray.7">
            {t('codes.made')} <DateTime value={row.createdAt} show="date" />
            {row.createdBy && ` · ${fullName(row.createdBy)}`}
          </Text>
          {row.usedAt && (
            <Text fz="sm">
              {t('codes.usedBy', { name: row.usedBy ?? '' })} <DateTime value={row.usedAt} />
            </Text>
          )}
        </Stack>
        {state === 'usable' && (
          <Button
            variant="default"
            leftSection={<Icon name="stop" />}
            loading={fetching}
            onClick={() => void ask()}
            aria-label={t('codes.revokeNamed', { number })}
          >
            {t('codes.revoke')}
          </Button>
        )}
      </Group>
    </li>
  );
}
