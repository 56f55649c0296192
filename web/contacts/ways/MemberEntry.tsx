import { Anchor, Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { fullName } from '#web/lib/viewer.tsx';
import { useProblemText } from '#web/messages/ReasonText.tsx';
import { DateTime } from '#web/ui/DateTime.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { StatusBadge, type Tone } from '#web/ui/StatusBadge.tsx';
import type { CrisisMemberRow, MemberWayRow } from './queries.ts';
import { WayReasonDialog } from './WayReasonDialog.tsx';
import classes from './ways.module.css';

type Props = { member: CrisisMemberRow; busy: boolean; onAsk: () => void; onChanged: () => void };

const kindsNeeded = 2;

type WayKind = 'email' | 'fax' | 'phone' | 'phone_mobile' | 'telegram' | 'webpush';

/** One member: missing ways, the ways with their state, and the actions. */
export function MemberEntry({ member, busy, onAsk, onChanged }: Props) {
  const { t } = useTranslation('ways');
  const [isExplaining, setExplaining] = useState(false);
  const { person, isDone, confirmedKinds, missedTest, reason, reasonAt, reasonBy, ways } = member;
  const name = fullName(person);
  const canAsk = ways.some(({ state }) => state !== 'confirmed');
  return (
    <li className={classes['member']} aria-label={name}>
      <div className={classes['row']}>
        <Anchor component={Link} to={`/person/${person._id}`} fw={650} className={classes['name'] ?? ''}>
          {name}
        </Anchor>
        <StatusBadge tone={isDone ? 'good' : 'warning'}>
          {isDone ? t('done') : t('missing', { count: kindsNeeded - confirmedKinds })}
        </StatusBadge>
        {missedTest && <StatusBadge tone="warning">{t('missedTest')}</StatusBadge>}
      </div>
      {ways.length === 0 && <p className={classes['quiet']}>{t('noWays')}</p>}
      <ul className={classes['ways']}>
        {ways.map((way) => (
          <Way key={`${way.kind} ${way.address}`} way={way} />
        ))}
      </ul>
      {reason && (
        <p className={classes['quiet']}>
          {t('reasonIs', { reason })}
          {reasonAt && (
            <>
              {' '}
              ({reasonBy ? `${reasonBy}, ` : ''}
              <DateTime value={reasonAt} show="date" />)
            </>
          )}
        </p>
      )}
      {member.testsDeclinedAt && <p className={classes['quiet']}>{t('declined')}</p>}
      <div className={classes['row']}>
        {canAsk && (
          <Button variant="default" disabled={busy} leftSection={<Icon name="send" size={20} />} onClick={onAsk}>
            {t('ask')}
          </Button>
        )}
        <Button variant="default" leftSection={<Icon name="edit" size={20} />} onClick={() => setExplaining(true)}>
          {t(reason ? 'changeReason' : 'giveReason')}
        </Button>
      </div>
      {isExplaining && <WayReasonDialog member={member} onClose={() => setExplaining(false)} onChanged={onChanged} />}
    </li>
  );
}

const tones: Record<MemberWayRow['state'], Tone> = {
  confirmed: 'good',
  unconfirmed: 'neutral',
  silent: 'warning',
  failed: 'bad',
};

/** A way with its state and the moment of it. */
function Way({ way }: { way: MemberWayRow }) {
  const { t, i18n } = useTranslation('ways');
  const problem = useProblemText();
  const { kind, address, state, confirmedAt, failedAt, askedAt, failure } = way;
  const at = state === 'failed' ? failedAt : confirmedAt;
  return (
    <li className={classes['row']}>
      <span className={classes['name']}>
        {i18n.exists(`ways:kind.${kind}`) ? t(`kind.${kind as WayKind}`) : kind}
        {address && ` ${address}`}
      </span>
      <StatusBadge tone={tones[state]}>{t(`state.${state}`)}</StatusBadge>
      {at && (
        <span className={classes['quiet']}>
          <DateTime value={at} show="date" />
        </span>
      )}
      {askedAt && state !== 'confirmed' && (
        <span className={classes['quiet']}>
          {t('askedAt')} <DateTime value={askedAt} />
        </span>
      )}
      {failure && <span className={classes['quiet']}>{t('notSent', { reason: problem(failure) })}</span>}
    </li>
  );
}
