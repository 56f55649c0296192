import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { successToast } from '#web/lib/toasts.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { DateTime } from '#web/ui/DateTime.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { useCopy } from '#web/ui/useCopy.ts';
import { CreateRosterLinkMutation, RevokeRosterLinkMutation, type RosterGroup } from './queries.ts';
import classes from './roster.module.css';

type Props = { group: RosterGroup; onChanged: () => void; onClose: () => void };

/** Creates and revokes the secret calendar address of the roster; it is visible once. */
export function CalendarLinkDialog({ group, onChanged, onClose }: Props) {
  const { t } = useTranslation('roster');
  const [making, make] = useMutation(CreateRosterLinkMutation);
  const [ending, end] = useMutation(RevokeRosterLinkMutation);
  const [link, setLink] = useState<string>();
  const { linkedAt } = group.roster;
  const confirm = useConfirm();
  const mayCutOff = async (title: string) => !linkedAt || confirm({ title, text: t('link.cutOff'), danger: true });
  const create = async () => {
    if (!(await mayCutOff(t('link.askRenew')))) return;
    const { data } = await make({ group: group.id });
    if (!data) return;
    setLink(data.createRosterLink);
    onChanged();
  };
  const revoke = async () => {
    if (!(await mayCutOff(t('link.askEnd')))) return;
    if ((await end({ group: group.id })).error) return;
    setLink(undefined);
    successToast(t('link.ended'));
    onChanged();
  };
  return (
    <Dialog title={t('link.title')} size="md" onClose={onClose}>
      <Stack gap="md">
        <Text>{t('link.text')}</Text>
        {link && <Shown link={link} />}
        {linkedAt && !link && (
          <Text c="gray.6">
            {t('link.since')} <DateTime value={linkedAt} />
          </Text>
        )}
        <Group gap="sm">
          <Button loading={making.fetching} leftSection={<Icon name="link" />} onClick={() => void create()}>
            {t(linkedAt ? 'link.renew' : 'link.create')}
          </Button>
          {linkedAt && (
            <Button variant="default" loading={ending.fetching} onClick={() => void revoke()}>
              {t('link.end')}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}

function Shown({ link }: { link: string }) {
  const { t } = useTranslation('roster');
  const { copy, outcome } = useCopy('roster-link', link);
  return (
    <Stack gap="xs">
      <Text>{t('link.once')}</Text>
      <div id="roster-link" className={classes['secret']}>
        {link}
      </div>
      <Button variant="default" leftSection={<Icon name="copy" />} onClick={copy}>
        {t(outcome === 'copied' ? 'link.copied' : 'link.copy')}
      </Button>
    </Stack>
  );
}
