import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import type { CombinedError } from 'urql';
import { isConflict } from '#web/lib/client.ts';
import { showFieldErrors } from '#web/ui/form.ts';
import { type Merged, type MergeValues, mergeEdits } from './merge.ts';

type Options<Row, Values extends MergeValues> = {
  row: Row;
  form: UseFormReturnType<Values>;
  valuesOf: (row: Row) => Values;
  /** The stored row; undefined if it can't be loaded. */
  load: () => Promise<Row | undefined>;
};

/** Keeps a form consistent with a row that others may change: `base` is the state that filled the form. */
export function useVersioned<Row, Values extends MergeValues>({ row, form, valuesOf, load }: Options<Row, Values>) {
  const [base, setBase] = useState(row);
  const [isStale, setStale] = useState(false);
  const [loading, setLoading] = useState(false);
  const [both, setBoth] = useState<Merged<Values>['both']>([]);
  const reload = async () => {
    setLoading(true);
    const latest = await load();
    setLoading(false);
    if (!latest) return;
    const merged = mergeEdits(valuesOf(base), form.getValues(), valuesOf(latest));
    form.setValues(merged.values);
    setBoth(merged.both);
    setBase(latest);
    setStale(false);
  };
  const refused = (error: CombinedError | undefined) => {
    if (isConflict(error)) setStale(true);
    else showFieldErrors(form, error);
  };
  return { base, isStale, both, loading, reload: () => void reload(), refused };
}
