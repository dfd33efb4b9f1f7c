import type {Mode} from '../../model/media-type.js';

// Helpers for the languages. English needs only `sentences`.

/** The sentence for each plural form of a language; `other` for all forms without their own sentence. */
type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & {other: string};

/**
 * Plurals of one language. The returned function chooses the sentence for a number by the language's plural rules, and
 * inserts the number, formatted for the language, in place of `#`.
 */
export function plurals(language: string): (count: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  return (count, forms) =>
    (forms[rules.select(count)] ?? forms.other).replace('#', numbers.format(count));
}

/** Lists of one language, such as "A, B und C". */
export function lists(language: string): (items: readonly string[]) => string {
  const list = new Intl.ListFormat(language);
  return (items) => list.format(items);
}

/** Chooses one of two by the mode. */
export const by = <Words>(mode: Mode, photo: Words, recording: Words): Words =>
  mode === 'audio' ? recording : photo;

/** The entry of a table for a key that may be any text. */
export const own = (words: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.hasOwn(words, key) ? words[key] : undefined;

/** Each of these words as a sentence, after `start`. */
export const sentences = <Key extends string>(words: Readonly<Record<Key, string>>, start = '') =>
  Object.fromEntries(
    Object.entries<string>(words).map(([key, word]) => {
      const text = start + word;
      return [key, text.charAt(0).toUpperCase() + text.slice(1)];
    }),
  ) as Record<Key, string>;

/** Codes that have the same explanation as others. */
const same: readonly (readonly [RegExp, string])[] = [
  [/^signingCredential\.ocsp\.revoked$/, 'signingCredential.revoked'],
  [
    /^assertion\.(?:bmff|boxes|collection|multiAsset)Hash\.(match|mismatch|malformed|additionalExclusionsPresent)$/,
    'assertion.dataHash.$1',
  ],
  [/^assertion\.hardBinding\.redacted$/, 'assertion.dataHash.redacted'],
  [/^(assertion\.boxesHash\.unknownBox)es$/, '$1'],
  [/^assertion\.external-reference\.(actions|hardBinding)$/, 'assertion.cloud-data.$1'],
];

/**
 * Explanations of the codes of checks in one language.
 *
 * @param sentences by code; those that end in `*` apply to all other codes with this beginning
 * @param inSource the same sentence, for an ingredient
 */
export function explainer(
  sentences: Readonly<Record<string, string>>,
  inSource: (sentence: string) => string,
): (code: string, isOfSource?: boolean) => string {
  const sentenceFor = (code: string): string => {
    const other = same.find(([pattern]) => pattern.test(code));
    const [start] = code.split('.');
    return (
      own(sentences, code) ??
      (other && own(sentences, code.replace(...other))) ??
      own(sentences, `${start}.*`) ??
      sentences['*'] ??
      ''
    );
  };
  // The sentences for these codes mention their subject themselves.
  return (code, isOfSource = false) =>
    isOfSource && !code.startsWith('ingredient.') ? inSource(sentenceFor(code)) : sentenceFor(code);
}
