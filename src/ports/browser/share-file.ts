import {saveFile} from './save-file.js';

/** The browser's functions that hand files to other apps; most desktop browsers lack them. */
export type Sharing = Partial<Pick<Navigator, 'share' | 'canShare'>>;

/** True if the browser can hand files of this type to other apps. */
export function canShareFiles(type: string, sharing: Sharing = navigator): boolean {
  const files = [new File([], 'photo', {type})];
  return Boolean(sharing.share && sharing.canShare?.({files}));
}

/**
 * Lets the person hand the file to another app; if the browser refuses that, saves it. Call it soon after a person's
 * press. Resolves to false if the person cancels.
 */
export async function shareFile(
  blob: Blob,
  name: string,
  sharing: Sharing = navigator,
  save: (file: Blob, name: string) => void = saveFile,
): Promise<boolean> {
  const {type} = blob;
  const files = [new File([blob], name, {type})];
  try {
    if (!sharing.share || !sharing.canShare?.({files})) throw new Error('not shareable');
    await sharing.share({files});
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return false;
    save(blob, name);
  }
  return true;
}
