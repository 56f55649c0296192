import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Folded } from '#web/reports/Folded.tsx';
import type { ReportDetails, ReportMessage } from '#web/reports/queries.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { useUnfolded } from '#web/ui/print/Paper.tsx';
import { useIsPhone } from '#web/ui/theme/useIsPhone.ts';
import { MessageProgress } from './MessageProgress.tsx';
import classes from './ReportLive.module.css';

type Props = {
  report: ReportDetails;
  messages: readonly ReportMessage[];
  /** A phone first shows only channels with a problem. */
  isFoldable: boolean;
  actions: ReactNode;
  onChanged: () => void;
  children: ReactNode;
};

/** The progress by channel. On a phone, those without a problem are folded. */
export function Channels({ report, messages, isFoldable, actions, onChanged, children }: Props) {
  const { t } = useTranslation('reports');
  const isPhone = useIsPhone();
  const onPaper = useUnfolded();
  const lines = (some: readonly ReportMessage[]) => (
    <div>
      {some.map((message) => (
        <MessageProgress key={message.id} report={report} message={message} onChanged={onChanged} />
      ))}
    </div>
  );
  if (!isPhone || onPaper || !isFoldable)
    return (
      <Panel title={t('live.channels')} actions={actions}>
        {lines(messages)}
        {children}
      </Panel>
    );
  const unusual = messages.filter(isUnusual);
  const names = messages.map(({ channel }) => channel.name).join(', ');
  return (
    <section className={classes['channels']} aria-label={t('live.channels')}>
      {unusual.length > 0 && lines(unusual)}
      <Folded icon="send" label={t('live.channelsOf', { names })}>
        {lines(messages.filter((message) => !unusual.includes(message)))}
        {children}
        {actions}
      </Folded>
    </section>
  );
}

/** Returns whether a message can be canceled, is late, or missed recipients. */
function isUnusual({
  status,
  releaseAt,
  delayedBy,
  messageResult: { failed, expired, error },
}: ReportMessage): boolean {
  const mayBeTakenBack = status === 'queued' && releaseAt !== null;
  return mayBeTakenBack || delayedBy !== null || failed + expired > 0 || error !== null || status === 'failed';
}
