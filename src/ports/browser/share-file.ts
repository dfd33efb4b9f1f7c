import {saveFile} from './save-file.js';

/** The browser's functions that hand files to other apps; most desktop browsers lack them. */
export type Sharing = Partial<Pick<Navigator, 'share' | 'canShare'>>;

/** True if the browser can hand files of this type to other apps. */
export function canShareFiles(type: string, sharing: Sharing = navigator): boolean {
  const files = [new File([], 'photo', {type})];
  return Boolean(sharing.share && sharing.canShare?.({files}));
}

/** `saved`: the browser has refused to share the files, and they were downloaded. */
export type ShareOutcome = 'shared' | 'cancelled' | 'saved';

/** A person has cancelled, or an earlier share is still open, in which the person chooses. */
const cancellations: readonly string[] = ['AbortError', 'InvalidStateError'];

/** Shares the files with another app; if the browser refuses that, saves them. Call it soon after a person's press. */
export async function shareFiles(
  files: readonly File[],
  sharing: Sharing = navigator,
  save: (file: Blob, name: string) => void = saveFile,
): Promise<ShareOutcome> {
  const shared = {files: [...files]};
  try {
    if (!sharing.share || !sharing.canShare?.(shared)) throw new Error('not shareable');
    await sharing.share(shared);
    return 'shared';
  } catch (error) {
    if (error instanceof DOMException && cancellations.includes(error.name)) return 'cancelled';
    for (const file of files) save(file, file.name);
    return 'saved';
  }
}
