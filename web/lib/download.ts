import { apiMessage } from './i18n.ts';
import { authorization, isSignedOut } from './session.ts';
import { errorToast, networkErrorToast, sessionExpired } from './toasts.ts';

export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Downloads a path with the session, which a plain link lacks. */
export async function downloadFile(path: string, name: string): Promise<void> {
  try {
    const response = await fetch(path, { headers: authorization() });
    if (isSignedOut(response)) return sessionExpired();
    if (!response.ok) return await refuse(response);
    saveFile(await response.blob(), name);
  } catch {
    networkErrorToast();
  }
}

async function refuse(response: Response): Promise<void> {
  const told = (await response.json().catch(() => null)) as { message?: string } | null;
  if (told?.message) errorToast(apiMessage(told.message));
  else networkErrorToast(response);
}
