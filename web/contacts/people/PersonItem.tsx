import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from '#web/contacts/contacts.module.css';
import { Icon } from '#web/ui/Icon.tsx';
import { PersonBadges } from './PersonBadges.tsx';
import { cardTypes, contactLink, dataOf, personName } from './person-name.ts';
import type { PersonLineData } from './queries.ts';

type Props = { person: PersonLineData; position?: number; priority?: boolean; actions?: ReactNode; before?: ReactNode };

const shown = [
  { type: cardTypes.mobile, icon: 'phone' },
  { type: cardTypes.phone, icon: 'call' },
  { type: cardTypes.email, icon: 'mail' },
] as const;

/** A person as a line of a list: name, function, clickable numbers. */
export function PersonItem({ person, position, priority = false, actions, before }: Props) {
  const role = dataOf(person, cardTypes.role);
  return (
    <li className={classes['line']}>
      {before}
      {position !== undefined && <span className={classes['position']}>{position}</span>}
      <div className={classes['lineText']}>
        <div className={classes['lineHead']}>
          <Link to={`/person/${person._id}`} className={classes['lineName']}>
            {personName(person)}
          </Link>
          <PersonBadges person={person} priority={priority} />
        </div>
        {role && <span className={classes['lineNote']}>{role}</span>}
      </div>
      <ul className={classes['reach']}>
        {shown.map(({ type, icon }) => {
          const data = person.personData.find(({ keyField }) => keyField._id === type);
          if (!data) return null;
          return (
            <li key={type}>
              <a href={contactLink(data.keyField.fieldType, data.valueStr)}>
                <Icon name={icon} size={18} /> <span>{data.display}</span>
              </a>
            </li>
          );
        })}
      </ul>
      {actions && <div className={classes['lineActions']}>{actions}</div>}
    </li>
  );
}
