import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';

/** The WebCrypto API. Throws `insecure_context` if the page is not served over https. */
export function secureCrypto({subtle}: Partial<Crypto> = crypto): SubtleCrypto {
  if (subtle) return subtle;
  const message = 'Sealing needs a page that is served over https, or from localhost.';
  throw new SealedCaptureError('insecure_context', message);
}
