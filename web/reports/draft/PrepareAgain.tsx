import { Alert, Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useMutation } from 'urql';
import { AddChannelsMutation, type ReportDetails, type ReportMessage } from '#web/reports/queries.ts';
import { useDraftRights } from '#web/reports/rights.ts';
import { Icon } from '#web/ui/Icon.tsx';

/** Offers the same again after a canceled launch. */
export function PrepareAgain({ report, messages }: { report: ReportDetails; messages: ReportMessage[] }) {
  const { t } = useTranslation('drafts');
  const { setChannels } = useDraftRights(report);
  const navigate = useNavigate();
  const [{ fetching }, add] = useMutation(AddChannelsMutation);
  const prepare = async () => {
    const channels = [...new Set(messages.map(({ channel }) => channel.id))];
    const { error } = await add({ report: report.id, channels });
    if (!error) await navigate('?view=draft');
  };
  return (
    <Alert color={report.stayedInside ? 'red' : 'gray'} icon={<Icon name="info" />}>
      <Text mb={setChannels ? 'sm' : 0}>{t(report.stayedInside ? 'again.unheard' : 'again.text')}</Text>
      {setChannels && (
        <Group>
          <Button loading={fetching} onClick={() => void prepare()}>
            {t('again.prepare')}
          </Button>
        </Group>
      )}
    </Alert>
  );
}
