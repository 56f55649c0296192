import { useState } from 'react';
import { type CombinedError, useMutation } from 'urql';
import { limits } from '#shared/limits.ts';
import { dismissErrorToast } from '#web/lib/toasts.ts';
import { type Upload, UploadPeopleMutation } from './queries.ts';

/** The reason why the whole file was refused, and its line. */
export type FileRefusal = { key: string; line?: number | undefined };

/** Holds the chosen file and the groups that its people join; a reload discards both. */
export function useUploadDraft() {
  const [file, setFile] = useState<File>();
  const [group, setGroup] = useState('');
  const [groupsFrom, setGroupsFrom] = useState<number | null>(null);
  const [isStrict, setStrict] = useState(false);
  const groups = JSON.stringify([group, groupsFrom]);
  const [checkedGroups, setCheckedGroups] = useState(groups);
  const [refusal, setRefusal] = useState<FileRefusal>();
  const [{ fetching }, upload] = useMutation(UploadPeopleMutation);
  /** Requests a preview. Without a mapping, the server uses the last one; with an empty one, the headers. */
  const check = async (
    chosen: File,
    mapping: (string | null)[] | Record<string, never> | null,
    areaCode?: string,
  ): Promise<Upload | undefined> => {
    setFile(chosen);
    setRefusal(undefined);
    if (chosen.size > limits.csvBytes) return void setRefusal({ key: 'error_upload_size' });
    const choice = { group: group || null, groupsFrom, strict: isStrict, areaCode: areaCode ?? null };
    const { data, error } = await upload({ file: chosen, mapping, ...choice });
    const refused = refusalOf(error);
    setRefusal(refused);
    if (refused) dismissErrorToast();
    if (data) setCheckedGroups(groups);
    return data?.uploadPeople;
  };
  const start = () => {
    setFile(undefined);
    setGroup('');
    setGroupsFrom(null);
    setStrict(false);
    setCheckedGroups(JSON.stringify(['', null]));
    setRefusal(undefined);
  };
  return {
    file,
    group,
    setGroup,
    groupsFrom,
    setGroupsFrom,
    isStrict,
    setStrict,
    isGroupChecked: groups === checkedGroups,
    refusal,
    busy: fetching,
    check,
    start,
  };
}

/** The state of the current file. */
export type UploadDraft = ReturnType<typeof useUploadDraft>;

function refusalOf(error: CombinedError | undefined): FileRefusal | undefined {
  const [refused] = error?.graphQLErrors ?? [];
  if (!refused) return undefined;
  const details = refused.extensions['details'] as { line?: number } | undefined;
  return { key: refused.message, line: details?.line };
}
