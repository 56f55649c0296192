export function slowestTable(
  title: string,
  rows: ({ name: string } & Record<string, number | string>)[],
  longest = 40,
): string {
  const columns = Object.keys(rows[0] ?? {}).filter((column) => column !== 'name');
  const [first = ''] = columns;
  const sorted = rows.toSorted((a, b) => Number(b[first]) - Number(a[first])).slice(0, longest);
  const total = Object.fromEntries(
    columns.map((column) => [column, rows.reduce((sum, row) => sum + Number(row[column]), 0)]),
  );
  const line = (name: string, row: Record<string, number | string>) =>
    [...columns.map((column) => Number(row[column]).toFixed(1).padStart(8)), name].join('  ');
  return [
    `\nSeconds of ${title}`,
    [...columns.map((column) => column.padStart(8)), ''].join('  ').trimEnd(),
    ...sorted.map((row) => line(row.name, row)),
    line(`all ${rows.length}`, total),
  ].join('\n');
}
