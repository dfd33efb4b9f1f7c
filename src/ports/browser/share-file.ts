/** The browser's functions that hand files to other apps; most desktop browsers lack them. */
export type Sharing = Partial<Pick<Navigator, 'share' | 'canShare'>> & {
  /** Older browsers lack it. */
  userActivation?: Pick<UserActivation, 'isActive'>;
};

/** True if the browser can hand files of this type to other apps. Chromium says so of every type, and may refuse later. */
export function canShareFiles(type: string, sharing: Sharing = navigator): boolean {
  const files = [new File([], 'file', {type})];
  return Boolean(sharing.share && sharing.canShare?.({files}));
}

/**
 * `cancelled`: the person has chosen no app. `expired`: the person's press is too long ago, and another one is needed.
 * `refused`: the browser does not share these files.
 */
export type ShareOutcome = 'shared' | 'cancelled' | 'expired' | 'refused';

/** A person has cancelled, or an earlier share is still open, in which the person chooses. */
const cancellations: readonly string[] = ['AbortError', 'InvalidStateError'];

/** Shares the files with another app. Call it soon after a person's press. */
export async function shareFiles(
  files: readonly File[],
  sharing: Sharing = navigator,
): Promise<ShareOutcome> {
  const shared = {files: [...files]};
  if (!sharing.share || !sharing.canShare?.(shared)) return 'refused';
  if (sharing.userActivation?.isActive === false) return 'expired';
  try {
    await sharing.share(shared);
    return 'shared';
  } catch (error) {
    return error instanceof DOMException && cancellations.includes(error.name)
      ? 'cancelled'
      : 'refused';
  }
}
