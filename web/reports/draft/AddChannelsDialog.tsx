import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useMutation } from 'urql';
import { useData } from '#web/lib/data.ts';
import { ChannelName } from '#web/messages/StatusBadges.tsx';
import { AddChannelsMutation, ChannelsQuery, type ReportDetails } from '#web/reports/queries.ts';
import { QueryView } from '#web/ui/states.tsx';

type Props = { report: ReportDetails; onClose: () => void; onChanged: () => void };

/** Chooses further channels for a sent report. They become drafts to review before sending. */
export function AddChannelsDialog({ report, onClose, onChanged }: Props) {
  const { t } = useTranslation(['drafts', 'reports']);
  const { t: common } = useTranslation();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<string[]>([]);
  const [{ fetching }, add] = useMutation(AddChannelsMutation);
  const state = useData(ChannelsQuery, {});
  const submit = async () => {
    const { error } = await add({ report: report.id, channels: chosen });
    if (error) return;
    onClose();
    onChanged();
    await navigate('?view=draft');
  };
  return (
    <Modal opened onClose={onClose} title={t('addChannels.title')} closeButtonProps={{ 'aria-label': common('close') }}>
      <Stack gap="md">
        <Text>{t('addChannels.text')}</Text>
        <QueryView state={state}>
          {({ channels }) => (
            <Checkbox.Group value={chosen} onChange={setChosen} aria-label={t('draft.channels')}>
              <Stack gap="sm">
                {channels.edges.map(({ node }) => (
                  <Checkbox
                    key={node.id}
                    value={node.id}
                    size="md"
                    label={<ChannelName channel={node} />}
                    disabled={!node.addressKinds}
                    description={!node.addressKinds && t('reports:channels.noProvider')}
                  />
                ))}
              </Stack>
            </Checkbox.Group>
          )}
        </QueryView>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button disabled={chosen.length === 0} loading={fetching} onClick={() => void submit()}>
            {t('addChannels.submit')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
