import {randomBytes} from 'node:crypto';
import {liveCertificates, type EnvironmentCertificates} from '../../certificates/certificates.js';
import {NO_ANCHORS, readAnchors, type ListedAnchors} from '../../trust/anchor-files.js';
import {ownAnchors} from '../../certificates/environments.js';
import {openLiveSealer} from '../../certificates/sealer.js';
import {clockAdvice, obstacleText} from '../../certificates/validity.js';
import type {Settings} from '../../settings/settings.js';
import {SettingsError} from '../../settings/settings-error.js';
import {openSigner} from '../../signing/open-signer.js';
import {openTime} from '../../timestamps/open-time.js';
import {reasonOf} from '../../timestamps/time-stamp-client.js';
import {loadList} from '../../trust/list-files.js';

/**
 * Warns of what keeps the live environment from sealing. Asks each time-stamp authority, and whether the certificate
 * was revoked.
 *
 * @throws {SettingsError} if its certificates or its key cannot be used now
 */
export async function liveWarnings(settings: Settings): Promise<string[]> {
  const {liveFolder} = settings;
  let reason = '';
  const log = {
    info: () => {},
    warn: () => {},
    error: (details: object) => {
      if ('reason' in details) reason = ` ${String(details.reason)}`;
    },
  };
  // A fault of theirs is reported by itself.
  const given = await readAnchors(settings.timeStampAnchors).catch(() => NO_ANCHORS);
  const own = await liveCertificates(liveFolder, Date.now(), (folder, certificates) =>
    openSigner(settings, folder, certificates, log),
  );
  if (!own) {
    return [
      `The live environment neither seals nor inspects: ${liveFolder} holds no signer.pem. Only the sandbox works, whose seals nobody else trusts.`,
    ];
  }
  const anchors = await stampAnchors(settings, own, given);
  const sealer = await openLiveSealer(settings, own, log, {anchors: () => anchors});
  try {
    if (own.identity.signer.isWorking === false) {
      throw new SettingsError(
        `The key that SEALED_CAPTURE_SIGNER names cannot be used now.${reason}`,
      );
    }
    const {obstacle} = sealer;
    if (obstacle) {
      throw new SettingsError(
        `The certificate of the live environment, or one that it leads to, ${obstacleText(obstacle)}.${clockAdvice(obstacle)}`,
      );
    }
    return await timeWarnings(settings, own, anchors);
  } finally {
    sealer.close();
  }
}

async function stampAnchors(
  {dataFolder, trustLists}: Settings,
  own: EnvironmentCertificates,
  given: ListedAnchors,
): Promise<string> {
  const {timeStamps} = ownAnchors(own, NO_ANCHORS, given);
  if (!trustLists.live.includes('official')) return timeStamps;
  const {list} = await loadList(dataFolder, 'c2pa-tsa-trust-list', () => {});
  return `${timeStamps}\n${list.pem}`;
}

async function timeWarnings(
  settings: Settings,
  {identity}: EnvironmentCertificates,
  anchors: string,
): Promise<string[]> {
  const {timestampAddresses: addresses, withoutTimestamp} = settings;
  const isNeeded = withoutTimestamp === 'refuse';
  if (addresses.length === 0) {
    if (identity.timeStamp || !isNeeded) return [];
    return [
      'The live environment seals nothing, as it has no time-stamp authority: set SEALED_CAPTURE_TIMESTAMP, or SEALED_CAPTURE_WITHOUT_TIMESTAMP=seal for seals without a time stamp.',
    ];
  }
  const asked = await Promise.all(
    addresses.map((address) => stampWarning({...settings, timestampAddresses: [address]}, anchors)),
  );
  const warnings = asked.filter((one) => one !== undefined);
  if (warnings.length < addresses.length) return warnings;
  const so = isNeeded
    ? 'The live environment seals nothing until a time-stamp authority gives a stamp.'
    : 'Live seals have no time stamp until a time-stamp authority gives one.';
  return [...warnings, so];
}

/** Why the time-stamp authority of these settings gives no stamp now; undefined if it does. */
async function stampWarning(settings: Settings, anchors: string): Promise<string | undefined> {
  const [address = ''] = settings.timestampAddresses;
  try {
    await openTime(settings, () => anchors, false, {})?.stamp(randomBytes(32));
    return undefined;
  } catch (error) {
    const reason = reasonOf(error instanceof Error && error.cause);
    return `The time-stamp authority ${new URL(address).host} gives no time stamp now. ${reason}`;
  }
}
