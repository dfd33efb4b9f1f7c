import {CoreOfPages as Core} from '../../../../src/core/wiring/core-of-pages.js';
import {type Protection, type ProtectionClient} from '../../../../src/core/queue/queue-client.js';
import {type Tags} from '@sealed-capture/seal/model/capture-metadata.js';
import {type SealableMediaType} from '@sealed-capture/seal/model/media-type.js';
import {
  type ProtectedDetail,
  type ProtectionConfig,
} from '@sealed-capture/seal/model/protection-config.js';

/** The real service, and a key for its sandbox. */
export interface SealingService {
  baseUrl: string;
  apiKey: string;
  /** The secret of the key. */
  secret: string;
}

export async function load(file: string, type: string): Promise<Blob> {
  const answer = await fetch(new URL(`../../../../seal/test/media/${file}`, import.meta.url));
  if (!answer.ok) throw new Error(`There is no ${answer.url}.`);
  return new Blob([await answer.arrayBuffer()], {type});
}

/** Seals media with the page's own core, with the real worker, storage, HTTP and service. */
export async function seal(
  config: ProtectionConfig,
  blob: Blob,
  mediaType: SealableMediaType,
  tags: Tags,
): Promise<Blob> {
  const core = Core.shared();
  let protection: Protection | undefined;
  // Captures that earlier tests left in the browser are sealed now, too.
  let own: string | undefined;
  try {
    return await new Promise<Blob>((sealed, failed) => {
      const mode = mediaType === 'audio/mpeg' ? 'audio' : 'image';
      const client: ProtectionClient = {
        mode,
        config,
        onCapture: ({captureId}) => void (own = captureId),
        onChange: () => undefined,
        onProtected: ({captureId, protectedBlob}: ProtectedDetail) => {
          if (captureId === own) sealed(protectedBlob);
        },
        onProtectError: ({captureId, code, message}) => {
          if (captureId === own) failed(new Error(`${code}: ${message}`));
        },
      };
      protection = core.connect(client);
      core
        .protect(protection, blob, {
          mode,
          mediaType,
          metadata: {tags},
          capturedAt: Date.now(),
        })
        .catch(failed);
    });
  } finally {
    protection?.release();
  }
}
