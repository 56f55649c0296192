interface Cap {
  id: string;
  type?: string;
  status?: string;
  sent?: string;
  references?: string[];
  headline?: string;
  namespace?: string;
}

/** The default time of CAP messages. */
export const capSent = '2026-11-29T10:00:00+01:00';

export function capXml({
  id,
  type = 'Alert',
  status = 'Actual',
  sent = capSent,
  references = [],
  headline = `Sturm ${id}`,
  namespace = 'urn:oasis:names:tc:emergency:cap:1.2',
}: Cap): string {
  const named = references.map((one) => `warner@example.org,${one},${capSent}`).join(' ');
  return `<?xml version="1.0" encoding="UTF-8"?>
<alert xmlns="${namespace}"><identifier>${id}</identifier><sender>warner@example.org</sender><sent>${sent}</sent>
<status>${status}</status><msgType>${type}</msgType><scope>Public</scope>${named && `<references>${named}</references>`}
<info><language>de-DE</language><category>Met</category><event>Sturm</event><urgency>Immediate</urgency>
<severity>Severe</severity><certainty>Likely</certainty><headline>${headline}</headline>
<description>Böen &amp; Regen</description><area><areaDesc>Altstadt</areaDesc></area></info></alert>`;
}

interface Alert {
  name: string;
  status?: 'firing' | 'resolved';
  startsAt?: string;
  endsAt?: string;
}

/** Returns a delivery of Alertmanager. */
export const alertGroup = (groupKey: string, ...alerts: Alert[]): string =>
  JSON.stringify({
    version: '4',
    groupKey,
    status: alerts.some(({ status }) => status !== 'resolved') ? 'firing' : 'resolved',
    receiver: 'meldekette',
    alerts: alerts.map(
      ({ name, status = 'firing', startsAt = '2026-11-29T09:00:00.000Z', endsAt = '0001-01-01T00:00:00Z' }) => ({
        status,
        labels: { alertname: name, severity: 'critical', instance: 'db1' },
        annotations: { summary: `${name} auf db1`, description: 'Die Platte ist voll.' },
        startsAt,
        endsAt,
        fingerprint: `print-${name}`,
      }),
    ),
  });
