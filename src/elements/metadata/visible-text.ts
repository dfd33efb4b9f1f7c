/**
 * Characters that change the reading direction around them, or are invisible. Joiners are allowed: many scripts and
 * emoji need them.
 */
const invisible = /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
/** Recognizes most texts quickly: they have no such characters. */
const plain = /^[ -~]*$/;
/** Marks that are stacked so high that they would cover the lines above. */
const stackedMarks = /(\p{M}{4})\p{M}+/gu;

/**
 * Makes text from a file safe to display: a right-to-left override becomes visible, instead of making a name read
 * as another. Isolate the text with `<bdi>` nevertheless, because honest names may be right-to-left.
 */
export const visibleText = (text: string): string => (plain.test(text) ? text : shown(text));

const shown = (text: string): string =>
  text
    .replace(invisible, (character) => {
      const code = character.codePointAt(0) ?? 0;
      return `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
    })
    .replace(stackedMarks, '$1…');
