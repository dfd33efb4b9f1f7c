import {Client, usualWaits, type Waits} from './client.js';
import {checkHttp} from './http/http-checks.js';
import {Report, type Finding} from './report.js';
import type {CheckSettings} from './settings.js';
import {checkTus} from './tus/tus-checks.js';

/** Checks a running upload server as the elements use it. Resolves to all findings, which it also passes on one by one. */
export async function checkUpload(
  settings: CheckSettings,
  onFinding: (finding: Finding) => void = () => undefined,
  waits: Waits = usualWaits,
): Promise<Finding[]> {
  const report = new Report(onFinding);
  const client = new Client(settings, waits);
  await (settings.isTus ? checkTus : checkHttp)(client, settings, report);
  return report.findings;
}
