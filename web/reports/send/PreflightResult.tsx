import { Alert, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatMoney, formatNumber } from '#web/lib/format.ts';
import { fullName } from '#web/lib/viewer.tsx';
import { ReasonText } from '#web/messages/ReasonText.tsx';
import { Folded } from '#web/reports/Folded.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { ChannelsInTurn, comesInTurn } from './ChannelsInTurn.tsx';
import { LikelyOfAll, Limits } from './Limits.tsx';
import { PreflightPeople } from './PreflightPeople.tsx';
import classes from './PreflightResult.module.css';
import { usePreflightText } from './preflight-texts.ts';
import type { Preflight } from './queries.ts';

type Props = {
  preflight: Preflight;
  /** A live alarm with answers by link. */
  isAlarm?: boolean;
  /** It waits, so no one receives it at once. */
  waits?: boolean;
};

export function PreflightResult({ preflight, isAlarm = false, waits = false }: Props) {
  const { t } = useTranslation('drafts');
  const text = usePreflightText();
  const { unreachable, unreachableCount, duplicatesRemoved, cost } = preflight;
  return (
    <Stack gap="md">
      {preflight.recipients > 0 && <Summary preflight={preflight} waits={waits} />}
      {shownBlockers(preflight).map((blocker) => (
        <Alert key={blocker} color="red" icon={<Icon name="stop" />}>
          {text(blocker, preflight)}
        </Alert>
      ))}
      {isAlarm && preflight.linkTrouble && (
        <Alert color="red" icon={<Icon name="link" />}>
          {t(`preflight.links.${preflight.linkTrouble}`)}
        </Alert>
      )}
      {shownWarnings(preflight, waits).map((warning) => (
        <Alert
          key={warning}
          color="yellow"
          icon={<Icon name="info" />}
          classNames={{ message: classes['warning'] ?? '' }}
        >
          {text(warning, preflight)}
        </Alert>
      ))}
      {comesInTurn(preflight) && (
        <ul className={classes['limits']}>
          <ChannelsInTurn preflight={preflight} />
        </ul>
      )}
      <Duties duties={preflight.duties} />
      <Limits limits={preflight.limits} />
      <LikelyOfAll preflight={preflight} />
      {preflight.handedOver.map(({ people, channel }) => (
        <Alert key={channel.id} color="blue" icon={<Icon name="info" />}>
          {t('preflight.handedOver', { count: people, channel: channel.name })}
        </Alert>
      ))}
      <div>
        {preflight.people.length > 0 && (
          <Folded label={t('preflight.showPeople')}>
            <PreflightPeople people={preflight.people} total={preflight.recipients} />
          </Folded>
        )}
        {unreachableCount > 0 && (
          <Folded label={t('preflight.unreachable', { count: unreachableCount })} icon="info" isWhole>
            <ul className={classes['people']}>
              {unreachable.map(({ person, reason }) => (
                <li key={`${person.id}${reason}`}>
                  {fullName(person)} <ReasonText reason={reason} />
                </li>
              ))}
            </ul>
          </Folded>
        )}
        <Proven proven={preflight.proven} />
        {preflight.optedOut > 0 && (
          <Text c="gray.6" mt="xs">
            {t('preflight.optedOut', { count: preflight.optedOut })}
          </Text>
        )}
        {duplicatesRemoved > 0 && (
          <Text c="gray.6" mt="xs">
            {t('preflight.duplicates', { count: duplicatesRemoved })}
          </Text>
        )}
        {Number(cost.cost) > 0 && (
          <Text c="gray.6" mt="xs">
            {t('preflight.cost', { cost: formatMoney(cost.cost, cost.currency) })}
          </Text>
        )}
      </div>
    </Stack>
  );
}

/** warnings that the page shows elsewhere */
const elsewhere = new Set([
  'warning_unreachable',
  'warning_not_live',
  'warning_event_starts',
  'error_open_placeholders',
]);
const shownWarnings = ({ warnings }: Preflight, waits: boolean) =>
  warnings.filter(
    (warning) => !elsewhere.has(warning) && warning !== (waits ? 'warning_requires_release' : 'warning_text_refused'),
  );
const shownBlockers = ({ blockers }: Preflight) => blockers.filter((blocker) => !elsewhere.has(blocker));

function Summary({ preflight, waits }: { preflight: Preflight; waits: boolean }) {
  const { t } = useTranslation('drafts');
  const { now, later } = countPeople(preflight);
  return (
    <div className={classes['summary']}>
      <div>
        <span className={classes['number']}>{formatNumber(now)}</span>{' '}
        {t(waits ? 'preflight.first' : 'preflight.now', { count: now })}
      </div>
      {later > 0 && (
        <div>
          <span className={classes['number']}>{formatNumber(later)}</span> {t('preflight.later', { count: later })}
        </div>
      )}
    </div>
  );
}

/** Counts recipients by the state of their ways, for real messages. */
function Proven({ proven }: Pick<Preflight, 'proven'>) {
  const { t } = useTranslation('drafts');
  if (proven.confirmed + proven.unconfirmed + proven.silent === 0) return null;
  return (
    <Text c="gray.6" mt="xs">
      {t('preflight.proven', proven)}
    </Text>
  );
}

/** Counts people reached at once and later. */
export const countPeople = ({ recipients, laterCount }: Preflight): { now: number; later: number } => ({
  now: recipients - laterCount,
  later: laterCount,
});

function Duties({ duties }: { duties: Preflight['duties'] }) {
  const { t } = useTranslation('drafts');
  const covered = duties.filter(({ people }) => people > 0);
  if (covered.length === 0) return null;
  return (
    <ul className={classes['limits']}>
      {covered.map(({ group, people }) => (
        <li key={group.id} data-fine="yes">
          <Icon name="clock" size={20} />
          <span>
            <strong>{group.name}:</strong> {t('preflight.onDuty', { count: people })}
          </span>
        </li>
      ))}
    </ul>
  );
}
