/** What a variation selector may follow: an emoji, a sign or digit that becomes one, or a letter that has variants. */
const varying = String.raw`[\p{Emoji}\p{EMod}\p{S}\p{sc=Hani}\p{sc=Mong}\p{sc=Phag}]`;

/**
 * Characters that are not shown, or that change how the text around them is read: control characters, line breaks,
 * direction marks and overrides, zero-width characters, fillers, tags and lone surrogates. Variation selectors stay
 * after what has variants, such as emoji.
 */
export const hidden = String.raw`(?!(?<=${varying})\p{VS})[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{DI}]`;
/** What a joiner may stand beside: an emoji, or a letter of a script in which joiners change the spelling. */
const joining = String.raw`(?:[\p{ExtPict}\p{EMod}]|(?<=${varying})\p{VS}|(?![\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Zinh}])[\p{L}\p{M}])`;
const joiner = String.raw`(?<=${joining})[\u200c\u200d]|[\u200c\u200d](?=${joining})`;

const inLine = new RegExp(`(${joiner})|${hidden}`, 'gu');
const inLines = new RegExp(String.raw`(${joiner}|[\n\t])|${hidden}`, 'gu');
/** Recognizes most texts quickly: they have no such characters. */
const plain = /^[ -~]*$/;
/** Marks that are stacked so high that they would cover the lines above. */
const stackedMarks = /(\p{M}{4})\p{M}+/gu;

const pointOf = (character: string): string =>
  (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');

/**
 * Makes text of strangers safe to show in one line, in a page, a terminal or a file: a right-to-left override becomes
 * visible as `[U+202E]` instead of making a name read as another, and a line break forges no line. Text goes through
 * it wherever it is shown. Elements isolate it with `<bdi>` nevertheless, because honest names may be right-to-left.
 */
export const visibleText = (text: string): string => shown(text, inLine);

/** The same for text of several lines: its line breaks and tabs stay. */
export const visibleLines = (text: string): string => shown(text, inLines);

/** True if {@link visibleText} changes the text. */
export const hasHiddenText = (text: string): boolean => visibleText(text) !== text;

function shown(text: string, escaped: RegExp): string {
  if (plain.test(text)) return text;
  return text
    .replace(escaped, (character, kept?: string) => kept ?? `[U+${pointOf(character)}]`)
    .replace(stackedMarks, '$1…');
}
