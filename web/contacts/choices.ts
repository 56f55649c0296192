type Named = { _id: number; name: string };

export type SelectOption = { value: string; label: string };

/** Returns the options of a select; stored values stay available even if they are switched off or not loaded yet. */
export function choicesWith(offered: readonly Named[], stored: readonly (Named | null | undefined)[]): SelectOption[] {
  const known = new Set(offered.map(({ _id }) => _id));
  const missing = stored.filter((row) => row !== null && row !== undefined).filter(({ _id }) => !known.has(_id));
  return [...missing, ...offered].map(({ _id, name }) => ({ value: String(_id), label: name }));
}
