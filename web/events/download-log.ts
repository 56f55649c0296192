import { apiMessage } from '#web/lib/i18n.ts';
import { authorization } from '#web/lib/session.ts';
import { errorToast, networkErrorToast } from '#web/lib/toasts.ts';

/** Saves an event's whole log as a CSV file; the download needs the session, so a plain link cannot do it. */
export async function downloadLog(event: number): Promise<void> {
  try {
    const response = await fetch(`/api/v2/events/${event}/log.csv`, { headers: authorization() });
    if (!response.ok) return errorToast(apiMessage(await refusalOf(response)));
    const link = document.createElement('a');
    link.href = URL.createObjectURL(await response.blob());
    link.download = `einsatztagebuch-${event}.csv`;
    link.click();
    URL.revokeObjectURL(link.href);
  } catch (error) {
    networkErrorToast(undefined, error instanceof Error ? error.message : '');
  }
}

const refusalOf = async (response: Response): Promise<string> =>
  response.json().then(
    (body: { message?: string }) => body.message ?? 'unknown_error',
    () => 'unknown_error',
  );
