import {parseArgs} from 'node:util';
import {readAdminTls} from '../admin/admin-tls.js';
import {openSigner} from '../signing/open-signer.js';
import {liveCertificates} from '../certificates/certificates.js';
import {readAnchors} from '../certificates/environments.js';
import {obstacleText, outside} from '../certificates/validity.js';
import {openLastingStore} from '../store/open-stores.js';
import {webhookKey} from '../webhooks/open-webhooks.js';
import {shownValue} from '../settings/describe.js';
import {readValues} from '../settings/read-values.js';
import {allFaults, settingsIn, type Settings} from '../settings/settings.js';
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
  // If settings are invalid, the files that they name are not checked.
  if (faults.length === 0) faults.push(...(await fileFaults(settingsIn(found, process.env))));
  const {warnings} = found;
  if (faults.length > 0) process.exitCode = 1;
  if (isJson) {
    process.stdout.write(`${JSON.stringify({faults, warnings})}\n`);
    return;
  }
  for (const fault of faults) process.stdout.write(`wrong: ${fault}\n`);
  for (const warning of warnings) process.stdout.write(`warning: ${warning}\n`);
  if (faults.length === 0) process.stdout.write('The settings can be used.\n');
}

/** Faults in the files, the key and the Redis that the settings name. */
async function fileFaults(settings: Settings): Promise<string[]> {
  const {trustAnchors, timeStampAnchors, adminTls, liveFolder} = settings;
  const live = async () => {
    const now = Date.now();
    let reason = '';
    const log = {
      info: () => {},
      warn: () => {},
      error: (details: object) => {
        if ('reason' in details) reason = ` ${String(details.reason)}`;
      },
    };
    const certificates = await liveCertificates(liveFolder, now, (folder, chain) =>
      openSigner(settings, folder, chain, log),
    );
    if (certificates?.identity.signer.isWorking === false) {
      throw new SettingsError(
        `The key that SEALED_CAPTURE_SIGNER names cannot be used now.${reason}`,
      );
    }
    const obstacle = certificates && outside(certificates.validity, now);
    if (!obstacle) return;
    throw new SettingsError(
      `The certificate of the live environment, or one that it leads to, ${obstacleText(obstacle)}.`,
    );
  };
  const looks = [
    readAnchors(trustAnchors),
    readAnchors(timeStampAnchors),
    ...(adminTls === undefined ? [] : [readAdminTls(adminTls)]),
    ...(settings.redis === undefined ? [] : [reach(settings)]),
    ...(settings.webhooks.length > 0 ? [webhookKey(settings)] : []),
    live(),
  ];
  const ends = await Promise.allSettled(looks);
  return ends.flatMap((end) => {
    if (end.status === 'fulfilled') return [];
    if (end.reason instanceof SettingsError) return [end.reason.message];
    throw end.reason;
  });
}

/**
 * Checks the connection: without its Redis the service does not start.
 * @throws {SettingsError}
 */
async function reach(settings: Settings): Promise<void> {
  const store = await openLastingStore(settings);
  await store.close();
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
