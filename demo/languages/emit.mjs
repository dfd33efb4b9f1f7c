// Turns messages into TypeScript, so that no page parses them. A message is written as pieces: `{text}`, or `{code}`, an
// expression that is inserted. What all branches of a choice begin or end with is written once, before or after it:
// translators get whole sentences, and pages no repetitions.

/** The message as an expression whose value is a string. */
function expressionOf(pieces) {
  if (pieces.every(({text}) => text !== undefined)) {
    return JSON.stringify(pieces.map(({text}) => text).join(''));
  }
  // What chooses among messages, or formats, is text itself.
  if (pieces.length === 1 && pieces[0].isText) return pieces[0].code;
  const inner = pieces.map(({text, code}) =>
    text === undefined ? `\${${code}}` : text.replace(/[`\\]|\$(?=\{)/g, '\\$&'),
  );
  return `\`${inner.join('')}\``;
}

/** Neighboring texts as one, and no empty ones. */
function joined(pieces) {
  const result = [];
  for (const piece of pieces) {
    const last = result.at(-1);
    if (piece.text !== undefined && last?.text !== undefined) {
      result[result.length - 1] = {text: last.text + piece.text};
    } else if (piece.text !== '') result.push(piece);
  }
  return result;
}

/** One piece for each character. */
const apart = (pieces) =>
  pieces.flatMap((piece) =>
    piece.text === undefined ? [piece] : [...piece.text].map((text) => ({text})),
  );

const isSame = (one, other) => one.text === other.text && one.code === other.code;

/** Splits off what all of these messages begin and end with. */
function split(messages) {
  const all = messages.map(apart);
  const [first] = all;
  const least = Math.min(...all.map(({length}) => length));
  let start = 0;
  while (start < least && all.every((one) => isSame(one[start], first[start]))) start += 1;
  let end = 0;
  while (end < least - start && all.every((one) => isSame(one.at(-1 - end), first.at(-1 - end)))) {
    end += 1;
  }
  return {
    before: first.slice(0, start),
    between: all.map((one) => joined(one.slice(start, one.length - end))),
    after: first.slice(first.length - end),
  };
}

export const typedParameter = ({name, type, optional}) => `${name}${optional ? '?' : ''}: ${type}`;

/**
 * Writes the messages of one language as expressions. `used` collects the helpers of src/lang/wording.ts that they
 * need. `fixed`: parameters whose value is known, such as the mode of an element that only takes photos.
 */
export function emitter(language, fixed = {}) {
  const used = new Set();

  /** A call of a helper. */
  const format = (helper, ...args) => {
    used.add(helper.replace(/\..*/, ''));
    return `${helper}(${args.join(', ')})`;
  };

  /** `counted`: the number that `#` stands for. */
  const piecesOf = (message, term, counted) =>
    joined(message.flatMap((part) => piecesOfPart(part, term, counted)));

  const piecesOfPart = (part, term, counted) => {
    switch (part.type) {
      case 'content':
        return [{text: part.value}];
      case 'octothorpe':
        return [{code: format('inNumbers.format', counted), isText: true}];
      case 'argument':
        return [{code: part.arg}];
      case 'function':
        return [{code: formatted(part), isText: true}];
      case 'select':
        return selected(part, term, counted);
      case 'plural':
        return pluralized(part, term);
      default:
        throw new Error(`${part.type} is not supported.`);
    }
  };

  const formatted = ({arg, key, param = []}) => {
    const style = param.map(({value}) => value).join('');
    const helper = {number: 'inNumbers', list: 'inList', 'list unit': 'inUnits'}[
      `${key} ${style.trim()}`.trim()
    ];
    if (!helper) throw new Error(`{${arg}, ${key}, ${style}} is not supported.`);
    return format(`${helper}.format`, arg);
  };

  /** One of several messages, which `choose` makes an expression of. */
  const choice = (messages, choose) => {
    const {before, between, after} = split(messages);
    const code = `(${choose(between.map(expressionOf))})`;
    return [...before, {code, isText: true}, ...after];
  };

  /** The last one, unless a test holds. */
  const tested = (tests, texts) =>
    tests.reduceRight((rest, test, index) => `${test} ? ${texts[index]} : ${rest}`, texts.at(-1));

  /** `none` is an argument that is missing or empty, whatever else its text may be. */
  const selected = ({arg, cases}, term, counted) => {
    const other = cases.find(({key}) => key === 'other');
    if (Object.hasOwn(fixed, arg)) {
      const {tokens} = cases.find(({key}) => key === fixed[arg]) ?? other;
      return piecesOf(tokens, term, counted);
    }
    const {type} = term.parameters.find(({name}) => name === arg);
    const test = ({key}) => {
      if (key === 'none') return type.endsWith('[]') ? `!${arg}.length` : `!${arg}`;
      if (type === 'boolean') return key === 'true' ? arg : `${arg} === false`;
      return `${arg} === ${JSON.stringify(key)}`;
    };
    const rest = cases.filter((one) => one !== other);
    return choice(
      [...rest, other].map(({tokens}) => piecesOf(tokens, term, counted)),
      (texts) => tested(rest.map(test), texts),
    );
  };

  const pluralized = ({arg, cases}, term) => {
    const isExact = ({key}) => key.startsWith('=');
    const exact = cases.filter(isExact);
    const forms = cases.filter((one) => !isExact(one));
    return choice(
      [...exact, ...forms].map(({tokens}) => piecesOf(tokens, term, arg)),
      (texts) => {
        const keys = forms.map(({key}) => key);
        const formed = formOf(arg, keys, texts.slice(exact.length));
        const tests = exact.map(({key}) => `${arg} === ${Number(key.slice(1))}`);
        return tested(tests, [...texts.slice(0, exact.length), formed]);
      },
    );
  };

  const formOf = (arg, keys, texts) => {
    const other = texts[keys.indexOf('other')];
    if (keys.length === 1) return other;
    // English has no other forms, and is part of the elements: it needs no plural rules at run time.
    if (language === 'en') return `${arg} === 1 ? ${texts[keys.indexOf('one')]} : ${other}`;
    return format('inForms', arg, `{${keys.map((key, i) => `${key}: ${texts[i]}`).join(', ')}}`);
  };

  /**
   * A term with a message for each of several cases, as an expression, with the tables of the cases that it needs beside
   * the catalogue. `cases`: the parameters that choose; each case is their values, with dots between them.
   */
  const chosen = (name, of, [parameter, ...further], messages) => {
    if (further.length > 0) {
      const parts = new Map();
      for (const [key, message] of messages) {
        const [first, ...rest] = key.split('.');
        if (!parts.has(first)) parts.set(first, new Map());
        parts.get(first).set(rest.join('.'), message);
      }
      const keys = [...parts.keys()];
      const made = keys.map((key, index) => chosen(`${name}${index}`, of, further, parts.get(key)));
      const tests = keys.slice(0, -1).map((key) => `${parameter} === ${JSON.stringify(key)}`);
      const texts = made.map(({text}) => text);
      return {text: tested(tests, texts), tables: made.flatMap(({tables}) => tables)};
    }
    const {type} = of.parameters.find((one) => one.name === parameter);
    const hasOther = messages.has('other');
    // A case without a message is empty, without what the others have in common.
    const mayLack = !hasOther && of.placeholders[parameter].type !== undefined;
    const written = [...messages.values()].map((message) => piecesOf(message, of));
    if (written.length === 1) return {text: expressionOf(written[0]), tables: []};
    const {before, between, after} = mayLack
      ? {before: [], between: written, after: []}
      : split(written);
    const rows = [...messages.keys()].map((key, index) => [key, between[index]]);
    const cases = rows.filter(([key]) => key !== 'other');
    const other = expressionOf(rows.find(([key]) => key === 'other')?.[1] ?? []);
    const code = cases.flatMap(([, pieces]) => pieces.map((piece) => piece.code ?? '')).join(' ');
    const given = of.parameters.filter((one) => new RegExp(`\\b${one.name}\\b`).test(code));
    const args = given.length > 0 ? `(${given.map((one) => one.name).join(', ')})` : '';
    const texts = cases.map(
      ([key, pieces]) => `${JSON.stringify(key)}: ${args && `${args} => `}${expressionOf(pieces)}`,
    );
    const value = args ? `(${given.map(typedParameter).join(', ')}) => string` : 'string';
    const table = `${name}Cases`;
    const found =
      type === 'string'
        ? `${format('caseOf', table, parameter)}${args && `?.${args}`}`
        : `${table}[${parameter}]${hasOther || mayLack ? args && `?.${args}` : `!${args}`}`;
    const one = hasOther || mayLack || type === 'string' ? `(${found} ?? ${other})` : found;
    return {
      text: expressionOf(joined([...before, {code: one, isText: true}, ...after])),
      tables: [`const ${table}: Record<string, ${value}> = {${texts.join(', ')}};`],
    };
  };

  /** The term as a property of a catalogue, and what it needs beside the catalogue. */
  const term = (name, of, messages) => {
    const {text, tables = []} =
      of.cases.length > 0
        ? chosen(name, of, of.cases, messages)
        : {text: expressionOf(piecesOf(messages.get(undefined), of))};
    const names = of.parameters.map((parameter) => parameter.name);
    const head = names.length > 0 ? `(${names.join(', ')}) => ` : '';
    return {property: `${name}: ${head}${text}`, tables};
  };

  return {term, used};
}
