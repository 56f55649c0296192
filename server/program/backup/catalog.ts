import { switchoverSchema } from '#server/platform/connection/moves.ts';

// The queries of `schema-sql.ts`, with an empty search_path, so that definitions name schemas; without extensions.

// the triggers of a running switchover
const isOfSwitchover = `tgfoid in (select oid from pg_proc where pronamespace = to_regnamespace('${switchoverSchema}'))`;

const ownSchemas = 'any ($1::regnamespace[])';

const notOfExtension = (catalog: string, oid: string) =>
  `not exists (select from pg_depend e where e.classid = '${catalog}'::regclass and e.objid = ${oid} and e.deptype = 'e')`;

/** The tables with own rows. */
export const tablesQuery = `
  select format('%I.%I', relnamespace::regnamespace::text, relname) as name,
    relnamespace::regnamespace::text || '.' || relname as plain
  from pg_class c where relnamespace = ${ownSchemas} and relkind = 'r' and ${notOfExtension('pg_class', 'c.oid')}
  order by 1`;

/** The sequences by name, with their current values. */
export const sequencesQuery = `
  select oid::regclass::text as name, pg_sequence_last_value(oid) as value
  from pg_class c where relnamespace = ${ownSchemas} and relkind = 'S' and ${notOfExtension('pg_class', 'c.oid')}
  order by 1`;

export const extensionsQuery = `
  select format('create extension if not exists %I with schema %s;', extname, extnamespace::regnamespace) as sql
  from pg_extension where extname <> 'plpgsql' order by 1`;

const columns = `
  select a.attrelid, string_agg(concat_ws(' ',
      '  ' || quote_ident(a.attname), format_type(a.atttypid, a.atttypmod),
      case when a.attcollation <> t.typcollation then 'collate ' || a.attcollation::regcollation::text end,
      case when a.attgenerated <> '' then 'generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ')'
          || case a.attgenerated when 's' then ' stored' else '' end
        when a.attidentity <> '' then 'generated ' || case a.attidentity when 'a' then 'always' else 'by default' end
          || ' as identity (sequence name ' || s.objid::regclass || ')'
        else 'default ' || pg_get_expr(d.adbin, d.adrelid) end,
      case when a.attnotnull then 'not null' end), E',\\n' order by a.attnum) as text
  from pg_attribute a join pg_type t on t.oid = a.atttypid
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  left join pg_depend s on s.refclassid = 'pg_class'::regclass and s.refobjid = a.attrelid and s.refobjsubid = a.attnum
    and s.classid = 'pg_class'::regclass and s.deptype = 'i' and a.attidentity <> ''
  where a.attnum > 0 and not a.attisdropped group by a.attrelid`;

/** Types, functions, sequences and tables without constraints, with keys for `dependenciesQuery`. */
export const objectsQuery = `
  with columns as (${columns})
  select 'pg_type ' || t.oid as key, format('create type %s as enum (%s);', t.oid::regtype,
      (select string_agg(quote_literal(enumlabel), ', ' order by enumsortorder) from pg_enum where enumtypid = t.oid)) as sql
    from pg_type t where typnamespace = ${ownSchemas} and typtype = 'e' and ${notOfExtension('pg_type', 't.oid')}
  union all
  select 'pg_proc ' || p.oid, pg_get_functiondef(p.oid) || ';'
    from pg_proc p where pronamespace = ${ownSchemas} and prokind in ('f', 'p') and ${notOfExtension('pg_proc', 'p.oid')}
  union all
  select 'pg_class ' || c.oid, format('create sequence %s as %s;', c.oid::regclass, s.seqtypid::regtype)
    from pg_class c join pg_sequence s on s.seqrelid = c.oid
    where relnamespace = ${ownSchemas} and ${notOfExtension('pg_class', 'c.oid')} and not exists (
      select from pg_depend i where i.classid = 'pg_class'::regclass and i.objid = c.oid and i.deptype = 'i')
  union all
  select 'pg_class ' || c.oid, concat('create ', case relpersistence when 'u' then 'unlogged ' end, 'table ', c.oid::regclass,
      E' (\\n', columns.text, E'\\n)', ' partition by ' || pg_get_partkeydef(c.oid),
      ' with (' || array_to_string(reloptions, ', ') || ')', ';')
    from pg_class c left join columns on columns.attrelid = c.oid
    where relnamespace = ${ownSchemas} and relkind in ('r', 'p') and ${notOfExtension('pg_class', 'c.oid')}
  order by 2`;

/** Dependencies between these objects, by named functions and tables. */
export const dependenciesQuery = `
  with recursive owner as (
    select 'pg_attrdef'::regclass as class, oid, 'pg_class ' || adrelid as key from pg_attrdef
    union all select 'pg_class'::regclass, oid, 'pg_class ' || oid from pg_class where relkind in ('r', 'p', 'S')
    union all select 'pg_proc'::regclass, oid, 'pg_proc ' || oid from pg_proc
    union all select 'pg_type'::regclass, t.oid, case when typrelid <> 0 then 'pg_class ' || typrelid
      when typelem <> 0 then coalesce((select 'pg_class ' || nullif(e.typrelid, 0) from pg_type e where e.oid = t.typelem),
        'pg_type ' || typelem) else 'pg_type ' || t.oid end from pg_type t)
  select distinct o.key, r.key as needs
  from pg_depend d join owner o on o.class = d.classid and o.oid = d.objid
  join owner r on r.class = d.refclassid and r.oid = d.refobjid
  where o.key <> r.key and d.deptype in ('n', 'a') and d.objid >= 16384 and d.refobjid >= 16384`;

const constraints = (kinds: string) => `
  select format('alter table only %s add constraint %I %s;', conrelid::regclass, conname, pg_get_constraintdef(oid)) as sql
  from pg_constraint where connamespace = ${ownSchemas} and conrelid <> 0 and contype in (${kinds})
    and not (contype = 'f' and conparentid <> 0) order by contype <> 'p', conrelid::regclass::text, conname`;

/** Queries for the objects that follow the rows, in this order. */
export const afterRowsQueries = [
  constraints("'p', 'u', 'x', 'c'"),
  `select pg_get_indexdef(i.indexrelid) || ';' as sql from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = ${ownSchemas} and not exists (select from pg_constraint where conindid = i.indexrelid)
      and not exists (select from pg_inherits where inhrelid = i.indexrelid) order by c.relname`,
  `select format('alter table %s attach partition %s %s;', inhparent::regclass, c.oid::regclass,
      pg_get_expr(relpartbound, c.oid)) as sql
    from pg_class c join pg_inherits on inhrelid = c.oid
    where relnamespace = ${ownSchemas} and relispartition and relkind in ('r', 'p') order by c.relname`,
  constraints("'f'").replaceAll('only ', ''),
  `select pg_get_triggerdef(t.oid) || ';' as sql from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = ${ownSchemas} and not tgisinternal and tgparentid = 0
      and not ${isOfSwitchover} order by c.relname, tgname`,
  `select format(E'create %sview %s as\\n%s', case relkind when 'm' then 'materialized ' else '' end, oid::regclass,
      pg_get_viewdef(oid)) as sql
    from pg_class c where relnamespace = ${ownSchemas} and relkind in ('v', 'm') and ${notOfExtension('pg_class', 'c.oid')}
    order by oid`,
  `select case when objsubid = 0 then format('comment on table %s is %L;', c.oid::regclass, description)
      else format('comment on column %s.%I is %L;', c.oid::regclass, attname, description) end as sql
    from pg_description join pg_class c on c.oid = objoid and classoid = 'pg_class'::regclass
    left join pg_attribute on attrelid = c.oid and attnum = objsubid and objsubid > 0
    where relnamespace = ${ownSchemas} and relkind in ('r', 'p') order by c.relname, objsubid`,
];
