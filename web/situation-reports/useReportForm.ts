import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type CombinedError, useClient, useMutation } from 'urql';
import type { FieldValue, ReportData } from '#shared/situation-report-data.ts';
import { isConflict } from '#web/lib/client.ts';
import { useConnectionRestored } from '#web/lib/connection.ts';
import { apiMessage } from '#web/lib/i18n.ts';
import { fieldErrors } from '#web/ui/form.ts';
import { SituationReportQuery, type SituationReportRow, UpdateSituationReportMutation } from './queries.ts';
import { isOpenReport } from './status.ts';

const SAVE_AFTER = 1500;

/** Whether input is saved; `clash`: another user changed the same field. */
export type SaveState = 'saved' | 'unsaved' | 'saving' | 'failed' | 'clash';

const dataOf = (report: SituationReportRow) => report.data as ReportData;

/** The input of a situation report, with its actions. */
export type ReportFormState = ReturnType<typeof useReportForm>;

/** `open`: the report is a draft; `onFixed` runs when it turns out that it no longer is. */
type Options = { open: boolean; onFixed: () => void };

/**
 * Keeps input per field on top of the stored report and saves it automatically. Merges other users' changes to other fields; for
 * the same field, the user decides. If others submit or discard the report, the input stays until the report is open again.
 */
export function useReportForm(stored: SituationReportRow, { open, onFixed }: Options) {
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [state, setState] = useState<SaveState>('saved');
  const input = useReportInput(stored, state, setState);
  const { base, edits, clashes, typed, latestBase, undecided, keep, clash, rebase } = input;
  const save = useSaving(input, { open, onFixed, setErrors, setState });

  useAutosave(edits, state, save);
  const onOpen = useEffectEvent(() => {
    if (Object.keys(typed.current).length > 0 && undecided.current.length === 0) setState('unsaved');
  });
  useEffect(() => {
    if (open) onOpen();
  }, [open]);
  useConnectionRestored(() => {
    if (state === 'failed') void save();
  });
  return {
    report: base,
    state,
    errors,
    clashes: clashes.map((key) => ({ key, theirs: dataOf(base)[key] ?? null })),
    /** The unsaved input. */
    typed: edits,
    values: { ...dataOf(base), ...edits },
    setErrors,
    save,
    /** The version of the stored state below the input. */
    version: () => latestBase.current.version,
    /** Merges the response to another change by this page. */
    adopt(row: SituationReportRow) {
      if (row.version <= latestBase.current.version) return;
      clash([...new Set([...undecided.current, ...rebase(latestBase.current, row)])]);
    },
    change(key: string, value: FieldValue) {
      keep({ ...typed.current, [key]: value });
      setErrors(({ [key]: _gone, ...others }) => others);
      if (state !== 'clash') setState('unsaved');
    },
    /** Resolves a clash: `mine` keeps and saves the input, otherwise the other user's value stays. */
    settle(key: string, mine: boolean) {
      if (!mine) keep(Object.fromEntries(Object.entries(typed.current).filter(([name]) => name !== key)));
      const left = undecided.current.filter((name) => name !== key);
      clash(left);
      if (left.length === 0) setState(Object.keys(typed.current).length > 0 ? 'unsaved' : 'saved');
    },
  };
}

/** The stored report and the input on top of it. */
function useReportInput(stored: SituationReportRow, state: SaveState, setState: (state: SaveState) => void) {
  const [base, setBase] = useState(stored);
  const [edits, setEdits] = useState<ReportData>({});
  const [clashes, setClashes] = useState<string[]>([]);
  // refs, because a running request must see the latest state when it ends
  const typed = useRef<ReportData>({});
  const latestBase = useRef(stored);
  const undecided = useRef<string[]>([]);
  const settleOn = (row: SituationReportRow) => {
    if (row.version < latestBase.current.version) return; // a newer response has already arrived
    latestBase.current = row;
    setBase(row);
  };
  const onStored = useEffectEvent((row: SituationReportRow) => {
    if (row.version > latestBase.current.version && state === 'saved') settleOn(row);
  });
  useEffect(() => onStored(stored), [stored]);
  return {
    base,
    edits,
    clashes,
    typed,
    latestBase,
    undecided,
    settleOn,
    keep(next: ReportData) {
      typed.current = next;
      setEdits(next);
    },
    clash(keys: string[]) {
      undecided.current = keys;
      setClashes(keys);
      if (keys.length > 0) setState('clash');
    },
    /** Merges a newer stored state; returns the edited fields that it also changed. */
    rebase(before: SituationReportRow, latest: SituationReportRow): string[] {
      settleOn(latest);
      const isChanged = (key: string) =>
        [dataOf(before)[key], typed.current[key]].every(
          (value) => JSON.stringify(value) !== JSON.stringify(dataOf(latest)[key]),
        );
      return Object.keys(typed.current).filter(isChanged);
    },
  };
}

type Saving = Options & {
  setErrors: (errors: Record<string, string>) => void;
  setState: (state: SaveState) => void;
};

/** Returns a function that saves input unless a clash is unresolved, and resolves to whether nothing remains to save. */
function useSaving(input: ReturnType<typeof useReportInput>, { open, onFixed, setErrors, setState }: Saving) {
  const { typed, latestBase, undecided, settleOn, keep, clash, rebase } = input;
  const client = useClient();
  const [, update] = useMutation(UpdateSituationReportMutation);
  const running = useRef<Promise<boolean> | null>(null);
  const refused = async (error: CombinedError, before: SituationReportRow): Promise<boolean> => {
    if (!isConflict(error)) {
      const named = Object.entries(fieldErrors(error)).map(([name, key]) => [
        name.replace(/^data\./, ''),
        apiMessage(key),
      ]);
      setErrors(Object.fromEntries(named));
      setState('failed');
      return false;
    }
    const { data } = await client.query(SituationReportQuery, { id: before.id }, { requestPolicy: 'network-only' });
    const latest = data?.situationReport;
    if (!latest || !isOpenReport(latest.status)) {
      setState('failed');
      onFixed();
      return false;
    }
    const both = rebase(before, latest);
    if (both.length === 0) return store(latest);
    clash(both);
    return false;
  };
  const store = async (on: SituationReportRow): Promise<boolean> => {
    // with the newest version it would overwrite the other user's change
    if (undecided.current.length > 0 || !open) return false;
    const sent = typed.current;
    if (Object.keys(sent).length === 0) {
      setState('saved');
      return true;
    }
    setState('saving');
    const { data, error } = await update({ input: { id: on.id, data: sent, version: on.version } });
    if (error) return refused(error, on);
    const saved = data!.updateSituationReport;
    settleOn(saved);
    keep(Object.fromEntries(Object.entries(typed.current).filter(([key, value]) => sent[key] !== value)));
    return store(saved);
  };
  return async (): Promise<boolean> => {
    while (running.current) await running.current;
    running.current = store(latestBase.current).finally(() => {
      running.current = null;
    });
    return running.current;
  };
}

/** Saves shortly after the last key and on leaving the page, and warns before the window closes with unsaved input. */
function useAutosave(edits: ReportData, state: SaveState, save: () => Promise<boolean>): void {
  const onSave = useEffectEvent(() => void save());
  const onLeave = useEffectEvent(() => {
    if (state === 'unsaved') void save();
  });
  useEffect(() => {
    if (state !== 'unsaved' || Object.keys(edits).length === 0) return;
    const timer = setTimeout(() => onSave(), SAVE_AFTER);
    return () => clearTimeout(timer);
  }, [edits, state]);
  useEffect(() => () => onLeave(), []);
  useEffect(() => {
    if (state === 'saved') return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [state]);
}
