import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from '#web/contacts/contacts.module.css';
import { TypeIcon } from '#web/contacts/TypeIcon.tsx';
import type { GroupCardRow } from './queries.ts';

/** A group as a card: type, number of people, subgroups. */
export function GroupCard({ group, showPath = false }: { group: GroupCardRow; showPath?: boolean }) {
  const { t } = useTranslation('contacts');
  const path = showPath ? group.breadcrumb.map(({ name }) => name).join(' › ') : '';
  const below = group.children.edges.map(({ node }) => node);
  return (
    <article className={classes['card']}>
      <div className={classes['cardHead']}>
        <TypeIcon type={group.groupType} fallback="group" />
        <div className={classes['lineText']}>
          <h3 className={classes['cardTitle']}>
            <Link to={`/group/${group._id}`}>{group.name}</Link>
          </h3>
          {path && <p className={classes['lineNote']}>{path}</p>}
          <p className={classes['cardNote']}>{t('group.people', { count: group.personTotal })}</p>
        </div>
      </div>
      {group.description && <p className={classes['cardNote']}>{group.description}</p>}
      {below.length > 0 && (
        <ul className={classes['below']} aria-label={t('group.below')}>
          {below.map(({ _id, name, personTotal }) => (
            <li key={_id}>
              <Link to={`/group/${_id}`} className={classes['chip']}>
                {name} <small>{personTotal}</small>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}
