/** The browser's functions that hand files to other apps; most desktop browsers lack them. */
export type ShareNavigator = Partial<Pick<Navigator, 'share' | 'canShare'>> & {
  /** Older browsers lack it. */
  userActivation?: Pick<UserActivation, 'isActive'>;
  userAgent?: string;
};

/** True if the browser can hand files of this type to other apps. Chromium says so of every type, and may refuse later. */
export function canShareFiles(type: string, sharing: ShareNavigator = navigator): boolean {
  const files = [new File([], 'file', {type})];
  return Boolean(sharing.share && sharing.canShare?.({files}));
}

/**
 * `shared`: an app has taken the files. `offered`: the browser has shown the list of apps, and tells no more, as on Windows.
 * `cancelled`: the person has chosen no app. `expired`: the person's press is too long ago, and another one is needed.
 * `refused`: the browser does not share these files.
 */
export type ShareOutcome = 'shared' | 'offered' | 'cancelled' | 'expired' | 'refused';

/** A person has cancelled, or an earlier share is still open, in which the person chooses. */
const cancellations: readonly string[] = ['AbortError', 'InvalidStateError'];

/** Shares the files with another app. Call it soon after a person's press. */
export async function shareFiles(
  files: readonly File[],
  sharing: ShareNavigator = navigator,
): Promise<ShareOutcome> {
  const shared = {files: [...files]};
  if (!sharing.share || !sharing.canShare?.(shared)) return 'refused';
  if (sharing.userActivation?.isActive === false) return 'expired';
  try {
    await sharing.share(shared);
    return sharing.userAgent?.includes('Windows') ? 'offered' : 'shared';
  } catch (error) {
    return error instanceof DOMException && cancellations.includes(error.name)
      ? 'cancelled'
      : 'refused';
  }
}
