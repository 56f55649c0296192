type Named = { _id: number; name: string };

/** One choice of a select. */
export type Choice = { value: string; label: string };

/** The choices of a select; what is stored stays one, also when it was switched off or is not loaded yet. */
export function choicesWith(offered: readonly Named[], stored: readonly (Named | null | undefined)[]): Choice[] {
  const known = new Set(offered.map(({ _id }) => _id));
  const missing = stored.filter((row) => row !== null && row !== undefined).filter(({ _id }) => !known.has(_id));
  return [...missing, ...offered].map(({ _id, name }) => ({ value: String(_id), label: name }));
}
