import { readFileSync } from 'node:fs';
import path from 'node:path';

const read = (file: string) => readFileSync(path.resolve(import.meta.dirname, '../deploy', file), 'utf8');

/** Returns the expressions of alert rules and dashboard. */
export function monitoringExpressions(): { rules: string[]; panels: string[] } {
  const { panels } = JSON.parse(read('grafana/meldekette.json')) as { panels: { targets: { expr: string }[] }[] };
  return {
    rules: [...read('prometheus/alerts.yml').matchAll(/^ +expr: (.+)$/gm)].map(([, expression]) => expression!),
    panels: panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  };
}
