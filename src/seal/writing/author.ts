import {type CaptureMetadata} from '../../model/capture-metadata.js';
import {type SealRequest} from '../../model/seal/seal-request.js';

/** Metadata in the parts that have assertions of their own. */
export interface Parts {
  place: Pick<CaptureMetadata, 'gps'>;
  device: Pick<CaptureMetadata, 'device' | 'network'>;
  rest: Omit<CaptureMetadata, 'gps' | 'device' | 'network'>;
}

/**
 * The metadata by who answers for them (C2PA 2.4, "Claims"). Of a capture of this package's own, the signer answers for
 * all but the page's words and those sections that the page gave; of any other file, for nothing.
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
  // Which application it is the page says, even where the device says the rest.
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
