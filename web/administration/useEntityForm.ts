import { useForm } from '@mantine/form';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import type { Entity } from '#shared/administration/entity.ts';
import type { EntityRow } from '#web/fields/frame.ts';
import { successToast } from '#web/lib/toasts.ts';
import { focusFault, showFieldErrors } from '#web/ui/form.ts';
import { useUnsavedChanges } from '#web/ui/useUnsavedChanges.ts';
import { documentsOf } from './documents.ts';
import { changesOf, type FormValues, filledOf, missingOf, toldByServer, valuesOf } from './form-values.ts';
import { rowName } from './row-name.ts';

/** The stored row, or null for a new one; `onSaved` receives the saved row. */
export type EntityFormOptions = {
  entity: Entity;
  row: EntityRow | null;
  /** Initial values of a new row; the form hides those that can't change later. */
  initial?: FormValues | undefined;
  onSaved: (row: EntityRow, stay: boolean) => void;
};

/** The form of an entity's row. Sends only changes; shows errors at their fields and focuses the first. */
export function useEntityForm(options: EntityFormOptions, element: RefObject<HTMLFormElement | null>) {
  const { entity, row, initial, onSaved } = options;
  const { t } = useTranslation('administration');
  const [base, setBase] = useState(row);
  const form = useForm<FormValues>({ initialValues: { ...valuesOf(entity, row), ...initial } });
  const before = { ...valuesOf(entity, base), ...(base ? {} : initial) };
  const changes = changesOf(before, form.values);
  const isDirty = useDirty(Object.keys(changes).length > 0);
  const save = useSave(entity);
  const submit = async (stay: boolean): Promise<boolean> => {
    const missing = missingOf(entity, form.values);
    if (missing.length > 0 && !toldByServer(entity, missing)) {
      form.setErrors(Object.fromEntries(missing.map((name) => [name, t('form.missing')])));
      focusFault(element.current);
      return false;
    }
    if (base && Object.keys(changes).length === 0) {
      onSaved(base, stay);
      return true;
    }
    const { saved, error } = await save.run(base, base ? changes : { ...filledOf(form.values), ...blank(missing) });
    if (!saved) {
      showFieldErrors(form, error);
      focusFault(element.current);
      return false;
    }
    form.clearErrors();
    form.setValues(valuesOf(entity, saved));
    setBase(saved);
    isDirty.current = false;
    successToast(t(base ? 'form.saved' : 'form.created', { name: rowName(entity, saved) }));
    onSaved(saved, stay);
    return true;
  };
  return { form, row: base, submit, busy: save.busy };
}

const blank = (missing: readonly string[]): FormValues => Object.fromEntries(missing.map((name) => [name, '']));

function useDirty(dirty: boolean): RefObject<boolean> {
  const isDirty = useRef(dirty);
  useEffect(() => {
    isDirty.current = dirty;
  }, [dirty]);
  const read = useCallback(() => isDirty.current, []);
  useUnsavedChanges(read, (to, from) => to.pathname !== from.pathname || idIn(to.search) !== idIn(from.search));
  return isDirty;
}

const idIn = (search: string): string | null => new URLSearchParams(search).get('id');

function useSave(entity: Entity) {
  const { create, update } = documentsOf(entity);
  const [creation, send] = useMutation(create);
  const [change, alter] = useMutation(update);
  const run = async (base: EntityRow | null, values: FormValues) => {
    const { data, error } = await (base ? alter({ input: { ...values, id: base.id } }) : send({ input: values }));
    return { saved: error ? undefined : data?.saved, error };
  };
  return { run, busy: creation.fetching || change.fetching };
}
