/** Terms for copying a text, in any element. */
export const copying = {
  copied: 'Copied.',
  notCopied: 'Your browser does not allow it. Select the text instead.',
};
