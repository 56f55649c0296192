import { useState } from 'react';
import { useMutation } from 'urql';
import { type SettingName, settings } from '#shared/settings.ts';
import { apiMessage } from '#web/lib/i18n.ts';
import { dismissErrorToast } from '#web/lib/toasts.ts';
import { fieldErrors } from '#web/ui/form.ts';
import { UpdateSystemSettingMutation } from './queries.ts';
import { currentValue, inputOf, type SettingValue, type StoredSetting, sameValue } from './setting-value.ts';

/** The result of saving a setting. */
export type Outcome = { saved: true } | { error: string };

type By<Value> = Partial<Record<SettingName, Value>>;

/** Keeps unsaved input of some settings, and sends only values that differ from the stored ones. */
export function useSettingDrafts(names: readonly SettingName[], stored: ReadonlyMap<string, StoredSetting>) {
  const [drafts, setDrafts] = useState<By<SettingValue>>({});
  const [outcomes, setOutcomes] = useState<By<Outcome>>({});
  const [{ fetching }, update] = useMutation(UpdateSystemSettingMutation);
  const storedValue = (name: SettingName) => currentValue(settings[name], stored.get(name));
  const value = (name: SettingName) => drafts[name] ?? (name in drafts ? null : storedValue(name));
  const changed = names.filter((name) => !sameValue(value(name), storedValue(name)));

  const change = (name: SettingName, to: SettingValue) => {
    setDrafts((before) => ({ ...before, [name]: to }));
    setOutcomes(({ [name]: _done, ...others }) => others);
  };
  const discard = () => {
    setDrafts({});
    setOutcomes({});
  };
  /** Saves one by one, so that each has its own result. */
  const save = async () => {
    const done: By<Outcome> = {};
    for (const name of changed) {
      const { error } = await update({ valueKey: name, ...inputOf(settings[name], value(name)) });
      const key = Object.values(fieldErrors(error))[0] ?? error?.graphQLErrors[0]?.message ?? 'network_error';
      // the field shows the error; a toast couldn't name the field
      if (error) dismissErrorToast();
      done[name] = error ? { error: apiMessage(key) } : { saved: true };
    }
    const isSaved = (name: string) => 'saved' in (done[name as SettingName] ?? {});
    setDrafts((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !isSaved(name))));
    setOutcomes(done);
    return changed.every(isSaved);
  };
  return { value, storedValue, change, changed, discard, save, saving: fetching, outcomes };
}
