import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFollowUps } from '#web/messages/useFollowUps.ts';
import type { ReportDetails } from '#web/reports/queries.ts';
import { FootBar } from '#web/ui/FootBar.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import type { IconName } from '#web/ui/icons.ts';
import { useAlarmMoreDialog } from './AlarmMore.tsx';
import classes from './PhoneBar.module.css';

type Props = { report: ReportDetails; onShow: (show: string) => void };

export function PhoneBar({ report, onShow }: Props) {
  const { t } = useTranslation('reports');
  const more = useAlarmMoreDialog(report);
  const { messageAll, busy } = useFollowUps(report);
  const { goal, none } = report.answers;
  if (!report.event.isRunning || goal === 'over' || (none === 0 && !more && !messageAll)) return null;
  return (
    <FootBar className={classes['bar']} label={t('bar.label')}>
      {none > 0 && (
        <Action icon="call" onClick={() => onShow('unanswered')}>
          {t('bar.call', { count: none })}
        </Action>
      )}
      {more && (
        <Action icon="alarm" onClick={() => more('all')}>
          {t('more.open')}
        </Action>
      )}
      {messageAll && (
        <Action icon="message" disabled={busy} onClick={messageAll}>
          {t('bar.messageAll')}
        </Action>
      )}
    </FootBar>
  );
}

type ActionProps = { icon: IconName; disabled?: boolean; onClick: () => void; children: string };

const Action = ({ icon, children, ...props }: ActionProps) => (
  <UnstyledButton className={classes['action']} {...props}>
    <Icon name={icon} size={22} />
    {children}
  </UnstyledButton>
);
