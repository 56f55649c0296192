import classes from '../contacts.module.css';
import { PersonItem } from './PersonItem.tsx';
import type { PersonLineData } from './queries.ts';

/** People, one below the other. */
export function PersonList({ people }: { people: PersonLineData[] }) {
  return (
    <ul className={classes['lines']}>
      {people.map((person) => (
        <PersonItem key={person.id} person={person} />
      ))}
    </ul>
  );
}
