import { useState } from 'react';
import { postJson, type RestRefusal, type RestSuccess } from '#web/lib/rest.ts';

/** Posts a form; returns whether a request is running, and its refusal. */
export function useRequest<Answer>(path: string) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<RestRefusal>();
  const send = async (body: unknown): Promise<RestSuccess<Answer> | RestRefusal> => {
    setBusy(true);
    setRefusal(undefined);
    const result = await postJson<Answer>(path, body);
    setBusy(false);
    if (!result.ok) setRefusal(result);
    return result;
  };
  return { send, busy, refusal };
}
