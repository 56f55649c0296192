import { useTranslation } from 'react-i18next';
import { formatNumber } from '#web/lib/format.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { OutcomeBars } from './charts/OutcomeBars.tsx';
import type { AfterAction } from './queries.ts';

const outcomes = { handedOver: 'good', open: 'info', failed: 'bad', suppressed: 'none' } as const;
const names = Object.keys(outcomes) as (keyof typeof outcomes)[];

// those with a receipt are part of those handed over
const columns = ['messages', 'handedOver', 'delivered', 'open', 'failed', 'suppressed', 'answers'] as const;

/** The messages and answers by channel. */
export function ChannelFigures({ known: { personAccess, channels } }: { known: AfterAction }) {
  const { t } = useTranslation('afterAction');
  // receipts and answers by channel are withheld after the event
  const withheld = personAccess !== 'open' ? t('withheld') : null;
  const shown = (channel: AfterAction['channels'][number], name: (typeof columns)[number]) =>
    name === 'delivered' || name === 'answers'
      ? (withheld ?? formatNumber(channel[name]))
      : formatNumber(channel[name]);
  return (
    <Panel title={t('channels.title')}>
      <OutcomeBars
        summary={channels
          .map((channel) => t(withheld ? 'channels.withoutAnswers' : 'channels.summary', channel))
          .join(' ')}
        outcomes={names.map((name) => ({ label: t(`channels.${name}`), look: outcomes[name] }))}
        bars={channels.map((channel) => ({
          label: withheld ? channel.name : t('channels.bar', { name: channel.name, count: channel.answers }),
          parts: names.map((name) => channel[name]),
        }))}
        table={{
          label: t('channels.title'),
          columns: ['name', ...columns].map((name) => t(`channels.${name}`)),
          rows: channels.map((channel) => [channel.name, ...columns.map((name) => shown(channel, name))]),
        }}
      />
    </Panel>
  );
}
