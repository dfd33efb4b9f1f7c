import {saveFile} from './save-file.js';

/** What a browser hands files to other apps with; without it in most browsers on a desk. */
export type Sharing = Partial<Pick<Navigator, 'share' | 'canShare'>>;

/** True where the browser hands files of this type to other apps. */
export function canShareFiles(type: string, sharing: Sharing = navigator): boolean {
  const files = [new File([], 'photo', {type})];
  return Boolean(sharing.share && sharing.canShare?.({files}));
}

/**
 * Lets the person hand the file to another app; saves it where the browser refuses that. To be called soon after a
 * person's press. Resolves to false where the person has thought better of it.
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
