import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {FetchFile} from '../../../ports/inspection/fetch-file.js';
import {AddressError, isPage, nameOfAnswer, typeOfAnswer} from './address-rules.js';

/** Largest file that is fetched, in bytes: what the engine may have as memory. */
const LARGEST = 512 * 1024 * 1024;
/** Milliseconds without any byte after which the site counts as silent. */
const SILENCE_MS = 30_000;
/** First bytes by which a page is recognized. */
const START = 512;

/**
 * Fetches the file at an address, named and typed as the site says. Rejects with an {@link AddressError} or, if `signal`
 * aborts, with `aborted`. `onProgress` gets the share that has arrived, where the site says how large the file is.
 */
export async function fileAt(
  address: URL,
  signal: AbortSignal,
  onProgress: (share: number) => void,
  fetchFile: FetchFile,
): Promise<File> {
  try {
    const limits = {largest: LARGEST, silence: SILENCE_MS};
    const {status, headers, body} = await fetchFile(address.href, {...limits, signal, onProgress});
    if (status === 404 || status === 410) throw new AddressError('gone', {status});
    if (status === 401 || status === 403) throw new AddressError('refused', {status});
    if (status < 200 || status > 299) throw new AddressError('failing', {status});
    const type = typeOfAnswer(headers.get('Content-Type'));
    const name = nameOfAnswer(address, headers.get('Content-Disposition'));
    const start = new Uint8Array(await body.slice(0, START).arrayBuffer());
    if (isPage(type, name, start)) throw new AddressError('page');
    return new File([body], name, {type});
  } catch (thrown) {
    if (thrown instanceof AddressError || signal.aborted) throw thrown;
    const code = thrown instanceof SealedCaptureError ? thrown.code : undefined;
    const problem = code === 'too_large' ? 'large' : code === 'timeout' ? 'late' : 'closed';
    throw new AddressError(problem, {cause: thrown});
  }
}
