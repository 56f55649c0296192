/** Formats a moment for CAP: local time with its offset, never Z; UTC is -00:00. */
export function capTime(moment: Date, timeZone: string): string {
  const at = new Date(Math.floor(moment.getTime() / 1000) * 1000);
  const offset = minutesAhead(at, timeZone);
  const local = new Date(at.getTime() + offset * 60_000).toISOString().slice(0, 19);
  const [sign, minutes] = offset > 0 ? ['+', offset] : ['-', -offset];
  return `${local}${sign}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}

const twoDigits = (n: number) => String(n).padStart(2, '0');

function minutesAhead(at: Date, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d{2}):(\d{2})/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) + 0;
}
