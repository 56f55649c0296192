import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from '#web/contacts/contacts.module.css';
import { PersonBadges } from '#web/contacts/people/PersonBadges.tsx';
import { personName } from '#web/contacts/people/person-name.ts';
import { shownPaths } from '#web/lib/paths.ts';
import { ChannelSign, type SignedChannelType } from '#web/messages/signs/ChannelSign.tsx';
import type { ListReach } from './reach-query.ts';

type Named = { person: ListReach['people'][number]['person']; via: string[] };

/** A person that no channel reaches, with the reason for each. */
export function MissedPerson({ row }: { row: ListReach['missed'][number] }) {
  const { t } = useTranslation(['contacts', 'messages']);
  const reasons = row.channels.map(({ channelType, reason }) => ({
    name: channelType.name,
    text: reason ? t(`messages:reason.${reason}`) : '',
  }));
  const texts = new Set(reasons.map(({ text }) => text));
  return (
    <li className={classes['line']}>
      <Name row={row} />
      <span className={classes['limit']}>
        {texts.size === 1 ? [...texts] : reasons.map(({ name, text }) => `${name}: ${text}`).join(' · ')}
      </span>
    </li>
  );
}

type ReachedProps = { row: ListReach['people'][number]; signs: ReadonlyMap<string, SignedChannelType> };

/** A person that channels reach, with the addresses. */
export function ReachedPerson({ row, signs }: ReachedProps) {
  return (
    <li className={classes['line']}>
      <Name row={row} />
      <div className={classes['badges']}>
        <PersonBadges person={{ isCrisis: false, isActive: true }} priority={row.priority} />
      </div>
      <ul className={classes['reach']}>
        {row.channels
          .filter(({ reason }) => reason === null)
          .map(({ channelType, targetAddress }) => (
            <li key={channelType._id} className={classes['address']}>
              <ChannelSign channelType={signs.get(channelType.identifier) ?? channelType} label={channelType.name} />{' '}
              {targetAddress}
            </li>
          ))}
      </ul>
    </li>
  );
}

function Name({ row: { person, via } }: { row: Named }) {
  const { t } = useTranslation('contacts');
  return (
    <div className={classes['lineText']}>
      <Link to={`/person/${person._id}`} className={classes['lineName']}>
        {personName(person)}
      </Link>
      <span className={classes['lineNote']}>{t('reach.via', { path: shownPaths(via) })}</span>
    </div>
  );
}
