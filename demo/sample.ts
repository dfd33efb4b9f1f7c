import type {AccessToken} from 'sealed-capture/core';
// A drawing, 1200 × 900, made for this page.
import picture from './sample.jpg';

const PATIENCE_MS = 20_000;

/**
 * A photo for visitors without a camera: the service seals the site's own drawing, like any uploaded file.
 *
 * @throws if the service does not answer, or refuses
 */
export async function sealedSample(
  getToken: (signal: AbortSignal) => Promise<AccessToken>,
): Promise<File> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const [drawing, {token}] = await Promise.all([fetch(picture, {signal}), getToken(signal)]);
  const form = new FormData();
  form.append('metadata', JSON.stringify({tags: {sample: 'A drawing, not a photo.'}}));
  form.append('media', await drawing.blob(), 'sample.jpg');
  const answer = await fetch('/protection/sandbox/protect', {
    method: 'POST',
    headers: {authorization: `Bearer ${token}`, 'idempotency-key': crypto.randomUUID()},
    body: form,
    signal,
  });
  if (!answer.ok) throw new Error(`The sample was not sealed: ${answer.status}`);
  return new File([await answer.blob()], 'sample.jpg', {type: 'image/jpeg'});
}
