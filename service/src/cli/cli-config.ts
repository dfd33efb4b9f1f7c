import {visibleText} from '@sealed-capture/seal/model/text/visible-text.js';
import {parseArgs} from 'node:util';
import {checkService} from './checks/check-service.js';
import {shownValue} from '../settings/describe.js';
import {readValues} from '../settings/read-values.js';
import {allFaults, settingsIn} from '../settings/settings.js';
import {SettingsError, UsageError} from '../settings/settings-error.js';
import {say, sayJson} from './terminal.js';

/** `sealed-capture-service config check|show`. */
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
    sayJson({faults, warnings});
    return;
  }
  for (const fault of faults) say(`wrong: ${visibleText(fault)}`);
  for (const warning of warnings) say(`warning: ${visibleText(warning)}`);
  if (faults.length === 0) say('The settings can be used.');
}

function show(isJson: boolean): void {
  const found = readValues(process.env);
  const faults = allFaults(found);
  if (faults.length > 0) throw new SettingsError(faults);
  const rows = found.effective.map((one) => ({
    name: one.name,
    value: shownValue(one),
    from: one.from,
  }));
  if (isJson) {
    sayJson(rows);
    return;
  }
  const width = Math.max(...rows.map(({name}) => name.length));
  for (const {name, value, from} of rows) {
    say(`${name.padEnd(width)}  ${from.padEnd(11)}  ${visibleText(value)}`);
  }
}
