/** What is said of a text that a person has copied, in any element. */
export const copying = {
  copied: 'Copied.',
  notCopied: 'Your browser does not allow it. Select the text instead.',
};
