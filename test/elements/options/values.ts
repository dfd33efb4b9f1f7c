import * as kinds from '../../../src/elements/options/kinds.js';
import type {Row} from '../../../src/elements/options/table.js';

/** Values of an option, and the texts that stand for them in its attribute. */
export interface Values {
  valid: readonly unknown[];
  written: readonly (readonly [text: string, value: unknown])[];
  invalid: readonly unknown[];
  invalidTexts: readonly string[];
}

/** Never a value of a number, a flag, a choice or an object; it must not be in any message. */
const SECRET = 'hunter-2';

const json = (value: unknown): [string, unknown] => [JSON.stringify(value), value];

const addition = (valid: readonly unknown[], invalid: readonly unknown[]): Values => ({
  valid,
  written: valid.map(json),
  invalid: [...invalid, SECRET, 7],
  invalidTexts: [...invalid.map((value) => JSON.stringify(value)), '{"a":', ''],
});

const additions: Readonly<Record<string, Values>> = {
  tags: addition([{case: '4711'}, {}], [{case: 4711}, ['4711'], {'': 'a'}]),
  features: addition(
    [{licensePlateInfo: {plateNumber: 'W 1'}}],
    [{licensePlateInfo: {plateNumber: 7}}, {plate: SECRET}],
  ),
};

function numbers({least = 0, most}: Row): Values {
  const valid = [least, least + 1.5, most ?? 4e9];
  const invalid = [least - 0.5, ...(most ? [most + 1] : []), NaN, Infinity];
  return {
    valid,
    written: valid.map((value) => [` ${value} `, value]),
    invalid: [...invalid, SECRET, {}, true],
    invalidTexts: [...invalid.map(String), SECRET, '', ' ', '5 m'],
  };
}

const flags = (attribute: string): Values => ({
  valid: [true, false],
  written: [
    ['', true],
    ['true', true],
    ['TRUE', true],
    [attribute, true],
    ['false', false],
    ['False', false],
  ],
  invalid: [1, 0, SECRET, {}],
  invalidTexts: ['on', 'off', '0'],
});

function choices({choices = []}: Row): Values {
  return {
    valid: choices,
    written: choices.map((value) => [String(value), value]),
    invalid: [SECRET, 7, {}, choices.length > 2 ? String(choices[0]).toUpperCase() : 3],
    invalidTexts: [SECRET, ` ${choices[0]} `],
  };
}

const texts = (valid: readonly string[], invalid: readonly string[]): Values => ({
  valid,
  written: valid.map((value) => [value, value]),
  invalid: [...invalid, 7, true, {secret: SECRET}, [SECRET]],
  invalidTexts: invalid,
});

const objects = (valid: readonly unknown[], invalid: readonly unknown[] = []): Values => ({
  valid,
  written: [],
  invalid: [...invalid, SECRET, 7, true],
  invalidTexts: [],
});

const shots = [{id: 'front', label: 'Front'}];

/** The values of a row of the table. */
export function valuesOf(name: string, row: Row): Values {
  const {kind, most, method = ''} = row;
  const attribute = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  switch (kind) {
    case kinds.text:
      return texts(['one', 'two, three'], most ? ['x'.repeat(most + 1)] : []);
    case kinds.account:
      return {
        ...texts(['one', 'two, three'], []),
        valid: ['one', 4711],
        invalid: [true, {}, ['one']],
      };
    case kinds.choice:
      return choices(row);
    case kinds.number:
      return numbers(row);
    case kinds.flag:
      return flags(attribute);
    case kinds.presence: {
      // As of any attribute of the browser's own controls: each text turns it on.
      const written = [
        ['', true],
        ['false', true],
      ] as const;
      return {valid: [true, false], written, invalid: [1, 0, {}], invalidTexts: []};
    }
    case kinds.service:
      return texts(
        ['/seals', 'https://seals.example/v1'],
        ['localhost:8080', 'ftp://seals.example'],
      );
    case kinds.destination:
      return texts(
        ['/uploads', 'https://shop.example/uploads', 'http://localhost:8080/uploads'],
        ['http://shop.example/uploads', 'https://', 'https://me:secret@shop.example/'],
      );
    case kinds.folder:
      return {...texts(['/scripts'], []), invalidTexts: ['https://other.example/scripts']};
    case kinds.colour:
      return texts(['rebeccapurple', 'rgb(200, 0, 100)'], ['reddish']);
    case kinds.addition:
      return additions[name]!;
    case kinds.list:
      return {
        ...objects([shots, []], [{}]),
        written: [json(shots), json([])],
        invalidTexts: ['front', '{}', ''],
      };
    case kinds.adapter:
      return objects([{[method]: () => new Promise(() => undefined)}], [{}, {[method]: SECRET}]);
    case kinds.sensors:
      return objects([{gps: false}, {}], [{gps: true}, {gsp: false}, [], {network: {}}]);
    case kinds.callback:
      return objects([() => undefined], [{}]);
    case kinds.place:
      return objects([document.createElement('div'), {current: null}], [{}]);
    case kinds.encoder:
      return objects([{workerUrl: '/encoder.js'}], [{}]);
    default:
      throw new Error(`${name} has a kind without values.`);
  }
}
