import type {ComplexAttributeConverter, PropertyDeclaration} from 'lit';
import {sealableAdditions, type Additions} from '../../core/metadata/page-values.js';
import {number} from '../../core/metadata/shapes.js';

/** Parses an attribute. Throws a sentence for the page's developer if it is invalid. */
type Parse<T> = (text: string) => T;

const json: Parse<unknown> = (text) => {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new TypeError('It is not JSON.', {cause});
  }
};

/** JSON that can be sealed; the error names the invalid field. */
const sealable =
  <Name extends keyof Additions>(name: Name): Parse<Additions[Name]> =>
  (text) => {
    const value = json(text) as Additions[Name] | null;
    if (value === null) throw new TypeError('It has to be a JSON object.');
    sealableAdditions({[name]: value}, ({message}) => {
      throw new TypeError(message);
    });
    return value;
  };
const tags = sealable('tags');
const features = sealable('features');

/** Returns what a value has to be, as the end of a sentence; undefined if it is valid. */
type Check = (given: unknown) => string | undefined;

export const checked = <Value>(check: Check, value: Value): Value => {
  const wish = check(value);
  if (wish) throw new TypeError(`It has to be ${wish}.`);
  return value;
};
export const numberIn =
  (check: Check): Parse<number> =>
  (text) =>
    checked(check, text.trim() === '' ? NaN : Number(text));

/** An address, resolved against the page. */
export const address: Check = (given) => {
  const url = URL.canParse(String(given), document.baseURI)
    ? new URL(String(given), document.baseURI)
    : undefined;
  const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url?.hostname ?? '');
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal);
  const isBare = !url?.username && !url?.password;
  return isSafe && isBare && given !== ''
    ? undefined
    : 'an address with https, or http on localhost';
};

export const withDefault = <T>(parse: Parse<T>, absent: T): ComplexAttributeConverter<T> => ({
  fromAttribute: (text) => (text === null ? absent : parse(text)),
});

/** One of the choices; the first is the default. */
export const oneOf = <T extends string>(...choices: readonly [T, ...T[]]) =>
  withDefault((text) => {
    const chosen = choices.find((choice) => choice === text);
    if (chosen !== undefined) return chosen;
    throw new TypeError(`It has to be one of ${choices.join(', ')}.`);
  }, choices[0]);

/** An absent attribute means "not set here", so that the provider's value applies. */
export const converter = <T>(parse: Parse<T>) => withDefault<T | undefined>(parse, undefined);

/** The JSON's content is checked where it is used. */
export const jsonAttribute = converter(json);
export const tagsAttribute = converter(tags);
export const featuresAttribute = converter(features);
/** Metres or milliseconds, zero or more. */
export const amountAttribute = converter(numberIn(number(0)));
/** An address that files may be sent to. */
export const addressAttribute = converter((text) => checked(address, text.trim()));
const isOn: Parse<boolean> = (text) => text !== 'false';
/** `="false"`, which some frameworks write, means the same as no attribute. */
export const booleanAttribute = withDefault(isOn, false);
/** Without the attribute, the provider's value applies. `="false"` is false. */
export const presentAttribute = converter(isOn);
const truth = oneOf('true', 'false');
/** `="false"` means false; none, or `="true"`, means true. */
export const unlessFalseAttribute = converter(
  (text) => truth.fromAttribute?.(text.toLowerCase() || null) !== 'false',
);

/** Why an attribute's text is invalid; undefined if it is valid. */
export function problemOf(
  properties: ReadonlyMap<PropertyKey, PropertyDeclaration>,
  attribute: string,
  text: string | null,
): TypeError | undefined {
  const found = [...properties].find(([name, {attribute: own = name}]) => own === attribute);
  const converter = found?.[1].converter as ComplexAttributeConverter | undefined;
  try {
    converter?.fromAttribute?.(text);
  } catch (problem) {
    if (problem instanceof TypeError) return problem;
    throw problem;
  }
  return undefined;
}
