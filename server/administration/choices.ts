/** One choice of a person data type that is a select. */
interface Choice {
  value: number;
  label: string;
  labelEn?: string;
}

/** The choices as they are stored, numbered where a number was left out; null when they are none. */
export function readChoices(given: unknown): Choice[] | null {
  if (!Array.isArray(given) || given.length > 200) return null;
  const numbers = given.flatMap((entry) => (Number.isInteger(entry?.value) ? [entry.value as number] : []));
  let next = Math.max(0, ...numbers) + 1;
  const choices = given.map((entry): Choice | null => {
    const { value, label, labelEn } = (entry ?? {}) as Record<string, unknown>;
    const [german, english] = [textOf(label), textOf(labelEn)];
    const number = value === undefined || value === null ? next++ : value;
    if (!german || typeof number !== 'number' || !Number.isInteger(number) || Math.abs(number) > 2_147_483_647)
      return null;
    return { value: number, label: german, ...(english ? { labelEn: english } : {}) };
  });
  const read = choices.filter((choice) => choice !== null);
  const distinct = (of: (choice: Choice) => unknown) => new Set(read.map(of)).size === read.length;
  const valid = read.length === given.length && distinct(({ value }) => value) && distinct(({ label }) => label);
  return valid ? read : null;
}

const textOf = (value: unknown): string => (typeof value === 'string' && value.length <= 200 ? value.trim() : '');
