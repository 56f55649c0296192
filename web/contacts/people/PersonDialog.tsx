import { Button, Group, Stack } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConflictNotes } from '#web/contacts/ConflictNotes.tsx';
import classes from '#web/contacts/contacts.module.css';
import { useData } from '#web/lib/data.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { QueryView } from '#web/ui/states.tsx';
import { type DataType, PersonDataTypesQuery } from './mutations.ts';
import { PersonDataField } from './PersonDataField.tsx';
import { PersonNames } from './PersonNames.tsx';
import { typeName } from './person-values.ts';
import { type PersonFormOptions, usePersonForm } from './usePersonForm.ts';

/** Creates or edits a person; a new one joins `group`, if given. */
export function PersonDialog(options: PersonFormOptions) {
  const { t } = useTranslation('contacts');
  const state = useData(PersonDataTypesQuery, {});
  return (
    <Dialog onClose={options.onClose} size="xl" title={t(options.person ? 'person.edit' : 'person.create')}>
      <QueryView state={state}>
        {({ personDataTypes }) => <Form {...options} types={personDataTypes.edges.map(({ node }) => node)} />}
      </QueryView>
    </Dialog>
  );
}

function Form({ types, ...options }: PersonFormOptions & { types: DataType[] }) {
  const { t, i18n } = useTranslation('contacts');
  const { t: common } = useTranslation();
  const [all, setAll] = useState(false);
  // a type added while the form is open has no field yet
  const [known] = useState(types);
  const element = useRef<HTMLFormElement>(null);
  const { form, conflict, submit, busy } = usePersonForm(options, known, element);
  const filled = form.getInitialValues().personData;
  const isShown = (type: DataType) =>
    all || type.isDefaultField || type.isRequired || Boolean(filled[type.identifier] || form.errors[pathOf(type)]);
  const shown = known.filter(isShown);
  const labelOf = (path: string) => {
    const type = known.find((one) => pathOf(one) === path);
    return type ? typeName(type, i18n.language) : t(`form.${path}`);
  };
  return (
    <form ref={element} onSubmit={submit} noValidate>
      <Stack gap="md">
        <ConflictNotes
          state={conflict}
          labelOf={labelOf}
          textOf={(_path, value) => (typeof value === 'boolean' ? common(value ? 'yes' : 'no') : value)}
        />
        <PersonNames form={form} isEmailSent={options.person?.isEmailSent ?? false} />
        <div className={classes['formGrid']}>
          {shown.map((type) => (
            <PersonDataField key={type._id} type={type} {...form.getInputProps(pathOf(type))} />
          ))}
        </div>
        {shown.length < known.length && (
          <Button variant="default" onClick={() => setAll(true)}>
            {t('form.moreFields', { count: known.length - shown.length })}
          </Button>
        )}
        <Group justify="flex-end" gap="sm" className={classes['formFoot'] ?? ''}>
          <Button variant="default" onClick={options.onClose}>
            {common('cancel')}
          </Button>
          <Button type="submit" loading={busy} disabled={conflict.isStale}>
            {options.person ? common('save') : t('create')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const pathOf = ({ identifier }: DataType): string => `personData.${identifier}`;
