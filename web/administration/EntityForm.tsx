import { Button, Group, Stack, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field } from '#shared/administration/entity.ts';
import { englishOf } from '#shared/administration/translated.ts';
import { Advanced } from '#web/fields/advanced/Advanced.tsx';
import { EntityInput } from '#web/fields/EntityInput.tsx';
import { useLabel } from '#web/lib/label.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { isAdvanced } from './advanced.ts';
import { DeleteDialog } from './DeleteDialog.tsx';
import { extensions } from './extensions.ts';
import classes from './form.module.css';
import { LockedField } from './LockedField.tsx';
import { type EntityFormOptions, useEntityForm } from './useEntityForm.ts';

const noLocks = () => ({}) as Record<string, string>;

type Props = EntityFormOptions & { onCancel: () => void; onDeleted: () => void };

/** Creates or edits an entry, with one input per described field. */
export function EntityForm({ onCancel, onDeleted, ...options }: Props) {
  const { entity, initial } = options;
  const { t } = useTranslation(['administration', 'common']);
  const element = useRef<HTMLFormElement>(null);
  const { form, row, submit, busy } = useEntityForm(options, element);
  useHotkeys([['mod+S', () => void submit(true)]], [], true);
  useLayoutEffect(() => {
    // the drawer focuses this on opening, instead of its close button
    if (!row) element.current?.querySelector('input, textarea')?.setAttribute('data-autofocus', 'true');
  }, [row]);
  const words = useLabel();
  const entries = Object.entries(entity.fields).filter(
    ([name, field]) => !field.readOnly && !(initial && name in initial && field.fixed),
  );
  const { Cells, Inputs, useLocks = noLocks } = extensions[entity.name] ?? {};
  const locks = useLocks(row);
  const input = ([name, field]: [string, Field]) => {
    const isKept = row?.['isBase'] && (field.fixed || field.identifier);
    const reason = isKept ? t('form.locked') : locks[name];
    if (row && reason)
      return (
        <LockedField key={name} Kind={Cells?.[name]} name={name} field={field} value={row[name]} reason={reason} />
      );
    const Kind = Inputs?.[name] ?? EntityInput;
    return (
      <Kind
        key={name}
        value={form.values[name]}
        onChange={(value) => form.setFieldValue(name, value)}
        error={form.errors[name] as string | undefined}
        name={name}
        field={field}
        label={words(field.label)}
        stored={row?.[name]}
        row={row}
        values={form.values}
        onOther={form.setFieldValue}
        errors={form.errors}
      />
    );
  };
  const advanced = entries.filter(([, field]) => isAdvanced(entity, field));
  const shown = entries.filter(([, field]) => !isAdvanced(entity, field) && !field.translates);
  return (
    <form
      ref={element}
      noValidate
      aria-label={words(entity.one)}
      onSubmit={(event) => {
        event.preventDefault();
        void submit(false);
      }}
    >
      <Stack gap="lg">
        {shown.map(([name, field]) => {
          const english = field.translated && entity.fields[englishOf(name)];
          if (!english) return input([name, field]);
          return (
            <div key={name} className={classes['languages']}>
              {input([name, field])}
              {input([englishOf(name), english])}
            </div>
          );
        })}
        {advanced.length > 0 && (
          <Advanced isOpen={advanced.some(([name]) => form.errors[name])}>{advanced.map(input)}</Advanced>
        )}
        {row?.['isBase'] === true && (
          <Text c="gray.6" fz="sm">
            {t('form.kept')}
          </Text>
        )}
      </Stack>
      <Foot {...{ entity, row, busy, onCancel, onDeleted }} save={() => submit(true)} />
    </form>
  );
}

type FootProps = Pick<EntityFormOptions, 'entity'> & {
  row: ReturnType<typeof useEntityForm>['row'];
  busy: boolean;
  save: () => Promise<boolean>;
  onCancel: () => void;
  onDeleted: () => void;
};

function Foot({ entity, row, busy, save, onCancel, onDeleted }: FootProps) {
  const { t } = useTranslation(['administration', 'common']);
  const { SaveAnd } = extensions[entity.name] ?? {};
  return (
    <div className={classes['foot']}>
      {row && !row['isBase'] && <DeleteButton entity={entity} row={row} onDeleted={onDeleted} />}
      <Group gap="sm" flex={1} justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          {t('common:cancel')}
        </Button>
        {row && SaveAnd && <SaveAnd row={row} save={save} busy={busy} />}
        <Button type="submit" loading={busy}>
          {t(row ? 'common:save' : 'form.create')}
        </Button>
      </Group>
    </div>
  );
}

type DeleteProps = Pick<EntityFormOptions, 'entity'> & {
  row: NonNullable<EntityFormOptions['row']>;
  onDeleted: () => void;
};

function DeleteButton({ entity, row, onDeleted }: DeleteProps) {
  const { t } = useTranslation('common');
  const [asked, setAsked] = useState(false);
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        className={classes['delete'] ?? ''}
        leftSection={<Icon name="trash" />}
        onClick={() => setAsked(true)}
      >
        {t('delete')}
      </Button>
      {asked && <DeleteDialog entity={entity} row={row} onDeleted={onDeleted} onClose={() => setAsked(false)} />}
    </>
  );
}
