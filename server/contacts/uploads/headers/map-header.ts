import type { Row } from '#server/api/graphql/types.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import type { FileFormat } from '#server/contacts/uploads/reading/file-record.ts';
import { cardHeader } from '#server/contacts/uploads/reading/vcard-records.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { writtenIn } from '#shared/label.ts';
import { languageOf } from '#shared/languages.ts';
import { type FileColumn, fileColumns } from './columns.ts';
import { exportWith } from './exports.ts';
import { headerFingerprint, rememberedMapping, rememberMapping } from './remembered.ts';
import { type ColumnTarget, isRecognisable } from './targets.ts';

/** The targets of a file's columns, and their source. */
export interface MappedHeader {
  columns: FileColumn[];
  /** By the header's words, an earlier choice, or a present one. */
  mappedBy: 'header' | 'memory' | 'choice';
  program: string | null;
  /** Whether these columns can create or recognize a person. */
  isUsable: boolean;
}

/** Maps columns by present choice, last file, or words. */
export async function mapHeader(
  { viewer }: SignedIn,
  tx: Tx,
  file: { format: FileFormat; headers: readonly string[] },
  targets: readonly ColumnTarget[],
  mapping: unknown,
): Promise<MappedHeader> {
  const isChosen = mapping !== null && mapping !== undefined;
  const remembered = isChosen ? null : await rememberedMapping(tx, headerFingerprint(file.headers), targets);
  const headers = file.format === 'vcf' ? inWords(file.headers, targets, viewer.language) : file.headers;
  const columns = fileColumns(headers, targets, remembered ?? mapping);
  const mapped = new Set(columns.map(({ target }) => target));
  return {
    columns,
    mappedBy: remembered ? 'memory' : isChosen && !saysNothing(mapping) ? 'choice' : 'header',
    program: exportWith(headers)?.name ?? null,
    isUsable: isRecognisable(targets.filter(({ identifier }) => mapped.has(identifier))),
  };
}

/** Remembers a mapping, unless the header suffices. */
export async function rememberMapped(tx: Tx, upload: Row<'uploads'>): Promise<void> {
  if (upload.mappedBy === 'memory') return;
  const columns = upload.columns as unknown as FileColumn[];
  const headers = upload.format === 'vcf' ? cardHeader : columns.map(({ header }) => header);
  const targets = upload.mappedBy === 'choice' ? columns.map(({ target }) => target) : null;
  await rememberMapping(tx, headerFingerprint(headers), targets);
}

const saysNothing = (mapping: unknown) => Object.keys(mapping as object).length === 0;

const inWords = (headers: readonly string[], targets: readonly ColumnTarget[], language: string): string[] =>
  headers.map((header) => {
    const target = targets.find(({ identifier }) => identifier === header);
    return target ? writtenIn({ de: target.name, en: target.nameEn }, languageOf(language)) : header;
  });
