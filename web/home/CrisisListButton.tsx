import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useClient, useMutation } from 'urql';
import { successToast } from '#web/lib/toasts.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import classes from './HomePage.module.css';
import { CreateCrisisTeamListMutation, CrisisTeamQuery } from './queries.ts';

/** Creates a mailing list of the whole crisis team after a confirmation, and opens it. */
export function CrisisListButton({ onCreated }: { onCreated: () => void }) {
  const { t } = useTranslation('readiness');
  const confirm = useConfirm();
  const client = useClient();
  const navigate = useNavigate();
  const [{ fetching }, create] = useMutation(CreateCrisisTeamListMutation);
  const ask = async () => {
    const { data: team } = await client.query(CrisisTeamQuery, {}, { requestPolicy: 'network-only' });
    if (!team) return; // a toast shows the reason
    const count = team.people.totalCount;
    if (!(await confirm({ title: t('crisisList.title', { count }), text: t('crisisList.text') }))) return;
    const { data } = await create({ name: t('crisisList.name') });
    if (!data) return;
    successToast(t('crisisList.done'));
    onCreated();
    await navigate(`/mailinglist/${data.createCrisisTeamList._id}`);
  };
  return (
    <Button
      variant="default"
      className={classes['repair'] ?? ''}
      leftSection={<Icon name="plus" />}
      loading={fetching}
      onClick={() => void ask()}
    >
      {t('crisisList.button')}
    </Button>
  );
}
