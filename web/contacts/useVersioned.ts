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
  /** The row as it is stored now; undefined when it cannot be loaded. */
  load: () => Promise<Row | undefined>;
};

/** Keeps a form in step with a row that others may change too: `base` is the state the form was filled from. */
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
  /** Shows at the form why it was not saved. */
  const refused = (error: CombinedError | undefined) => {
    if (isConflict(error)) setStale(true);
    else showFieldErrors(form, error);
  };
  return { base, isStale, both, loading, reload: () => void reload(), refused };
}
