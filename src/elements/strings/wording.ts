import type {Mode} from '../../model/media-type.js';

// What every language beside English is put into words with.

/** The sentence for each plural form that a language has; `other` for the forms that have none of their own. */
type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & {other: string};

/**
 * How one language says how many. The result picks the sentence for a number by the language's plural rules and puts the
 * number, as the language writes it, in the place of `#`.
 */
export function plurals(language: string): (count: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  return (count, forms) =>
    (forms[rules.select(count)] ?? forms.other).replace('#', numbers.format(count));
}

/** How one language lists things, such as "A, B und C". */
export function lists(language: string): (items: readonly string[]) => string {
  const list = new Intl.ListFormat(language);
  return (items) => list.format(items);
}

/** One of two, by what is captured. */
export const by = <Words>(mode: Mode, photo: Words, recording: Words): Words =>
  mode === 'audio' ? recording : photo;

/** A table's words for a key that may be any text. */
export const own = (words: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.hasOwn(words, key) ? words[key] : undefined;

/** Codes that are explained as others are. */
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
 * How one language explains the codes of checks.
 *
 * @param sentences by code; those that end in `*` are for all other codes that begin so
 * @param inSource the same sentence, said of a file that the inspected one was made from
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
  // Those that begin so say themselves what they are about.
  return (code, isOfSource = false) =>
    isOfSource && !code.startsWith('ingredient.') ? inSource(sentenceFor(code)) : sentenceFor(code);
}
