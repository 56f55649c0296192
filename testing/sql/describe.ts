import pg from 'pg';

/** SQL name, and the driver's type. */
export interface ResultColumn {
  name: string;
  type: string;
  /** May be null and isn't restricted. Expressions and outer joins may be null undetected. */
  mayBeNull: boolean;
}

interface Field {
  name: string;
  tableID: number;
  columnID: number;
  dataTypeID: number;
}

/** Returns a statement's columns; rejects an invalid one. */
export type Describe = (text: string) => Promise<ResultColumn[]>;

/** Describes statements on this connection. */
export async function describer(client: pg.Client): Promise<Describe> {
  const { rows: types } = await client.query<{ oid: number; name: string; element: string | null }>(
    `select t.oid::int, t.typname as name, e.typname as element from pg_type t
     left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'`,
  );
  const { rows: columns } = await client.query<{ column: string; name: string }>(
    `select attrelid || '.' || attnum as column, attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relkind in ('r', 'p') and not attnotnull`,
  );
  const byOid = new Map(types.map((type) => [type.oid, type]));
  const nullable = new Map(columns.map(({ column, name }) => [column, name]));
  return async (text) =>
    (await fieldsOf(client, text)).map(({ name, tableID, columnID, dataTypeID }) => {
      const type = byOid.get(dataTypeID)!;
      const column = nullable.get(`${tableID}.${columnID}`);
      return {
        name,
        type: typeOf(dataTypeID, type.element ?? type.name, type.element !== null),
        mayBeNull: column !== undefined && !new RegExp(`\\b${column} is not null\\b`).test(text),
      };
    });
}

/** Lets PostgreSQL parse and describe the statement without running it. */
function fieldsOf(client: pg.Client, text: string): Promise<Field[]> {
  return new Promise((resolve, reject) => {
    let fields: Field[] = [];
    client.query({
      submit(connection: pg.Connection) {
        connection.parse({ text, name: '', types: [] } as never, true);
        connection.describe({ type: 'S', name: '' }, true);
        connection.sync();
      },
      handleRowDescription: (message: { fields: Field[] }) => {
        fields = message.fields;
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(fields),
    } as never);
  });
}

const samples: Record<string, string> = {
  bool: 't',
  bytea: '\\x00',
  date: '2026-01-31',
  timestamp: '2026-01-31 12:00:00',
  timestamptz: '2026-01-31 12:00:00+00',
  interval: '01:00:00',
  json: '{}',
  jsonb: '{}',
  time: '12:00:00',
};
const numbers = ['int2', 'int4', 'int8', 'float4', 'float8', 'numeric', 'oid'];

/** Determines the driver's type by passing it a value. */
function typeOf(oid: number, name: string, isArray: boolean): string {
  const sample = samples[name] ?? (numbers.includes(name) ? '1' : 'x');
  const parsed: unknown = pg.types.getTypeParser(oid)(isArray ? `{"${sample.replaceAll('\\', '\\\\')}"}` : sample);
  return name.startsWith('json') ? (isArray ? '{}[]' : '{}') : typeName(parsed);
}

function typeName(value: unknown): string {
  if (Array.isArray(value)) return `${typeName(value[0])}[]`;
  return typeof value === 'object' ? value!.constructor.name : typeof value;
}
