import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { entities } from '#shared/administration/entities.ts';
import { routeOf } from '#shared/administration/entity.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useLabel } from '#web/lib/label.ts';
import classes from './form.module.css';
import type { Deletion } from './queries.ts';

const pages: Record<string, string> = { events: '/events', groups: '/groups', mailingLists: '/mailinglists' };

/** Counts the entries that refer to an entry, by kind, with links to their pages. */
export function Uses({ uses, onLeave }: { uses: Deletion['usage']; onLeave: () => void }) {
  const { t, i18n } = useTranslation('administration');
  const words = useLabel();
  if (uses.length === 0) return null;
  return (
    <ul className={classes['uses']}>
      {uses.map(({ what, count }) => {
        const entity = entities.find(({ plural }) => plural === what);
        const known = i18n.exists(`administration:usage.${what}`);
        const name = entity ? words(entity.label) : t(known ? `usage.${what}` : 'usage.other');
        const to = entity ? routeOf(entity) : pages[what];
        return (
          <li key={what}>
            {to ? (
              <Anchor component={Link} to={to} onClick={onLeave}>
                {name}
              </Anchor>
            ) : (
              name
            )}
            : {formatNumber(count)}
          </li>
        );
      })}
    </ul>
  );
}
