import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient, useMutation } from 'urql';
import { useData } from '#web/lib/data.ts';
import { graphql } from '#web/lib/gql.ts';
import { toast } from '#web/lib/toasts/toast.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Panel } from '#web/ui/Panel.tsx';

const DemoDataQuery = graphql(`query DemoData { demoData { events mailingLists groups people } }`);
const DemoRemovalQuery = graphql(
  `query DemoRemoval {
    demoData {
      events mailingLists groups people
      removable { events mailingLists groups people }
      changed { events mailingLists groups people }
    }
  }`,
);
const RemoveDemoDataMutation = graphql(
  `mutation RemoveDemoData { removeDemoData { events mailingLists groups people } }`,
);

const kinds = ['events', 'mailingLists', 'groups', 'people'] as const;
type Counts = Record<(typeof kinds)[number], number>;

/** Removes the demo hospital; empty without one. */
export function DemoDataPanel() {
  const { t } = useTranslation('administration');
  const confirm = useConfirm();
  const client = useClient();
  const { data, refetch } = useData(DemoDataQuery, {});
  const [{ fetching }, remove] = useMutation(RemoveDemoDataMutation);
  const [isAsking, setAsking] = useState(false);
  const [nothingLeft, setNothingLeft] = useState(false);
  const words = (counts: Counts) =>
    kinds.flatMap((kind) => (counts[kind] > 0 ? [t(`demo.${kind}`, { count: counts[kind] })] : [])).join(', ');
  if (!data || kinds.every((kind) => data.demoData[kind] === 0)) return null;
  const ask = async () => {
    setNothingLeft(false);
    setAsking(true);
    const { data: found } = await client.query(DemoRemovalQuery, {});
    setAsking(false);
    if (!found) return;
    const { removable, changed, ...there } = found.demoData;
    if (!words(removable)) return setNothingLeft(true);
    const used = Object.fromEntries(
      kinds.map((kind) => [kind, there[kind] - removable[kind] - changed[kind]]),
    ) as Counts;
    const text = (
      <Stack gap="xs">
        <span>{t('demo.goes', { what: words(removable) })}</span>
        {words(changed) && <span>{t('demo.changed', { what: words(changed) })}</span>}
        {words(used) && <span>{t('demo.used', { what: words(used) })}</span>}
        <span>{t('demo.stays')}</span>
        <span>
          {removable.events > 0 && t('demo.running')} {t('demo.forGood')}
        </span>
      </Stack>
    );
    if (!(await confirm({ title: t('demo.question'), text, danger: true }))) return;
    const { data: done } = await remove({});
    refetch();
    if (done) toast.success(t('demo.removed', { what: words(done.removeDemoData) || t('demo.nothing') }));
  };
  return (
    <Panel title={t('demo.title')}>
      <Stack gap="sm" align="flex-start">
        <Text>{t('demo.text', { what: words(data.demoData) })}</Text>
        <Text c="gray.6">
          {t('demo.stays')} {t('demo.staysUsed')}
        </Text>
        {nothingLeft && <Text role="status">{t('demo.nothingLeft')}</Text>}
        <Button
          color="red"
          variant="outline"
          loading={isAsking || fetching}
          leftSection={<Icon name="trash" />}
          onClick={() => void ask()}
        >
          {t('demo.remove')}
        </Button>
      </Stack>
    </Panel>
  );
}
