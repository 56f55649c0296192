import { Drawer, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Entity } from '#shared/administration/entity.ts';
import { Cell } from '#web/fields/Cell.tsx';
import type { EntityRow } from '#web/fields/input.ts';
import { useData } from '#web/lib/data.ts';
import { useLabel } from '#web/lib/label.ts';
import { EmptyState, QueryView } from '#web/ui/states.tsx';
import classes from './administration.module.css';
import { documentsOf } from './documents.ts';
import { extensions } from './extensions.ts';

type Props = { entity: Entity; id: string; onClose: () => void };

/** One entry with all its fields, beside the list; open while the address names its id. */
export function EntityDetails({ entity, id, onClose }: Props) {
  const { t } = useTranslation(['administration', 'common']);
  const label = useLabel();
  const Below = extensions[entity.name]?.Details;
  const state = useData(documentsOf(entity).one, { id }, { pause: id === '' });
  return (
    <Drawer
      opened={id !== ''}
      onClose={onClose}
      position="right"
      size="lg"
      padding="lg"
      title={
        <Text fw={650} fz="lg" component="span">
          {state.data?.one ? nameOf(entity, state.data.one) : label(entity.label)}
        </Text>
      }
      attributes={{ header: { role: 'presentation' } }}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {id !== '' && (
        <QueryView state={state}>
          {({ one }) =>
            one ? (
              <>
                <dl className={classes['details']}>
                  {Object.entries(entity.fields).map(([name, field]) => (
                    <div key={name}>
                      <dt>{label(field.label)}</dt>
                      <dd>
                        <Cell name={name} field={field} value={one[name]} full />
                      </dd>
                    </div>
                  ))}
                </dl>
                {Below && <Below row={one} refetch={state.refetch} />}
              </>
            ) : (
              <EmptyState icon="question" title={t('notFound')} />
            )
          }
        </QueryView>
      )}
    </Drawer>
  );
}

/** What an entry is called: its first field; of people the whole name. */
function nameOf(entity: Entity, row: EntityRow): string {
  if (entity.name === 'User') return `${row['firstName']} ${row['lastName']}`;
  return String(row[Object.keys(entity.fields)[0]!] ?? '');
}
