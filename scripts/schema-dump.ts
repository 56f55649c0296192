import type { Client } from 'pg';

const header = `-- The tables as the migrations leave them, for reading; the database itself is made by migrations/.
-- Written by "npm run generate".
`;

// Names are compared byte by byte, so that the order is the same on every machine.
const statements = {
  extensions: `select format('create extension %I;', extname) as text from pg_extension
    where extname <> 'plpgsql' order by extname collate "C"`,
  tables: `select c.relname as name, c.relpersistence = 'u' as unlogged, c.reloptions as options,
      obj_description(c.oid) as comment
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    order by c.relname collate "C"`,
  columns: `select a.attname as name, c.relname as "table", format_type(a.atttypid, a.atttypmod) as type,
      a.attnotnull as required, pg_get_expr(d.adbin, d.adrelid) as value, a.attidentity as identity,
      a.attgenerated as generated, col_description(c.oid, a.attnum) as comment
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
    order by c.relname collate "C", a.attnum`,
  constraints: `select conrelid::regclass::text as "table", format('constraint %I %s', conname, pg_get_constraintdef(oid)) as text
    from pg_constraint where connamespace = 'public'::regnamespace and conrelid <> 0 and contype <> 'n' and contype <> 't'
    order by array_position(array['p', 'u', 'f', 'c', 'x']::"char"[], contype), conname collate "C"`,
  indexes: `select i.indrelid::regclass::text as "table", pg_get_indexdef(i.indexrelid) || ';' as text
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint where conindid = i.indexrelid and conrelid = i.indrelid)
    order by c.relname collate "C"`,
  triggers: `select tgrelid::regclass::text as "table", pg_get_triggerdef(t.oid) || ';' as text
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and not tgisinternal order by tgname collate "C"`,
  views: `select format(E'create %sview %I as\\n%s', case relkind when 'm' then 'materialized ' else '' end, relname,
      pg_get_viewdef(oid, true)) as text
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm') order by relname collate "C"`,
  functions: `select trim(trailing E'\\n' from pg_get_functiondef(p.oid)) || ';' as text
    from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind in ('f', 'p')
      and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
    order by p.proname collate "C", pg_get_function_identity_arguments(p.oid) collate "C"`,
};

interface Table {
  name: string;
  unlogged: boolean;
  options: string[] | null;
  comment: string | null;
}

interface Column {
  name: string;
  table: string;
  type: string;
  required: boolean;
  value: string | null;
  identity: string;
  generated: string;
  comment: string | null;
}

interface Part {
  table: string;
  text: string;
}

/** Returns schema `public` of a database as SQL text. The same migrations always give the same text. */
export async function dumpSchema(client: Client): Promise<string> {
  const rows = async <Row>(sql: string) => (await client.query<Row & object>(sql)).rows as Row[];
  const tables = await rows<Table>(statements.tables);
  const columns = await rows<Column>(statements.columns);
  const constraints = await rows<Part>(statements.constraints);
  const after = [...(await rows<Part>(statements.indexes)), ...(await rows<Part>(statements.triggers))];
  const texts = async (sql: string) => (await rows<Part>(sql)).map(({ text }) => text);
  return [
    header,
    ...(await texts(statements.extensions)),
    ...tables.map((table) => describe(table, columns, constraints, after)),
    ...(await texts(statements.views)),
    ...(await texts(statements.functions)),
    '',
  ].join('\n');
}

function describe(table: Table, columns: Column[], constraints: Part[], after: Part[]): string {
  const own = <Row extends { table: string }>(rows: Row[]) => rows.filter((row) => row.table === table.name);
  const lines = [
    ...own(columns).map((column) => ({ text: columnText(column), comment: column.comment })),
    ...own(constraints).map(({ text }) => ({ text, comment: null })),
  ];
  const body = lines.map(({ text, comment }, index) => {
    const comma = index < lines.length - 1 ? ',' : '';
    return `  ${text}${comma}${comment ? ` -- ${comment}` : ''}`;
  });
  const options = table.options ? ` with (${table.options.join(', ')})` : '';
  return [
    ...(table.comment ? [`-- ${table.comment}`] : []),
    `create ${table.unlogged ? 'unlogged ' : ''}table ${table.name} (`,
    ...body,
    `)${options};`,
    ...own(after).map(({ text }) => text),
    '',
  ].join('\n');
}

function columnText({ name, type, required, value, identity, generated }: Column): string {
  const parts = [name, type];
  if (required) parts.push('not null');
  if (identity) parts.push(`generated ${identity === 'a' ? 'always' : 'by default'} as identity`);
  if (generated) parts.push(`generated always as (${value})${generated === 's' ? ' stored' : ''}`);
  else if (value !== null) parts.push(`default ${value}`);
  return parts.join(' ');
}
