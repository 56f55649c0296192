import { checkFieldHere } from '#server/api/check-field.ts';
import { defaultCountry } from '#server/api/contact-input.ts';
import { Refusal } from '#server/platform/errors.ts';
import { type Field, type JsonShape, neverEmpty } from '#shared/administration/entity.ts';
import { readAlarmSteps } from '#shared/alarm-steps.ts';
import type { Checked } from '#shared/fields/kind.ts';
import { checkField } from '#shared/fields/kinds.ts';
import { limits } from '#shared/limits.ts';
import { readChoices } from '#shared/person-data.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import { readTemplate } from '#shared/situation-report-template.ts';
import { isBaseRow } from './base-rows.ts';
import { hooks } from './hooks.ts';
import { identifierFrom, isIdentifier } from './identifier.ts';
import { columnOf } from './objects.ts';
import { checkImage, checkReferences, readId } from './references.ts';
import { collectionOf } from './refs.ts';
import { relationOf } from './relations.ts';
import type { Faults, Saving } from './saving.ts';

/** Columns of the row, and ids of relations by field. */
export interface CheckedInput {
  columns: Record<string, unknown>;
  related: Record<string, number[]>;
}

/** Checks fields by kind, then the entity's rules; refuses by field. */
export async function checkInput(saving: Saving): Promise<CheckedInput> {
  const { entity, before, input } = saving;
  const checked: CheckedInput = { columns: {}, related: {} };
  const faults: Faults = {};
  for (const [name, field] of Object.entries(entity.fields)) {
    if (field.kind === 'channelSettings' || field.readOnly || (before && input[name] === undefined)) continue;
    const result = await checkOne(saving, name, field);
    if ('fault' in result) faults[name] = result.fault;
    else if (field.kind === 'references') checked.related[name] = result.value as number[];
    else checked.columns[columnOf(name, field)] = result.value;
  }
  await hooks[entity.name]?.check?.(saving, checked.columns, faults);
  const keys = Object.values(faults);
  if (keys.length) throw new Refusal(new Set(keys).size === 1 ? keys[0]! : 'error_invalid_input', faults);
  return checked;
}

async function checkOne(saving: Saving, name: string, field: Field): Promise<Checked> {
  const { entity, before, input, tx } = saving;
  const given = input[name] === undefined ? field.default : input[name];
  const result = await checkKind(saving, name, field, given);
  if ('fault' in result) return result;
  if (result.value === null && neverEmpty(field)) {
    if (field.default === '') return { value: '' };
    if (!field.identifier || before || !entity.fields['name']) return { fault: 'error_required' };
    return { value: await identifierFrom(tx, collectionOf(entity.name), String(input['name'] ?? '')) };
  }
  const changed = before && before[columnOf(name, field)] !== result.value;
  return changed && field.fixed && isBaseRow(entity.name, before) ? { fault: 'error_base_row' } : result;
}

async function checkKind(saving: Saving, name: string, field: Field, given: unknown): Promise<Checked> {
  switch (field.kind) {
    case 'reference':
    case 'image':
      return checkRow(saving, name, field, given);
    case 'references':
      return checkRows(saving, name, field, given);
    case 'json': {
      if (given === null || given === undefined) return { value: null };
      const { read, fault } = shapes[field.shape];
      const result = read(given);
      return result === null ? { fault } : { value: JSON.stringify(result) };
    }
    case 'mailText':
      return checkField({ kind: 'longText', maximum: limits.contentMaximum }, given);
    case 'channelSettings':
      return { value: null };
    case 'phone':
      return checkFieldHere(field, given, await defaultCountry(saving.tx));
    default: {
      const checked = checkFieldHere(field, given, '');
      const isWrong = field.identifier && 'value' in checked && checked.value && !isIdentifier(String(checked.value));
      return isWrong ? { fault: 'error_identifier' } : checked;
    }
  }
}

async function checkRow(
  { ctx, tx, before }: Saving,
  name: string,
  field: Extract<Field, { kind: 'image' | 'reference' }>,
  given: unknown,
): Promise<Checked> {
  const read = readId(field.kind === 'image' ? 'files' : collectionOf(field.to), given);
  if (!('id' in read)) return read;
  if (read.id === null || read.id === before?.[columnOf(name, field)]) return { value: read.id };
  if (field.kind === 'image') return checkImage(ctx, tx, read.id);
  const checked = await checkReferences(tx, field.to, [read.id], []);
  return 'fault' in checked ? checked : { value: read.id };
}

async function checkRows(
  { tx, before, entity }: Saving,
  name: string,
  { to }: Extract<Field, { kind: 'references' }>,
  given: unknown,
): Promise<Checked> {
  const read = ((given ?? []) as unknown[]).map((id) => readId(collectionOf(to), id));
  const fault = read.find((one) => 'fault' in one);
  if (fault && 'fault' in fault) return fault;
  const ids = [...new Set(read.flatMap((one) => ('id' in one && one.id !== null ? [one.id] : [])))];
  const chosen = before ? await relationOf(entity.name, name).read(tx, before.id) : [];
  return checkReferences(tx, to, ids, chosen);
}

const shapes: Record<JsonShape, { read(given: unknown): unknown; fault: RefusalKey }> = {
  situationReportTemplate: { read: readTemplate, fault: 'error_invalid_template' },
  alarmSteps: { read: readAlarmSteps, fault: 'error_invalid_steps' },
  choices: { read: readChoices, fault: 'error_invalid_options' },
};
