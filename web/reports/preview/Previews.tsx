import { Tabs, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { QueryState } from '#web/lib/data.ts';
import { formatMoney } from '#web/lib/format.ts';
import type { ResultOf } from '#web/lib/gql.ts';
import { ChannelSign } from '#web/messages/signs/ChannelSign.tsx';
import type { ReportDetails, ReportMessage } from '#web/reports/queries.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { QueryView } from '#web/ui/states.tsx';
import { type Editing, PreviewColumn } from './PreviewColumn.tsx';
import classes from './preview.module.css';
import type { MessagePreview, PreviewQuery } from './queries.ts';
import { type Fill, type Typed, textNow } from './typed.ts';

type Props = {
  report: ReportDetails;
  messages: ReportMessage[];
  state: QueryState<ResultOf<typeof PreviewQuery>>;
  typed?: Typed;
  fill?: Fill;
  /** Absent for read-only users. */
  editing?: Editing | undefined;
};

/** The previews, on narrow screens one at a time. */
export function Previews({ report, messages, state, typed = {}, fill, editing }: Props) {
  const { t } = useTranslation('drafts');
  const isWide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false });
  const [chosen, setChosen] = useState<string | null>(null);
  const column = (message: ReportMessage, preview: MessagePreview) => (
    <PreviewColumn
      key={message.id}
      report={report}
      message={message}
      preview={preview}
      text={textNow(report, message, typed, fill)}
      editing={editing}
    />
  );
  return (
    <Panel title={t('preview.title')} actions={state.data && <Sum previews={state.data.previewReport} />}>
      <QueryView state={state}>
        {({ previewReport }) => {
          const shown = messages.flatMap((message) => {
            const preview = previewReport.find((one) => one.message.id === message.id);
            return preview ? [{ message, preview }] : [];
          });
          if (isWide || shown.length < 2)
            return (
              <div className={classes['columns']}>{shown.map(({ message, preview }) => column(message, preview))}</div>
            );
          // a removed channel has no preview
          const current = shown.find(({ message }) => message.id === chosen) ?? shown[0]!;
          return (
            <Tabs value={current.message.id} onChange={setChosen} keepMounted={Boolean(editing)}>
              <Tabs.List mb="md" className={classes['tabs'] ?? ''}>
                {shown.map(({ message, preview }) => (
                  <Tabs.Tab
                    key={message.id}
                    value={message.id}
                    className={classes['tab'] ?? ''}
                    leftSection={<ChannelSign channelType={message.channel.channelType} />}
                    rightSection={
                      preview.losses.length + preview.unfilled.length > 0 && (
                        <span className={classes['mark']}>
                          <Icon name="info" size={16} label={t('preview.hasLosses')} />
                        </span>
                      )
                    }
                  >
                    {message.channel.name}
                  </Tabs.Tab>
                ))}
              </Tabs.List>
              {shown.map(({ message, preview }) => (
                <Tabs.Panel key={message.id} value={message.id}>
                  {column(message, preview)}
                </Tabs.Panel>
              ))}
            </Tabs>
          );
        }}
      </QueryView>
    </Panel>
  );
}

/** The total cost by currency; empty if no price is known. */
function Sum({ previews }: { previews: readonly MessagePreview[] }) {
  const { t } = useTranslation('drafts');
  const sums = new Map<string, number>();
  for (const { cost } of previews) sums.set(cost.currency, (sums.get(cost.currency) ?? 0) + Number(cost.cost));
  const paid = [...sums].filter(([, sum]) => sum > 0).map(([currency, sum]) => formatMoney(sum, currency));
  return (
    <Text fw={600} role="status">
      {paid.length > 0 && t('preview.sum', { cost: paid.join(' + ') })}
    </Text>
  );
}
