import { Button, Drawer, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import type { Entity } from '#shared/administration/entity.ts';
import type { EntityRow } from '#web/fields/frame.ts';
import { useData } from '#web/lib/data.ts';
import { useLabel } from '#web/lib/label.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { EmptyState, QueryView } from '#web/ui/states.tsx';
import { documentsOf } from './documents.ts';
import { EntityForm } from './EntityForm.tsx';
import { extensions } from './extensions.ts';
import classes from './form.module.css';
import type { FormValues } from './form-values.ts';
import { rowName } from './row-name.ts';

type Props = { entity: Entity; id: string; onOpen: (id: string) => void; onClose: () => void; onChanged: () => void };

/** A drawer to create or edit an entry; open while the address contains its id or "new". */
export function EntityDrawer({ entity, id, onOpen, onClose, onChanged }: Props) {
  const { t } = useTranslation(['administration', 'common']);
  const words = useLabel();
  const [name, setName] = useState('');
  const saved = (row: EntityRow, stay: boolean) => {
    onChanged();
    // if the page has more than the form, opens the new entry so that the user can continue there
    if (id === 'new' && (stay || extensions[entity.name]?.Details)) onOpen(String(row._id));
    else if (!stay) onClose();
  };
  const deleted = () => {
    onChanged();
    onClose();
  };
  const common = { entity, onSaved: saved, onCancel: onClose, onDeleted: deleted };
  return (
    <Drawer
      opened={id !== ''}
      onClose={onClose}
      position="right"
      size="xl"
      padding="lg"
      title={
        <Text fw={650} fz="lg" component="span">
          {id === 'new' ? t('form.new', { what: words(entity.one) }) : name || words(entity.one)}
        </Text>
      }
      attributes={{ header: { role: 'presentation' } }}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {id === 'new' && <New key="new" {...common} />}
      {id !== '' && id !== 'new' && <Stored key={id} id={id} onName={setName} {...common} />}
    </Drawer>
  );
}

type FormProps = Omit<Parameters<typeof EntityForm>[0], 'row'>;

function New(form: FormProps) {
  const { t } = useTranslation('administration');
  const { state } = useLocation();
  const [initial, setInitial] = useState(initialIn(state));
  const { Start } = extensions[form.entity.name] ?? {};
  if (Start && !initial) return <Start onChosen={setInitial} />;
  return (
    <>
      {Start && (
        <Button
          variant="subtle"
          mb="md"
          leftSection={<Icon name="chevronLeft" />}
          onClick={() => setInitial(undefined)}
        >
          {t('form.otherKind')}
        </Button>
      )}
      <EntityForm row={null} initial={initial} {...form} />
    </>
  );
}

/** Loads the row at each opening, so that the form never starts with outdated values. */
function Stored({ id, onName, ...form }: FormProps & { id: string; onName: (name: string) => void }) {
  const { t } = useTranslation('administration');
  const { entity } = form;
  const state = useData(documentsOf(entity).one, { id });
  const { Head, Details: Below } = extensions[entity.name] ?? {};
  const name = state.data?.one ? rowName(entity, state.data.one) : '';
  useEffect(() => onName(name), [name, onName]);
  return (
    <QueryView state={state}>
      {({ one }) =>
        one ? (
          <>
            {Head && <Head row={one} />}
            <EntityForm row={one} {...form} />
            {Below && (
              <div className={classes['below']}>
                <Below row={one} refetch={state.refetch} />
              </div>
            )}
          </>
        ) : (
          <EmptyState icon="question" title={t('notFound')} />
        )
      }
    </QueryView>
  );
}

/** Returns the initial values that another page passed with the navigation. */
const initialIn = (state: { initial?: FormValues } | null): FormValues | undefined => state?.initial;
