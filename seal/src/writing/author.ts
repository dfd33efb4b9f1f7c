import {type CaptureMetadata} from '../model/capture-metadata.js';
import {type SealRequest} from '../model/seal/seal-request.js';

/** Metadata, split into the parts that have assertions of their own. */
export interface Parts {
  place: Pick<CaptureMetadata, 'gps'>;
  device: Pick<CaptureMetadata, 'device' | 'network'>;
  rest: Omit<CaptureMetadata, 'gps' | 'device' | 'network'>;
}

/**
 * Splits the metadata by author (C2PA 2.4, "Claims"). For a capture of this package, the signer vouches for
 * everything except the page's tags and the sections that the page supplied; for any other file, for nothing.
 */
export function byAuthor({
  metadata,
  origin,
  gathered: given = [],
}: Pick<SealRequest, 'metadata' | 'origin' | 'gathered'>): Record<'created' | 'gathered', Parts> {
  if (origin !== 'capture') return {created: parted({}), gathered: parted(metadata)};
  const ofOthers = ['tags', 'features', ...given];
  const isGiven = ([name]: [string, unknown]): boolean => ofOthers.includes(name);
  const {appId, appVersion, ...device} = metadata.device ?? {};
  const app = {...(appId !== undefined && {appId}), ...(appVersion !== undefined && {appVersion})};
  const all = Object.entries(metadata);
  const created = Object.fromEntries(all.filter((entry) => !isGiven(entry)));
  const gathered = Object.fromEntries(all.filter(isGiven));
  // The page names the application, even if the device supplies the rest.
  return {
    created: parted({...created, ...(created.device && {device})}),
    gathered: parted({device: app, ...gathered}),
  };
}

function parted({gps, device, network, ...rest}: CaptureMetadata): Parts {
  const hasDevice = device && Object.keys(device).length > 0;
  return {
    place: {...(gps && {gps})},
    device: {...(hasDevice && {device}), ...(network && {network})},
    rest,
  };
}
