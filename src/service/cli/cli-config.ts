import {parseArgs} from 'node:util';
import {checkService} from './checks/check-service.js';
import {shownValue} from '../settings/describe.js';
import {readValues} from '../settings/read-values.js';
import {allFaults, settingsIn} from '../settings/settings.js';
import {SettingsError, UsageError} from '../settings/settings-error.js';

/** `sealed-capture config check|show`. */
export async function runConfig(args: readonly string[]): Promise<void> {
  const {values, positionals} = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {json: {type: 'boolean'}},
  });
  const [what, ...rest] = positionals;
  if ((what !== 'check' && what !== 'show') || rest.length > 0) {
    throw new UsageError('Say what to do: config check or config show.');
  }
  if (what === 'check') await check(values.json ?? false);
  else show(values.json ?? false);
}

async function check(isJson: boolean): Promise<void> {
  const found = readValues(process.env);
  const faults = [...allFaults(found)];
  const warnings = [...found.warnings];
  // If settings are invalid, the files that they name are not checked.
  if (faults.length === 0) {
    const findings = await checkService(settingsIn(found, process.env));
    faults.push(...findings.faults);
    warnings.push(...findings.warnings);
  }
  if (faults.length > 0) process.exitCode = 1;
  if (isJson) {
    process.stdout.write(`${JSON.stringify({faults, warnings})}\n`);
    return;
  }
  for (const fault of faults) process.stdout.write(`wrong: ${fault}\n`);
  for (const warning of warnings) process.stdout.write(`warning: ${warning}\n`);
  if (faults.length === 0) process.stdout.write('The settings can be used.\n');
}

function show(isJson: boolean): void {
  const found = readValues(process.env);
  const faults = allFaults(found);
  if (faults.length > 0) throw new SettingsError(faults.join('\n'));
  const rows = found.effective.map((one) => ({
    name: one.name,
    value: shownValue(one),
    from: one.from,
  }));
  if (isJson) {
    process.stdout.write(`${JSON.stringify(rows)}\n`);
    return;
  }
  const width = Math.max(...rows.map(({name}) => name.length));
  for (const {name, value, from} of rows) {
    process.stdout.write(`${name.padEnd(width)}  ${from.padEnd(11)}  ${value}\n`);
  }
}
