import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from '#web/contacts/contacts.module.css';
import { TypeIcon } from '#web/contacts/TypeIcon.tsx';
import { ListTotals } from './ListTotals.tsx';
import type { ListCardRow } from './queries.ts';

/** A mailing list as a card: purpose, number of people, sublists. */
export function ListCard({ list }: { list: ListCardRow }) {
  const { t } = useTranslation('contacts');
  const below = list.children.edges.map(({ node }) => node);
  const calledBy = list.eventTypes.edges.map(({ node }) => node.name).join(', ');
  return (
    <article className={classes['card']}>
      <div className={classes['cardHead']}>
        <TypeIcon type={list.listType} fallback="list" />
        <div className={classes['lineText']}>
          <h3 className={classes['cardTitle']}>
            <Link to={`/mailinglist/${list._id}`}>{list.name}</Link>
          </h3>
          {list.parentList && <p className={classes['lineNote']}>{list.parentList.name}</p>}
          <p className={classes['cardNote']}>
            <ListTotals list={list} />
          </p>
        </div>
      </div>
      {list.description && <p className={classes['cardNote']}>{list.description}</p>}
      {calledBy && (
        <p className={classes['cardNote']}>
          {t('list.calledBy')}: {calledBy}
        </p>
      )}
      {below.length > 0 && (
        <ul className={classes['below']} aria-label={t('list.below')}>
          {below.map(({ _id, name, personTotal }) => (
            <li key={_id}>
              <Link to={`/mailinglist/${_id}`} className={classes['chip']}>
                {name} <small>{personTotal}</small>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}
