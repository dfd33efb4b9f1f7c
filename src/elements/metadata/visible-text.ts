/**
 * Characters that turn the reading direction of the text around them, or that are not shown at all. Joiners
 * stay: many scripts and emoji need them.
 */
const invisible = /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
/** Nothing of either kind: most texts, told at once. */
const plain = /^[ -~]*$/;
/** Marks stacked so high that they would cover the lines above. */
const stackedMarks = /(\p{M}{4})\p{M}+/gu;

/**
 * Text from a file as it may stand beside our own: a name that hides a right-to-left override shows it instead
 * of reading as another name. Isolate it with `<bdi>` all the same; honest names may be right-to-left.
 */
export const visibleText = (text: string): string => (plain.test(text) ? text : shown(text));

const shown = (text: string): string =>
  text
    .replace(invisible, (character) => {
      const code = character.codePointAt(0) ?? 0;
      return `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
    })
    .replace(stackedMarks, '$1…');
