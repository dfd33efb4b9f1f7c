/** A file that this site stores, as its list describes it. */
export interface StoredUpload {
  captureId: string;
  mediaType: string;
  /** ISO 8601 in UTC. */
  uploadedAt: string;
  /** Path on this site. */
  address: string;
}

const PATIENCE_MS = 20_000;

/** Path for uploads and for the list. */
export const UPLOADS = '/uploads';

/** True if the visitor wants sealed files to be stored on the site, too. */
export const isPublishing = (): boolean => localStorage.getItem('publish') === 'on';

export function setPublishing(isOn: boolean): void {
  localStorage.setItem('publish', isOn ? 'on' : 'off');
}

async function get(address: string): Promise<Response> {
  const answer = await fetch(address, {signal: AbortSignal.timeout(PATIENCE_MS)});
  if (!answer.ok) throw new Error(`${address} was answered with ${answer.status}.`);
  return answer;
}

/** The visitor's files on this site, newest first. */
export const listUploads = async (): Promise<StoredUpload[]> =>
  (await (await get(UPLOADS)).json()) as StoredUpload[];

export const loadUpload = async (address: string): Promise<Blob> => (await get(address)).blob();

/** Deletes a capture's file from this site, for good. Resolves also if another tab has deleted it. */
export async function deleteUpload(captureId: string): Promise<void> {
  const address = `${UPLOADS}/${captureId}`;
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const {ok, status} = await fetch(address, {method: 'DELETE', signal});
  if (!ok && status !== 404) throw new Error(`${address} was answered with ${status}.`);
}
