import type {CaptureMetadata} from '@sealed-capture/seal/model/capture-metadata.js';
import type {ProtectionConfig, Sensors} from '@sealed-capture/seal/model/protection-config.js';
import {sealableMetadata} from '../metadata/sealable-metadata.js';

/** The metadata of another visit's recording, limited to what this page's configuration allows to be sealed. */
export function sealableNow(
  metadata: CaptureMetadata,
  {sensors = {}, locationObfuscationRadius}: ProtectionConfig,
): CaptureMetadata {
  const off = Object.keys(metadata).filter((name) => sensors[name as keyof Sensors] === false);
  const disabled = off.map((name) => [name, {unavailableReason: 'disabled'}]);
  const now = {...metadata, ...(Object.fromEntries(disabled) as CaptureMetadata)};
  return {...now, ...sealableMetadata(now, locationObfuscationRadius, () => undefined)};
}
